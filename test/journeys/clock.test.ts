import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as gifting from '#gifting'
import { aGift, createWorld } from '#test/api-world'

const world = await createWorld()
const { api } = world
const day = 86_400_000

async function advance(by: string, client = api) {
  const answer = await client.post('/test_helpers/clock/advance', { by })
  assert.equal(answer.status, 200, answer.text)
  return answer.json as { now: string; moved: number }
}

/** What the account's clock says; it costs a second of it. */
const clock = async (client = api) => Date.parse((await advance('1s', client)).now)

/** Another account, whose clock no other test touches. */
async function newcomer() {
  const { api: client } = await world.stranger()
  const { json } = await client.get('/campaigns')
  const idOf = (method: string) =>
    json.data.find(
      ({ invitation_method }: { invitation_method: string }) => invitation_method === method,
    ).id
  const send = async (more: object = {}) => {
    const body = { ...aGift(world), campaign_id: idOf('email'), ...more }
    const { json: gift } = await client.post('/gift_requests', body)
    return gift
  }
  return { client, send }
}

const historyOf = async (id: string) =>
  (await api.get(`/gift_requests/${id}/history`)).json.data as { to: string; at: string }[]

const statesOf = async (id: string) => (await historyOf(id)).map(({ to }) => to)

it('puts the clock forward, and says what it says then', async () => {
  const asked = performance.now()
  const before = await clock()
  const { now } = await advance('90s')
  const passed = Date.parse(now) - before
  assert.ok(passed >= 90_000 && passed <= 90_000 + performance.now() - asked + 1, String(passed))
  const { json: gift } = await api.post('/gift_requests', aGift(world))
  assert.ok(Date.parse(gift.created_at) >= Date.parse(now))
})

it('does everything that is due by then before it answers', async () => {
  const start = await clock()
  const send_at = new Date(start + 3 * day).toISOString()
  const expires_at = new Date(start + 10 * day).toISOString()
  const { json: gift } = await api.post('/gift_requests', aGift(world, { send_at, expires_at }))
  await advance('1h')
  assert.deepEqual(await statesOf(gift.id), ['created', 'scheduled'])
  await advance('3d')
  assert.deepEqual(await statesOf(gift.id), ['created', 'scheduled', 'awaiting_recipient'])
  const { now } = await advance('14d')
  const history = await historyOf(gift.id)
  assert.equal(history.at(-1)?.to, 'expired')
  assert.equal(history.at(-1)?.at, now)
  const { json: told } = await api.get(`/events?gift_request_id=${gift.id}&limit=1`)
  assert.equal(told.data[0].type, 'gift_request_cancelled')
  assert.equal(told.data[0].created_at, now)
})

it('passes through everything on the way in one great step, and counts the moves', async () => {
  const { client, send } = await newcomer()
  const gift = await send({ send_at: new Date((await clock(client)) + day).toISOString() })
  assert.equal((await advance('300d', client)).moved, 2)
  const { json } = await client.get(`/gift_requests/${gift.id}/history`)
  assert.deepEqual(
    json.data.map(({ to }: { to: string }) => to),
    ['created', 'awaiting_recipient', 'expired'],
  )
})

it("leaves what is due to the due loop, at the account's own time, from then on", async () => {
  await advance('200d')
  const { json: gift } = await api.post('/gift_requests', aGift(world))
  await world.passTime()
  const [created, linked] = await historyOf(gift.id)
  assert.equal(linked?.to, 'awaiting_recipient')
  assert.ok((linked?.at ?? '') >= (created?.at ?? 'x'))
  const start = await clock()
  assert.ok(Date.parse(linked?.at ?? '') <= start)
  const soon = new Date(start + day).toISOString()
  const { json: scheduled } = await api.post('/gift_requests', aGift(world, { send_at: soon }))
  await world.passTime()
  assert.deepEqual(await statesOf(scheduled.id), ['created', 'scheduled'])
  await world.passTime(day + 1000)
  const sent = (await historyOf(scheduled.id)).at(-1)
  assert.equal(sent?.to, 'awaiting_recipient')
  assert.ok((sent?.at ?? '') >= soon)
})

it('keeps gift requests and events in the order in which they came about', async () => {
  const made: string[] = []
  for (const by of ['1s', '5m', '2d', '100d']) {
    made.push((await api.post('/gift_requests', aGift(world))).json.id)
    await advance(by)
  }
  made.push((await api.post('/gift_requests', aGift(world))).json.id)
  const { json: gifts } = await api.get('/gift_requests?limit=5')
  assert.deepEqual(
    gifts.data.map(({ id }: { id: string }) => id),
    made.reverse(),
  )
  const { json: told } = await api.get('/events?order=asc&limit=100')
  const moments = told.data.map(({ created_at }: { created_at: string }) => created_at)
  assert.deepEqual([...moments].sort(), moments)
})

it('lets a claim lapse', async () => {
  const { json: link } = await api.post('/one_links', {
    campaign_id: world.campaign('one_link').id,
    quantity: 2,
  })
  const now = new Date(Date.parse(link.created_at))
  const who = { first_name: 'A', last_name: 'B', email: 'a@example.com' }
  await world.run((ctx) => gifting.claim({ ...ctx, now }, link.id, who))
  await advance('23h')
  assert.equal((await api.get(`/one_links/${link.id}`)).json.available, 1)
  await advance('2h')
  assert.equal((await api.get(`/one_links/${link.id}`)).json.available, 2)
  await advance('14d')
  assert.equal((await api.get(`/one_links/${link.id}`)).json.state, 'expired')
})

it('moves the clock of one account alone', async () => {
  const { client, send } = await newcomer()
  const gift = await send()
  await advance('366d')
  const { json: same } = await client.get(`/gift_requests/${gift.id}`)
  assert.equal(same.status, 'submitted')
  assert.ok((await clock(client)) < Date.parse(gift.created_at) + day)
})

it('does it once for each idempotency key, however far it goes', async () => {
  const once = { 'idempotency-key': 'fortnight' }
  const first = await api.post('/test_helpers/clock/advance', { by: '14d' }, once)
  const second = await api.post('/test_helpers/clock/advance', { by: '14d' }, once)
  assert.equal(first.status, 200)
  assert.equal(second.text, first.text)
  assert.equal(second.headers['idempotent-replayed'], 'true')
})

it('takes all that arrive at once, one after the other', async () => {
  const { api: theirs } = await world.stranger()
  const start = Date.parse((await advance('1s', theirs)).now)
  const answers = await Promise.all(Array.from({ length: 5 }, () => advance('1d', theirs)))
  const days = answers.map(({ now }) => Math.floor((Date.parse(now) - start) / day))
  assert.deepEqual(days.sort(), [1, 2, 3, 4, 5])
})

it('refuses what is no duration, too long, or backwards', async () => {
  for (const by of ['', '14', 'd', '0d', '-1d', '1.5d', '1w', '367d', '1d ', 14, null]) {
    const { status, json } = await api.post('/test_helpers/clock/advance', { by })
    assert.equal(status, 422, String(by))
    assert.equal(json.errors[0].param, 'by', String(by))
  }
  const { json } = await api.post('/test_helpers/clock/advance', { seconds: 5 })
  assert.deepEqual(json.errors.map(({ param }: { param: string }) => param).sort(), [
    'by',
    'seconds',
  ])
})

it('does not run more than ten years ahead', async () => {
  const { api: theirs } = await world.stranger()
  const answers = []
  for (let year = 0; year < 11; year++)
    answers.push(await theirs.post('/test_helpers/clock/advance', { by: '366d' }))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [...Array(10).fill(200), 422],
  )
})

it('is not there in production', async () => {
  const production = await createWorld({ stage: 'production' })
  const answer = await production.api.post('/test_helpers/clock/advance', { by: '1d' })
  assert.equal(answer.status, 404)
})
