import { randomBytes } from 'node:crypto'
import { after } from 'node:test'
import type { FastifyInstance } from 'fastify'
import * as accounts from '#accounts'
import * as apiKeys from '#api-keys'
import { seed } from '#app/demo-data'
import { createServer } from '#app/http-server'
import * as campaigns from '#campaigns'
import { type Versions, versions } from '#contract'
import * as gifting from '#gifting'
import { api } from '#http/api'
import * as oneLinks from '#one-links'
import type { Cipher } from '#platform/crypto/encryption'
import type { Deployment, WakeTopic } from '#platform/deployment'
import { createLog } from '#platform/observability/log'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  openDatabase,
  type TxContext,
} from '#platform/postgres/database'
import { type ApiClient, createApiClient } from '#test/api-client'
import { drain } from '#test/eventually'
import { createDeployment } from '#test/test-database'
import { createMigratedDatabase } from '#test/throwaway-database'

const everyScope = ['*', 'endpoints:write']

/** A complete service in the test process: a database, an account with the demo catalogue, and the API. */
export interface TestApp {
  account: accounts.Account
  token: string
  api: ApiClient
  app: FastifyInstance
  db: Database
  url: string
  deployment: Deployment
  hosts: accounts.HostDirectory
  /** The topics of the `notify` calls, in order. */
  wokenTopics: WakeTopic[]
  /** Functions that close what uses the database. They run before the database closes. */
  closeCallbacks: (() => Promise<void>)[]
  campaign(method: string): Campaign
  /**
   * Advances the time by this number of milliseconds, and processes everything that is due at the new time.
   */
  advanceTime(ms?: number): Promise<void>
  /** Listens on a local port. The address becomes the origin of the deployment. */
  listen(): Promise<string>
  countEvents(): Promise<number>
  /** Runs a function in a transaction of this account, of another account, or of ALL_ACCOUNTS. */
  run<T>(callback: (ctx: TxContext) => Promise<T>, account_id?: string): Promise<T>
  /** Creates another account of the same deployment, with its own token and catalogue. */
  createOtherAccount(): Promise<{ account: accounts.Account; token: string; api: ApiClient }>
}

type Campaign = Awaited<ReturnType<typeof campaigns.list>>['data'][number]

export interface TestAppOptions {
  stage?: 'staging' | 'production'
  tier?: accounts.Tier
  rateLimit?: number
  /**
   * The cipher for a known key, which lets other processes use the same
   * database. The default has a random key.
   */
  cipher?: Cipher
  /** The supported API versions. The default is the versions of the contract. */
  versions?: Versions
}

export async function createTestApp({
  stage = 'staging',
  tier = 'enterprise',
  rateLimit = 0,
  cipher,
  versions: supportedVersions = versions,
}: TestAppOptions = {}): Promise<TestApp> {
  const { url } = await createMigratedDatabase()
  const wokenTopics: WakeTopic[] = []
  const hosts = accounts.createHostDirectory()
  const { deployment, address } = createDeployment({
    ...{ hosts, stage, versions: supportedVersions, notify: (loop) => wokenTopics.push(loop) },
    ...(cipher && { cipher }),
  })
  let clockOffsetMs = 0
  const clock = () => new Date(Date.now() + clockOffsetMs)
  const db = openDatabase({ url, clock, deployment, maxConnections: 10, name: 'test' })
  const app = createServer(createLog({ level: 'silent' }))
  const authenticate = apiKeys.createAuthenticator(db, { stage, region: 'us' })
  const name = 'Bestow API v0.0.0 (build test)'
  const downloads = { allowPrivate: true, ports: undefined }
  await app.register(api({ db, authenticate, rateLimit, name, downloads }), { prefix: '/api' })
  const closeCallbacks: (() => Promise<void>)[] = []
  after(async () => {
    for (const close of closeCallbacks) await close()
    await app.close()
    await db.pool.end()
  })

  async function setUpAccount(accountTier: accounts.Tier) {
    const account = await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
      accounts.createAccount(ctx, { name: 'Larkfield', tier: accountTier }),
    )
    await inTransaction(db, account.id, (ctx) => seed(ctx))
    const { token } = await inTransaction(db, account.id, (ctx) =>
      apiKeys.createToken(ctx, { scopes: everyScope }),
    )
    return { account, token, api: createApiClient(app, token) }
  }

  const { account, token, api: client } = await setUpAccount(tier)
  const { data } = await inTransaction(db, account.id, (ctx) =>
    campaigns.list(ctx, {}, { limit: 25, order: 'desc' }),
  )
  return {
    account,
    token,
    api: client,
    app,
    db,
    url,
    deployment,
    hosts,
    wokenTopics,
    closeCallbacks,
    campaign(method) {
      const found = data.find(
        ({ invitation_method, state }) => invitation_method === method && state === 'available',
      )
      if (found === undefined) throw new Error(`the demo has no campaign by ${method}`)
      return found
    },
    async advanceTime(ms = 0) {
      clockOffsetMs += ms
      await drain(
        async () => (await gifting.processDue(db)) + (await oneLinks.processDueClaims(db)),
      )
    },
    async listen() {
      address.origin = await app.listen({ host: '127.0.0.1', port: 0 })
      return address.origin
    },
    run: (run, account_id = account.id) => inTransaction(db, account_id, run),
    countEvents: () =>
      inTransaction(db, account.id, (ctx) => ctx.queryCount('select count(*) from webhooks.event')),
    createOtherAccount: () => setUpAccount('enterprise'),
  }
}

/** Returns a body for `POST /gift_requests` that lets the recipient choose. */
export const giftBody = (testApp: TestApp, overrides: object = {}) => ({
  campaign_id: testApp.campaign('email').id,
  recipient: {
    first_name: 'Ada',
    last_name: 'Larkin',
    email: `ada.${randomBytes(6).toString('hex')}@example.com`,
  },
  ...overrides,
})

/** Returns a body with fixed items and a fixed address (direct-send). */
export function directGiftBody(testApp: TestApp, overrides: object = {}) {
  const campaign = testApp.campaign('sender_provided_address')
  return {
    ...giftBody(testApp),
    campaign_id: campaign.id,
    shipping_address: {
      name: 'Ada Larkin',
      line_1: 'Unter den Linden 1',
      city: 'Berlin',
      postal_code: '10117',
      country: 'DE',
    },
    line_items: [{ variant_id: campaign.products[0]?.variants[0]?.id ?? '', quantity: 2 }],
    ...overrides,
  }
}
