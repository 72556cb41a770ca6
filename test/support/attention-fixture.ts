import * as attention from '#attention'
import type { AttentionKind } from '#contract'
import type { TestApp } from '#test/api-harness'
import { createCups } from '#test/fulfilment-fixture'
import * as webhooks from '#webhooks'

/** Functions about what needs attention in a test app's account. */
export interface AttentionFixture {
  check(): Promise<number>
  list(filter: attention.FeedFilter): Promise<attention.ItemRow[]>
  /** Finds the newest item of a subject. */
  findItem(kind: AttentionKind, subject_id: string): Promise<attention.ItemRow | undefined>
  /** Writes the state of a gift request, as the scans of a carrier do. Returns the id of the gift request. */
  setState(gift_request_id: string, state: string): Promise<string>
  createEndpoint(
    input?: Partial<webhooks.EndpointInput>,
  ): Promise<webhooks.EndpointWithSecret['endpoint']>
  deleteEndpoint(id: string): Promise<unknown>
  /** Creates a gift request. Abandons its delivery to the endpoint. */
  abandonDelivery(endpoint_id: string): Promise<void>
}

export function createAttentionFixture(testApp: TestApp): AttentionFixture {
  const account_id = testApp.account.id
  const list = (filter: attention.FeedFilter) =>
    testApp.run(
      async (ctx) => (await attention.list(ctx, filter, { limit: 500, order: 'asc' })).data,
    )
  return {
    check: () => attention.checkAccount(testApp.db, account_id),
    list,
    findItem: async (kind, subject_id) => (await list({ kind, subject_id })).at(-1),
    async setState(id, state) {
      await testApp.run((ctx) =>
        ctx.query(
          `update gifting.gift_request set state = $3, updated_at = $4, due_at = null
            where account_id = $1 and id = $2`,
          [account_id, id, state, ctx.now],
        ),
      )
      return id
    },
    async createEndpoint(input = {}) {
      const { endpoint } = await testApp.run((ctx) =>
        webhooks.createEndpoint(
          ctx,
          { account_id, tier: 'enterprise' },
          { url: 'http://127.0.0.1:9/hooks', ...input },
          { allowPrivate: true },
        ),
      )
      return endpoint
    },
    deleteEndpoint: (id) => testApp.run((ctx) => webhooks.deleteEndpoint(ctx, id)),
    async abandonDelivery(endpoint_id) {
      const shop = await createCups(testApp)
      await shop.createGift()
      await testApp.run((ctx) =>
        ctx.query(
          `with ended as (delete from webhooks.delivery_queue where account_id = $1 and endpoint_id = $2 returning id)
           update webhooks.delivery set abandoned_at = now() where account_id = $1 and id in (select id from ended)`,
          [account_id, endpoint_id],
        ),
      )
    },
  }
}

/** Inserts gift requests without history into an account. */
export async function seedGifts(
  testApp: TestApp,
  account_id: string,
  { count, state = 'backordered', mark = 'A' }: { count: number; state?: string; mark?: string },
): Promise<void> {
  // uses several statements, so that none reaches the statement timeout on a busy machine
  for (let first = 1; first <= count; first += seedBatch)
    await testApp.run(
      (ctx) =>
        ctx.query(
          `insert into gifting.gift_request (account_id, id, reference, state, status, version, is_direct, sender_id,
             sender_name, sender_email, email_key, first_name, last_name, email, email_message, metadata,
             expires_at, created_at, updated_at)
           select $1::uuid, gen_random_uuid(), 'GR-' || right($1::uuid::text, 12) || $5 || i, $4, 'redeemed', 1, true,
                  $1::uuid, 'Ada', 'ada@example.com', '', 'A', 'B', '', '{}', '{}', now(), now(), now() - interval '1 hour'
             from generate_series($2::int, $3::int) i`,
          [account_id, first, Math.min(count, first + seedBatch - 1), state, mark],
        ),
      account_id,
    )
}

const seedBatch = 4_000
