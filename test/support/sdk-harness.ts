import { Bestow, type BestowOptions } from '#sdk'
import { createTestApp, type TestApp, type TestAppOptions } from '#test/api-harness'

/** A listening service, and an SDK client for it. */
export interface SdkTestApp extends TestApp {
  origin: string
  baseUrl: string
  bestow: Bestow
  /** Creates another client for the same account. */
  createClient(overrides?: Partial<BestowOptions>): Bestow
}

export async function createSdkTestApp(options: TestAppOptions = {}): Promise<SdkTestApp> {
  const testApp = await createTestApp(options)
  const origin = await testApp.listen()
  const baseUrl = `${origin}/api`
  const createClient = (overrides: Partial<BestowOptions> = {}) =>
    new Bestow({ baseUrl, token: testApp.token, ...overrides })
  return Object.assign(testApp, { origin, baseUrl, createClient, bestow: createClient() })
}
