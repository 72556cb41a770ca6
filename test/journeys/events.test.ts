import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as gifting from '#gifting'
import { minIdAt } from '#platform/lib/ids'
import { createTestApp, giftBody } from '#test/api-harness'
import { pluck } from '#test/pluck'

const testApp = await createTestApp()
const { api } = testApp
const { text: created, json: gift } = await api.post(
  '/gift_requests',
  giftBody(testApp, { metadata: { '2': 'b', '1': 'a', name: 'Zoë "quoted" \\ 🎁' } }),
)
await api.post(`/gift_requests/${gift.id}/cancel`)
const { json: other } = await api.post('/gift_requests', giftBody(testApp))

type ListedEvent = { id: string; type: string; gift_request_id: string; body: { status: string } }
const events = async (query = ''): Promise<ListedEvent[]> =>
  (await api.get(`/events${query}`)).json.data

it('lists events newest first, with the body at the time of the event', async () => {
  const event = await events()
  assert.deepEqual(pluck(event, 'type', 'gift_request_id'), [
    ['gift_request_created', other.id],
    ['gift_request_cancelled', gift.id],
    ['gift_request_created', gift.id],
  ])
  assert.deepEqual(
    event.map(({ body }) => body.status),
    ['submitted', 'cancelled', 'submitted'],
  )
})

it('embeds the stored body byte for byte', async () => {
  const [event] = await events(`?gift_request_id=${gift.id}&order=asc`)
  const { text, json } = await api.get(`/events/${event?.id}`)
  assert.deepEqual(Object.keys(json), ['id', 'type', 'gift_request_id', 'created_at', 'body'])
  assert.match(json.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  const { body: _, ...head } = json
  assert.equal(text, `${JSON.stringify(head).slice(0, -1)},"body":${created}}`)
  const [{ body: stored } = { body: Buffer.alloc(0) }] = await testApp.run((ctx) =>
    ctx.query<{ body: Buffer }>('select body from webhooks.event_body where event_id = $1', [
      event?.id,
    ]),
  )
  assert.ok(text.endsWith(`,"body":${stored}}`))
})

it('filters by type and by gift request', async () => {
  assert.deepEqual(pluck(await events('?type=gift_request_cancelled'), 'gift_request_id'), [
    gift.id,
  ])
  const ofGift = await events(`?gift_request_id=${gift.id}`)
  assert.deepEqual(pluck(ofGift, 'type'), ['gift_request_cancelled', 'gift_request_created'])
  const both = await events(`?gift_request_id=${gift.id}&type=gift_request_created`)
  assert.deepEqual(pluck(both, 'id'), [ofGift[1]?.id])
  assert.deepEqual(await events('?gift_request_id=nonsense'), [])
})

it('pages to the end, in both orders', async () => {
  const ids = (await events()).map(({ id }) => id)
  for (const [order, expected] of [
    ['desc', ids],
    ['asc', [...ids].reverse()],
  ] as const) {
    const pagedIds: string[] = []
    for (let after = '', isMore = true; isMore; after = `&after=${pagedIds.at(-1)}`) {
      const { json } = await api.get(`/events?limit=2&order=${order}${after}`)
      pagedIds.push(...pluck(json.data, 'id'))
      isMore = json.has_more
    }
    assert.deepEqual(pagedIds, expected)
  }
})

it('rejects invalid parameters', async () => {
  for (const [query, param] of [
    ['type=gift_request_lost', 'type'],
    ['after=x', 'after'],
    [`after=${gift.id}`, 'after'],
    ['limit=0', 'limit'],
    ['gift_request_id=', 'gift_request_id'],
    ['subject_id=x', 'subject_id'],
  ]) {
    const { status, json } = await api.get(`/events?${query}`)
    assert.equal(status, 400, query)
    assert.equal(json.errors[0].param, param, query)
  }
})

it('does not show the events of another account', async () => {
  const { api: otherApi } = await testApp.createOtherAccount()
  const [event] = await events()
  assert.deepEqual((await otherApi.get('/events')).json.data, [])
  assert.deepEqual((await otherApi.get(`/events?gift_request_id=${gift.id}`)).json.data, [])
  const unknown = await otherApi.get('/events/nonsense')
  assert.equal(unknown.status, 404)
  assert.equal((await otherApi.get(`/events/${event?.id}`)).text, unknown.text)
  assert.equal((await otherApi.get(`/events?after=${event?.id}`)).status, 400)
})

it('ends the ascending feed before events whose transaction is still open', async () => {
  const reached = Promise.withResolvers<void>()
  const mayCommit = Promise.withResolvers<void>()
  const read = async (after: string) =>
    pluck((await api.get(`/events?order=asc&limit=100&after=${after}`)).json.data, 'id')
  const last = (await events()).at(0)?.id ?? ''
  const { json: slow } = await api.post('/gift_requests', giftBody(testApp))
  const late = testApp.run(async (ctx) => {
    await gifting.cancel(ctx, slow.id, 'left open')
    await ctx.query('select 1')
    reached.resolve()
    await mayCommit.promise
  })
  await reached.promise
  await api.post('/gift_requests', giftBody(testApp))
  const seen = await read(last)
  mayCommit.resolve()
  await late
  const rest = await read(seen.at(-1) ?? last)
  assert.equal((await events()).filter(({ type }) => type === 'gift_request_cancelled').length, 2)
  assert.deepEqual([...seen, ...rest], await read(last))
  assert.equal([...seen, ...rest].length, 3)
})

it('continues after an event that has left retention', async () => {
  const old = minIdAt(new Date(Date.now() - 40 * 24 * 3_600_000)).replace(/-0000-/, '-7000-')
  const all = (await api.get('/events?order=asc&limit=100')).json.data
  const { status, json } = await api.get(`/events?order=asc&limit=100&after=${old}`)
  assert.equal(status, 200)
  assert.deepEqual(json.data, all)
  assert.equal((await api.get(`/events?after=${crypto.randomUUID()}`)).status, 400)
})
