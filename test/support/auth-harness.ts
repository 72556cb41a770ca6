import { after } from 'node:test'
import type * as accounts from '#accounts'
import * as apiKeys from '#api-keys'
import { createServer } from '#app/http-server'
import { api } from '#http/api'
import { auth } from '#http/auth'
import { newId } from '#platform/lib/ids'
import { createLruCache } from '#platform/lib/lru-cache'
import { createLog } from '#platform/observability/log'
import { type Database, openDatabase } from '#platform/postgres/database'
import { createTestApp } from '#test/api-harness'
import { createTestUser } from '#test/test-user'

/** A deployment that listens on a local port and has a token endpoint and the API. */
export interface AuthTestApp {
  origin: string
  db: Database
  account: accounts.Account
  admin: { email: string; password: string }
  sender: { email: string; password: string }
  createClient(): ReturnType<typeof apiKeys.createOAuthClient>
  createPublicClient(redirect_uri: string): ReturnType<typeof apiKeys.createPublicClient>
  /**
   * Calls the API with this token and with the API key of its client. Uses another node if
   * one is named. Returns the status.
   */
  call(token: string, api_key?: string, overrides?: AuthCallOptions): Promise<number>
}

interface AuthCallOptions {
  origin?: string
  headers?: Record<string, string>
}

export interface AuthTestAppOptions {
  rateLimit?: number
  isMcpEnabled?: boolean
}

export async function createAuthTestApp({
  rateLimit = 0,
  isMcpEnabled = false,
}: AuthTestAppOptions = {}): Promise<AuthTestApp> {
  const testApp = await createTestApp()
  const { account, app, db, run } = testApp
  await app.register(auth({ db, rateLimit, isMcpEnabled }))
  const origin = await testApp.listen()
  const createUser = async (role: accounts.Role) => {
    const email = `${newId()}@example.com`
    const { password } = await run((ctx) => createTestUser(ctx, { email, role }))
    return { email, password }
  }
  return {
    origin,
    db,
    account,
    admin: await createUser('admin'),
    sender: await createUser('sender'),
    createClient: () => run((ctx) => apiKeys.createOAuthClient(ctx)),
    createPublicClient: (redirect_uri) =>
      run((ctx) =>
        apiKeys.createPublicClient(ctx, { name: 'Orchard CRM', redirect_uris: [redirect_uri] }),
      ),
    async call(token, api_key, { origin: node = origin, headers = {} } = {}) {
      const response = await fetch(`${node}/api/campaigns`, {
        headers: {
          authorization: `Bearer ${token}`,
          'service-api-version': '2026-05',
          ...(api_key === undefined ? {} : { 'x-api-key': api_key }),
          ...headers,
        },
      })
      await response.arrayBuffer()
      return response.status
    },
  }
}

/** Starts a second process of the same deployment. Returns its origin. */
export async function startAnotherNode({ db: { clock, deployment, pool } }: AuthTestApp) {
  const db = openDatabase({
    url: pool.options.connectionString ?? '',
    clock,
    deployment: { ...deployment, cache: createLruCache(100) },
    maxConnections: 4,
    name: 'another node',
  })
  const app = createServer(createLog({ level: 'silent' }))
  const authenticate = apiKeys.createAuthenticator(db, { stage: 'staging', region: 'us' })
  await app.register(auth({ db, rateLimit: 0, isMcpEnabled: false }))
  await app.register(api({ db, authenticate, rateLimit: 0, name: 'Bestow API' }), {
    prefix: '/api',
  })
  after(async () => {
    await app.close()
    await db.pool.end()
  })
  return app.listen({ host: '127.0.0.1', port: 0 })
}
