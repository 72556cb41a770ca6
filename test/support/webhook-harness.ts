import { randomBytes } from 'node:crypto'
import { type EventType, type GiftRequestView, toRawJson, versions } from '#contract'
import { createCipher, type Key } from '#platform/crypto/encryption'
import type { Deployment } from '#platform/deployment'
import { systemClock } from '#platform/lib/clock'
import { newId } from '#platform/lib/ids'
import { createLruCache } from '#platform/lib/lru-cache'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  openDatabase,
} from '#platform/postgres/database'
import * as webhooks from '#webhooks'

/** An account with endpoints. Its gift requests exist only in the recorded events. */
export interface WebhookHarness {
  db: Database
  account_id: string
  createEndpoint(
    input: Partial<webhooks.EndpointInput> & { url: string },
  ): Promise<webhooks.EndpointWithSecret>
  /** Records one event in its own transaction. Returns its id. */
  recordEvent(type?: EventType): Promise<string>
  close(): Promise<void>
}

export async function createWebhookHarness(
  url: string,
  options: {
    stage?: 'staging' | 'production'
    notify?: () => void
    size?: number
    keys?: readonly Key[]
  } = {},
): Promise<WebhookHarness> {
  const db = openTestDatabase(url, options)
  const account_id = await createAccount(db)
  return {
    db,
    account_id,
    createEndpoint: (input) =>
      inTransaction(db, account_id, (ctx) =>
        webhooks.createEndpoint(ctx, { account_id, tier: 'enterprise' }, input, {
          allowPrivate: true,
        }),
      ),
    recordEvent: (type = 'gift_request_created') =>
      inTransaction(db, account_id, async (ctx) =>
        webhooks.record(ctx, eventInput(account_id, type)),
      ),
    close: () => db.pool.end(),
  }
}

export const testKey: Key = { id: 'test', bytes: Buffer.alloc(32, 7) }

/**
 * The limits for tests and benchmarks of the engine, which create more endpoints than an account may have.
 */
export const testLimits = {
  endpoints: 20_000,
  one_links: 20_000,
  products: 20_000,
  warehouses: 20_000,
  pictures: 20_000,
}

export const openTestDatabase = (
  url: string,
  {
    stage = 'staging',
    notify = () => {},
    size = 8,
    keys = [testKey],
  }: Parameters<typeof createWebhookHarness>[1] = {},
): Database => {
  const deployment: Deployment = {
    origin: 'http://localhost:3000',
    stage,
    region: 'us',
    versions,
    cipher: createCipher(keys),
    cache: createLruCache(2_000),
    notify,
    limits: testLimits,
  }
  return openDatabase({
    url,
    clock: systemClock,
    deployment,
    maxConnections: size,
    name: 'tests',
  })
}

export async function createAccount(db: Database): Promise<string> {
  const account_id = newId()
  await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
    ctx.query(
      `insert into access.account (id, name, tier, tenant, region, stage, created_at)
       values ($1, 'Acme', 'enterprise', $2, 'us', 'staging', now())`,
      [account_id, randomBytes(9).toString('hex')],
    ),
  )
  return account_id
}

export const eventInput = (account_id: string, type: EventType = 'gift_request_created') => {
  const gift = sampleGiftView()
  return { account_id, type, subject_id: gift.id, gift }
}

/** Returns a gift with non-ASCII letters, quotes and backslashes, so that a re-encoding becomes visible. */
export const sampleGiftView = (): GiftRequestView => ({
  id: newId(),
  reference: 'GR-7K3M9QTX',
  status: 'submitted',
  campaign: { id: newId(), name: 'Grüße „2026“ \\ "x"', web_url: 'http://localhost:3000/c/1' },
  redemption_url: null,
  web_url: 'http://localhost:3000/gift_requests/1',
  recipient: {
    id: newId(),
    thank_you_count: 0,
    first_name: 'Zoë',
    last_name: '李 🎁',
    name: 'Zoë 李 🎁',
    email: 'zoe@example.com',
  },
  sender: { id: newId(), name: 'Åsa', email: 'asa@example.com' },
  shipping_address: null,
  offering: toRawJson({ selection_mode: 'one', visible_at_redemption: true, line_items: [] }),
  line_items: null,
  email_message: toRawJson({ subject: 'Für dich', body: 'Line\n\u2028 end' }),
  created_at: new Date('2026-05-01T10:30:00.000Z'),
  updated_at: new Date('2026-05-01T10:30:00.000Z'),
  metadata: toRawJson({}),
})
