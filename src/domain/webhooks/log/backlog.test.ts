import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { ALL_ACCOUNTS, inTransaction } from '#platform/postgres/database'
import { createMigratedDatabase } from '#test/throwaway-database'
import { createWebhookHarness, type WebhookHarness } from '#test/webhook-harness'
import * as webhooks from '../index.ts'

let harness: WebhookHarness
before(async () => {
  harness = await createWebhookHarness((await createMigratedDatabase()).url)
})
after(() => harness.close())

const readBacklog = () => inTransaction(harness.db, ALL_ACCOUNTS, webhooks.readBacklog)

interface History {
  attempts: number
  minutesAgo: number
  durationMs: number
  status: number | null
  max_per_second: number | null
}

/** Creates an endpoint with these attempts, and three deliveries that have waited for 20 minutes. Returns its id. */
async function createWaiting(history: Partial<History>): Promise<string> {
  const { endpoint } = await harness.createEndpoint({
    url: 'http://127.0.0.1:9/hooks',
    description: 'Old bridge',
  })
  const { attempts = 0, minutesAgo = 1, durationMs = 5, status = 200 } = history
  await inTransaction(harness.db, harness.account_id, async (ctx) => {
    await ctx.query('update webhooks.endpoint set max_per_second = $2 where id = $1', [
      endpoint.id,
      history.max_per_second ?? null,
    ])
    await ctx.query(insertAttemptsSql, [
      ...[harness.account_id, endpoint.id, attempts, minutesAgo, durationMs, status],
    ])
    await ctx.query(insertWaitingSql, [harness.account_id, endpoint.id])
  })
  return endpoint.id
}

const insertAttemptsSql = `
  with begun as (
    insert into webhooks.delivery (account_id, id, event_id, event_type, endpoint_id, payload_version, created_at)
    select $1, webhooks.new_id(platform.uuid_floor(now() - interval '25 minutes')), gen_random_uuid(),
           'gift_request_created', $2, '2026-05', now() from generate_series(1, $3::int)
    returning id
  )
  insert into webhooks.attempt (account_id, delivery_id, number, started_at, duration_ms, outcome, phase, status)
  select $1, id, 1, now() - $4 * interval '1 minute', $5, case $6::int when 200 then 'ok' else 'failed' end, 'status', $6
    from begun`

const insertWaitingSql = `
  insert into webhooks.delivery_queue (account_id, endpoint_id, id, event_id, event_type, payload_version)
  select $1, $2, webhooks.new_id(platform.uuid_floor(now() - interval '20 minutes')), gen_random_uuid(),
         'gift_request_created', '2026-05' from generate_series(1, 3)`

// biome-ignore format: one case per line
const cases: readonly [name: string, history: Partial<History>, cause: string | undefined][] = [
  ['never answers', { attempts: 3, durationMs: 15_000, status: null }, 'unanswered'],
  ['answers with errors', { attempts: 3, status: 500 }, 'failing'],
  ['answers after seconds', { attempts: 3, durationMs: 4_000 }, 'slow'],
  ['has a limit of attempts per second', { attempts: 3, max_per_second: 1 }, 'limited'],
  ['answers at once', { attempts: 3 }, undefined],
  ['was never attempted', {}, undefined],
  ['has a limit, and was not attempted for long', { attempts: 3, minutesAgo: 10, max_per_second: 1 }, undefined],
  ['failed, and was not attempted for long', { attempts: 3, minutesAgo: 10, status: 500 }, undefined],
]

for (const [name, history, cause] of cases)
  it(`the wait of an endpoint that ${name} ${cause === undefined ? 'counts' : 'does not count'} as a delay of the service`, async () => {
    const endpoint_id = await createWaiting(history)
    const { oldest_seconds, endpoints } = await readBacklog()
    if (cause === undefined) {
      assert.deepEqual(endpoints, [])
      assert.ok(oldest_seconds > 1_190 && oldest_seconds < 1_300, String(oldest_seconds))
    } else {
      const [found] = endpoints
      assert.deepEqual(
        [found?.endpoint_id, found?.account_id, found?.description, found?.cause, found?.waiting],
        [endpoint_id, harness.account_id, 'Old bridge', cause, 3],
      )
      assert.ok((found?.oldest_seconds ?? 0) > 1_190)
      assert.equal(oldest_seconds, 0)
    }
    await inTransaction(harness.db, harness.account_id, (ctx) =>
      ctx.query('delete from webhooks.delivery_queue'),
    )
  })

it('the age of first attempts is that of the others when one endpoint never answers', async () => {
  await createWaiting({ attempts: 3, durationMs: 15_000, status: null })
  await harness.createEndpoint({ url: 'http://127.0.0.1:9/healthy' })
  await harness.recordEvent()
  const { oldest_seconds, endpoints } = await readBacklog()
  assert.equal(endpoints.length, 1)
  assert.ok(oldest_seconds < 20, String(oldest_seconds))
})
