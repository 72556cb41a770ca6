import { randomBytes } from 'node:crypto'
import { after } from 'node:test'
import type { FastifyInstance } from 'fastify'
import * as access from '#access'
import * as campaigns from '#campaigns'
import { type Versions, versions } from '#contract'
import * as gifting from '#gifting'
import { seed } from '#main/seed'
import { createServer } from '#main/server'
import type { Deployment, WakeTopic } from '#platform/installation'
import { createLruCache } from '#platform/kept'
import { createLog } from '#platform/log'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  openDatabase,
  type TxContext,
} from '#platform/postgres'
import { createCipher } from '#platform/secrets'
import { api } from '#surfaces/api'
import { type ApiClient, clientOf } from '#test/api-client'
import { freshDatabase } from '#test/database'

/** An installation of its own: a database, an account with the demo catalogue, and the API in front of it. */
export interface World {
  account: access.Account
  token: string
  api: ApiClient
  app: FastifyInstance
  db: Database
  url: string
  installation: Deployment
  /** Loops that somebody asked to wake, in order. */
  woken: WakeTopic[]
  /** What works on this database and has to end before it does. */
  closing: (() => Promise<void>)[]
  campaign(method: string): Campaign
  /** Lets so many milliseconds pass, and everything that is due by then happen. */
  passTime(ms?: number): Promise<void>
  /** Listens on a port of this computer, which is the installation's address from then on. */
  listen(): Promise<string>
  countEvents(): Promise<number>
  /** Runs something in a transaction of this account, or of everyone. */
  run<T>(run: (ctx: TxContext) => Promise<T>, account_id?: string): Promise<T>
  /** Another account of the same installation, with a token and a catalogue of its own. */
  stranger(): Promise<{ account: access.Account; token: string; api: ApiClient }>
}

type Campaign = Awaited<ReturnType<typeof campaigns.list>>['data'][number]

export interface WorldOptions {
  stage?: 'staging' | 'production'
  tier?: access.Tier
  rateLimit?: number
  /** The versions that are spoken; those of the contract when left out. */
  versions?: Versions
}

export async function createWorld({
  stage = 'staging',
  tier = 'enterprise',
  rateLimit = 0,
  versions: spoken = versions,
}: WorldOptions = {}): Promise<World> {
  const { url } = await freshDatabase()
  const woken: WakeTopic[] = []
  const place = { origin: 'http://localhost:3000' }
  const installation: Deployment = {
    get origin() {
      return place.origin
    },
    stage,
    region: 'us',
    versions: spoken,
    cipher: createCipher([{ id: 'test', bytes: randomBytes(32) }]),
    cache: createLruCache(500),
    notify: (loop) => woken.push(loop),
  }
  let ahead = 0
  const clock = () => new Date(Date.now() + ahead)
  const db = openDatabase({
    url,
    clock,
    deployment: installation,
    maxConnections: 10,
    name: 'test',
  })
  const app = createServer(createLog({ level: 'silent' }))
  const authenticate = access.createAuthenticator(db, { stage, region: 'us' })
  await app.register(api({ db, authenticate, rateLimit, name: 'Bestow API v0.0.0 (build test)' }), {
    prefix: '/api',
  })
  const closing: (() => Promise<void>)[] = []
  after(async () => {
    for (const close of closing) await close()
    await app.close()
    await db.pool.end()
  })

  async function settle(wanted: access.Tier) {
    const account = await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
      access.createAccount(ctx, { name: 'Larkfield', tier: wanted }),
    )
    await inTransaction(db, account.id, (ctx) => seed(ctx))
    const { token } = await inTransaction(db, account.id, (ctx) => access.createToken(ctx))
    return { account, token, api: clientOf(app, token) }
  }

  const { account, token, api: client } = await settle(tier)
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
    installation,
    woken,
    closing,
    campaign(method) {
      const found = data.find(
        ({ invitation_method, state }) => invitation_method === method && state === 'available',
      )
      if (found === undefined) throw new Error(`the demo has no campaign by ${method}`)
      return found
    },
    async passTime(ms = 0) {
      ahead += ms
      while ((await gifting.processDue(db)) > 0);
    },
    async listen() {
      place.origin = await app.listen({ host: '127.0.0.1', port: 0 })
      return place.origin
    },
    run: (run, account_id = account.id) => inTransaction(db, account_id, run),
    async countEvents() {
      const [row] = await inTransaction(db, account.id, (ctx) =>
        ctx.query<{ n: number }>('select count(*) as n from webhooks.event'),
      )
      return row?.n ?? 0
    },
    stranger: () => settle('enterprise'),
  }
}

/** A body for `POST /gift_requests` that lets the recipient choose. */
export const aGift = (world: World, more: object = {}) => ({
  campaign_id: world.campaign('email').id,
  recipient: {
    first_name: 'Ada',
    last_name: 'Larkin',
    email: `ada.${randomBytes(6).toString('hex')}@example.com`,
  },
  ...more,
})

/** A body that fixes items and address. */
export function aDirectGift(world: World, more: object = {}) {
  const campaign = world.campaign('sender_provided_address')
  return {
    ...aGift(world),
    campaign_id: campaign.id,
    shipping_address: {
      name: 'Ada Larkin',
      line_1: 'Unter den Linden 1',
      city: 'Berlin',
      postal_code: '10117',
      country: 'DE',
    },
    line_items: [{ variant_id: campaign.products[0]?.variants[0]?.id ?? '', quantity: 2 }],
    ...more,
  }
}
