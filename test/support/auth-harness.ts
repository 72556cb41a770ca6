import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import * as accounts from '#accounts'
import * as apiKeys from '#api-keys'
import { createServer } from '#app/http-server'
import { versions } from '#contract'
import { api } from '#http/api'
import { auth } from '#http/auth'
import { createCipher } from '#platform/crypto/encryption'
import type { Deployment } from '#platform/deployment'
import { newId } from '#platform/lib/ids'
import { createLruCache } from '#platform/lib/lru-cache'
import { createLog } from '#platform/observability/log'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  openDatabase,
} from '#platform/postgres/database'
import { createTestUser } from '#test/test-user'
import { createMigratedDatabase } from '#test/throwaway-database'

/** A deployment that listens on a local port, with its token endpoint and its API. */
export interface AuthTestApp {
  origin: string
  db: Database
  account: accounts.Account
  admin: { email: string; password: string }
  sender: { email: string; password: string }
  createClient(): ReturnType<typeof apiKeys.createOAuthClient>
  createPublicClient(redirect_uri: string): ReturnType<typeof apiKeys.createPublicClient>
  /**
   * Calls the API with this token and the API key of its client, on another node if named. Returns the
   * status.
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
  const { url, drop } = await createMigratedDatabase()
  const address = { origin: '' }
  const db = openDatabaseAt(url, address)
  const close = await listen(db, address, { rateLimit, isMcpEnabled })
  after(async () => {
    await close()
    await db.pool.end()
    await drop()
  })
  const run = <T>(callback: Parameters<typeof inTransaction<T>>[2], id = account.id) =>
    inTransaction(db, id, callback)
  const account = await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
    accounts.createAccount(ctx, { name: 'Larkfield', tier: 'enterprise' }),
  )
  const createUser = async (role: accounts.Role) => {
    const email = `${newId()}@example.com`
    const { password } = await run((ctx) => createTestUser(ctx, { email, role }))
    return { email, password }
  }
  return {
    origin: address.origin,
    db,
    account,
    admin: await createUser('admin'),
    sender: await createUser('sender'),
    createClient: () => run((ctx) => apiKeys.createOAuthClient(ctx)),
    createPublicClient: (redirect_uri) =>
      run((ctx) =>
        apiKeys.createPublicClient(ctx, { name: 'Orchard CRM', redirect_uris: [redirect_uri] }),
      ),
    async call(token, api_key, { origin = address.origin, headers = {} } = {}) {
      const response = await fetch(`${origin}/api/campaigns`, {
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
export async function startAnotherNode({ db }: AuthTestApp): Promise<string> {
  const address = { origin: '' }
  const secondDb = openDatabase({
    url: db.pool.options.connectionString ?? '',
    clock: db.clock,
    deployment: { ...db.deployment, cache: createLruCache(100) },
    maxConnections: 4,
    name: 'another node',
  })
  const close = await listen(secondDb, address, {})
  after(async () => {
    await close()
    await secondDb.pool.end()
  })
  return address.origin
}

function openDatabaseAt(url: string, address: { origin: string }): Database {
  const deployment: Deployment = {
    // The port is known only after the server listens.
    get origin() {
      return address.origin
    },
    stage: 'staging',
    region: 'us',
    versions,
    cipher: createCipher([{ id: 'test', bytes: randomBytes(32) }]),
    cache: createLruCache(100),
    notify: () => {},
  }
  return openDatabase({
    url,
    clock: () => new Date(),
    deployment,
    maxConnections: 8,
    name: 'test',
  })
}

async function listen(
  db: Database,
  address: { origin: string },
  { rateLimit = 0, isMcpEnabled = false }: AuthTestAppOptions,
) {
  const app = createServer(createLog({ level: 'silent' }))
  const authenticate = apiKeys.createAuthenticator(db, { stage: 'staging', region: 'us' })
  await app.register(auth({ db, rateLimit, isMcpEnabled }))
  await app.register(api({ db, authenticate, rateLimit: 0, name: 'Bestow API' }), {
    prefix: '/api',
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  address.origin = `http://127.0.0.1:${port}`
  return () => app.close()
}
