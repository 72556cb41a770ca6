import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import pg from 'pg'
import { createTestApp, giftBody } from '#test/api-harness'
import { eventually } from '#test/eventually'
import { insertLargeGifts } from '#test/large-gifts'

/*
 * The tests of costly reads. One account reads two lists at a time in a process. Its
 * further reads wait in its own queue.
 */

const testApp = await createTestApp()
const other = await testApp.createOtherAccount()
const blocker = new pg.Client({ connectionString: testApp.url })
await blocker.connect()
after(() => blocker.end())

/** Counts the statements that wait for a lock. */
async function countBlocked(): Promise<number> {
  const { rows } = await blocker.query(
    `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  )
  return rows.length
}

describe('lists of one account', () => {
  it('run two at a time; others wait, and too many get 429 with Retry-After', async () => {
    await testApp.api.post('/gift_requests', giftBody(testApp))
    await blocker.query('begin; lock table gifting.gift_request in access exclusive mode')
    const paths = ['/gift_requests', '/exports/gift_requests', '/reports/countries']
    const requests = Array.from({ length: 60 }, (_, n) => testApp.api.get(paths[n % 3] ?? ''))
    await eventually(async () => (await countBlocked()) === 2)
    const refused = await Promise.all(requests.slice(52))
    for (const { status, headers, json } of refused) {
      assert.equal(status, 429)
      assert.match(String(headers['retry-after']), /^[1-9]\d*$/)
      assert.equal(json.errors[0].code, 'too_many_requests')
    }
    assert.equal(await countBlocked(), 2)
    assert.equal((await other.api.get('/campaigns')).status, 200, 'another account reads')
    assert.equal((await testApp.api.get(`/campaigns/${testApp.campaign('email').id}`)).status, 200)
    await blocker.query('rollback')
    for (const { status } of await Promise.all(requests.slice(0, 52))) assert.equal(status, 200)
  })
})

describe('the rate limit', () => {
  it('counts one request for each 64 KB of a response', async () => {
    const limited = await createTestApp({ rateLimit: 100 })
    await insertLargeGifts(limited, 45)
    const remaining = ({ headers }: { headers: Record<string, unknown> }) =>
      Number(/r=(\d+)/.exec(String(headers.ratelimit))?.[1])
    const small = await limited.api.get('/gift_requests?limit=1')
    assert.ok(remaining(small) >= 197, String(small.headers.ratelimit))
    const large = await limited.api.get('/gift_requests?limit=100')
    assert.ok(large.text.length > 900_000)
    assert.ok(remaining(large) <= 200 - 1 - 14, String(large.headers.ratelimit))
    const slow = await createTestApp({ rateLimit: 2 })
    await insertLargeGifts(slow, 45)
    const statuses = []
    for (let n = 0; n < 5; n++)
      statuses.push((await slow.api.get('/gift_requests?limit=100')).status)
    assert.ok(statuses.includes(429), statuses.join())
  })

  it('slows an export down instead of ending it', async () => {
    const limited = await createTestApp({ rateLimit: 20 })
    await insertLargeGifts(limited, 130)
    const startedAt = performance.now()
    const download = await limited.api.get('/exports/gift_requests?format=jsonl')
    assert.equal(download.text.trimEnd().split('\n').length, 130)
    assert.ok(performance.now() - startedAt > 1_000, 'waits for a window')
  })
})
