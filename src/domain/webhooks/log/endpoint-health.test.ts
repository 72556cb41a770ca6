import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { inTransaction } from '#platform/postgres/database'
import { createMigratedDatabase } from '#test/throwaway-database'
import { createWebhookHarness, type WebhookHarness } from '#test/webhook-harness'
import * as webhooks from '../index.ts'

let harness: WebhookHarness
before(async () => {
  harness = await createWebhookHarness((await createMigratedDatabase()).url)
})
after(() => harness.close())

type Write = Parameters<typeof inTransaction<void>>[2]
const asAccount = <T>(fn: (...args: Parameters<Write>) => Promise<T>) =>
  inTransaction(harness.db, harness.account_id, fn)

interface EndpointHistory {
  /** Attempts: minutes ago, number of events with one attempt each, and the outcome. */
  attempts: readonly (readonly [times: number, minutesAgo: number, outcome: 'ok' | 'failed'])[]
  /** Number of later events that wait for their first attempt. */
  untried?: number
}

/** Creates an endpoint with this history and returns its id. */
async function createEndpointWith({ attempts, untried = 0 }: EndpointHistory): Promise<string> {
  const { endpoint } = await harness.createEndpoint({ url: 'http://127.0.0.1:9/hooks' })
  const { id } = endpoint
  await asAccount(async (ctx) => {
    for (const [times, minutesAgo, outcome] of attempts)
      await ctx.query(insertHistorySql, [harness.account_id, id, minutesAgo, times, outcome])
    await ctx.query(insertHistorySql, [harness.account_id, id, 0, untried, null])
  })
  return id
}

const insertHistorySql = `
  with begun as (
    insert into webhooks.delivery (account_id, id, event_id, event_type, endpoint_id, payload_version, created_at)
    select $1, webhooks.new_id(platform.uuid_floor(now() - $3 * interval '1 minute')), gen_random_uuid(),
           'gift_request_created', $2, '2026-05', now() from generate_series(1, $4::int)
    returning id, event_id
  ), attempted as (
    insert into webhooks.attempt (account_id, delivery_id, number, started_at, duration_ms, outcome, phase, status)
    select $1, id, 1, now() - $3 * interval '1 minute', 5, $5::text, 'status', case $5 when 'ok' then 200 else 500 end
      from begun where $5::text is not null
  )
  insert into webhooks.delivery_queue (account_id, endpoint_id, id, event_id, event_type, payload_version, state, attempt, next_at)
  select $1, $2, id, event_id, 'gift_request_created', '2026-05',
         case when $5 is null then 0 else 3 end, case when $5 is null then 0 else 1 end,
         case when $5 is null then null else now() + interval '1 hour' end
    from begun where $5 is distinct from 'ok'`

const readEndpointHealth = async (id: string) => {
  const found = await asAccount((ctx) => webhooks.getEndpointHealth(ctx, id))
  assert.ok(found)
  return found
}

// biome-ignore format: one case per line
const cases: [string, EndpointHistory, webhooks.HealthState, counts: [attempts: number, failed: number]][] = [
  ['nothing was sent',                             { attempts: [] },                                         'idle',       [0, 0]],
  ['events wait for their first attempt',          { attempts: [], untried: 3 },                             'starting',   [0, 0]],
  ['no attempt ever succeeded',                    { attempts: [[60, 3, 'failed']] },                        'failing',    [60, 60]],
  ['one success came before all failures',          { attempts: [[1, 30, 'ok'], [60, 5, 'failed']] },         'failing',    [60, 60]],
  ['a receiver hangs and new events queue up',     { attempts: [[6, 5, 'failed']], untried: 900 },           'failing',    [6, 6]],
  ['retries wait and no attempt is recent',        { attempts: [[9, 300, 'failed']] },                       'failing',    [9, 9]],
  ['a single attempt failed',                      { attempts: [[1, 2, 'failed']] },                         'degraded',   [1, 1]],
  ['a few attempts failed among many',             { attempts: [[3, 6, 'failed'], [40, 7, 'ok']] },          'degraded',   [43, 3]],
  ['the receiver was repaired two minutes ago',    { attempts: [[50, 8, 'failed'], [7, 2, 'ok']] },          'recovering', [57, 50]],
  ['the receiver was repaired an hour ago',        { attempts: [[50, 70, 'failed'], [7, 2, 'ok']] },         'healthy',    [7, 0]],
  ['all attempts succeeded',                       { attempts: [[12, 2, 'ok']] },                            'healthy',    [12, 0]],
]

for (const [name, history, state, counts] of cases)
  it(`is ${state} when ${name}`, async () => {
    const id = await createEndpointWith(history)
    const health = await readEndpointHealth(id)
    assert.deepEqual([health.state, [health.attempts, health.failed]], [state, counts])
    const listed = (await asAccount(webhooks.listFailingEndpoints)).find(
      ({ endpoint_id }) => endpoint_id === id,
    )
    assert.deepEqual(
      listed && [listed.state, listed.attempts, listed.failed],
      state === 'failing' ? [state, ...counts] : undefined,
      'the overview, the emails and the metrics use the same definition',
    )
  })

it('returns the start of an outage, however many attempts failed since', async () => {
  const id = await createEndpointWith({
    attempts: [
      [1, 40, 'ok'],
      [30, 27, 'failed'],
      [300, 2, 'failed'],
    ],
  })
  const { state, failing_since, attempts } = await readEndpointHealth(id)
  assert.deepEqual([state, attempts], ['failing', 100])
  const minutes = (Date.now() - (failing_since?.getTime() ?? 0)) / 60_000
  assert.ok(minutes > 26 && minutes < 29, `${minutes} minutes`)
})

it('is disabled for a disabled endpoint, whatever its attempts', async () => {
  const id = await createEndpointWith({ attempts: [[20, 3, 'failed']] })
  await asAccount((ctx) => webhooks.disableEndpoint(ctx, id))
  assert.equal((await readEndpointHealth(id)).state, 'disabled')
})
