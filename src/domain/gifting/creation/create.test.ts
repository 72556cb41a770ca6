import assert from 'node:assert/strict'
import { it } from 'node:test'
import { versions } from '#contract'
import { createTestApp, directGiftBody, giftBody } from '#test/api-harness'
import * as gifting from '../index.ts'

const { newGift } = versions['2026-05']
const app = await createTestApp()

it('inserts the events of a batch in one statement', async () => {
  const rows = Array.from({ length: 12 }, () => giftBody(app))
  const eventStatements: string[] = []
  const gifts = await app.run((ctx) =>
    gifting.createBatch(
      {
        ...ctx,
        enqueue(text, values) {
          if (/insert into webhooks\.event\b/.test(text)) eventStatements.push(text)
          ctx.enqueue(text, values)
        },
      },
      { rows },
      newGift,
    ),
  )
  assert.equal(eventStatements.length, 1)
  const events = await app.run((ctx) =>
    ctx.queryValues<string>(
      'select subject_id from webhooks.event where account_id = $1 order by id',
      [ctx.account_id],
    ),
  )
  assert.deepEqual(
    events,
    gifts.map(({ id }) => id),
    'in the order of the rows',
  )
})

it('names items of a wrong type, also with an address that restricts them', async () => {
  for (const line_items of [{}, 'MUG', 1, [null], [{}]]) {
    const { status, json } = await app.api.post('/gift_requests', {
      ...directGiftBody(app),
      line_items,
    })
    assert.equal(status, 422, JSON.stringify(line_items))
    assert.match(json.errors[0].param, /^line_items/)
  }
})

it('normalizes a body once, when it is prefetched', async () => {
  let readCount = 0
  const body = new Proxy(giftBody(app), {
    ownKeys(target) {
      readCount += 1
      return Reflect.ownKeys(target)
    },
  })
  const prefetched = await gifting.createPrefetcher(app.db)(app.account.id, body, newGift)
  assert.equal(readCount, 1)
  const gift = await app.run((ctx) => gifting.create(ctx, body, newGift, prefetched))
  assert.equal(gift.state, 'created')
  assert.equal(readCount, 1)
})
