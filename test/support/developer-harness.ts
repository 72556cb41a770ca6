import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before } from 'node:test'
import * as apiKeys from '#api-keys'
import { seed } from '#app/demo-data'
import { createServer } from '#app/http-server'
import * as gifting from '#gifting'
import { api } from '#http/api'
import { buildUserAgent } from '#platform/http-client/http-client'
import { createLog } from '#platform/observability/log'
import { type AdminTestApp, createAdminTestApp } from '#test/admin-harness'
import { type RunningEngine, startTestEngine } from '#test/webhook-engine-fixture'

/** An admin area with a catalogue, the API with its request log, and a running webhook engine. */
export interface DeveloperTestApp extends AdminTestApp {
  apiOrigin: string
  requests: apiKeys.RequestLog
  /** The engine that runs during the tests of the file. */
  engine: RunningEngine
  /** Calls the API with these headers. Waits until the request log contains the request. */
  call(method: string, path: string, headers?: Record<string, string>): Promise<Response>
  /** Creates a sample gift request and records its event. */
  createGift(): Promise<gifting.Gift>
}

export async function createDeveloperTestApp(): Promise<DeveloperTestApp> {
  const testApp = await createAdminTestApp()
  const { db } = testApp
  await testApp.run((ctx) => seed(ctx))
  const deployment = { stage: 'staging', region: 'us' } as const
  const requests = apiKeys.createRequestLog(db, (error) => {
    throw error
  })
  const app = createServer(createLog({ level: 'silent' }))
  const authenticate = apiKeys.createAuthenticator(db, deployment)
  await app.register(api({ db, authenticate, rateLimit: 0, name: 'Bestow', log: requests }), {
    prefix: '/api',
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  let engine: RunningEngine | undefined
  // The engine starts in a hook. It polls 50 times a second, also while the tests of
  // other files of this process run.
  before(() => {
    engine = startTestEngine(db, {}, { userAgent: buildUserAgent(testApp.origin) })
  })
  after(() => app.close())
  after(() => engine?.stop())
  const { port } = app.server.address() as AddressInfo
  const apiOrigin = `http://127.0.0.1:${port}`
  return {
    ...testApp,
    apiOrigin,
    requests,
    get engine() {
      assert.ok(engine, 'the engine runs during the tests')
      return engine
    },
    async call(method, path, headers = {}) {
      const response = await fetch(`${apiOrigin}/api${path}`, { method, headers })
      await response.arrayBuffer()
      await new Promise(setImmediate) // The client can receive the response before the server logs the request.
      await requests.flush()
      return response
    },
    async createGift() {
      const client = await testApp.signIn(testApp.admin)
      const { json } = await client.post('/staging/samples', { count: 1 })
      const id: string = json.data[0].id
      const gift = await testApp.run((ctx) => gifting.find(ctx, id))
      if (gift === undefined) throw new Error('no sample was created')
      return gift
    },
  }
}
