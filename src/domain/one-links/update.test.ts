import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ApiError } from '#contract'
import * as gifting from '#gifting'
import { createTestApp } from '#test/api-harness'
import { confirmationToken } from '#test/claim-fixture'
import { keepOpenUntilBlocking } from '#test/lock-waits'
import * as oneLinks from './index.ts'

const app = await createTestApp()
const campaign_id = app.campaign('one_link').id
const hourMs = 3_600_000
const dayMs = 24 * hourMs

const inFuture = (ms: number) => new Date(app.db.clock().getTime() + ms).toISOString()
const createLink = (quantity: number, more: object = {}, rules: object = {}) =>
  app.run((ctx) =>
    oneLinks.create(ctx, { campaign_id, quantity, ...more }, [], {
      require_confirmation: false,
      ...rules,
    }),
  )
const claim = (id: string, email: string) =>
  app.run(async (ctx) => {
    const claimant = { first_name: 'Ada', last_name: 'Larkin', email }
    return (await oneLinks.claim(ctx, id, claimant))?.outcome
  })
const change = (id: string, members: Parameters<typeof oneLinks.update>[2]) =>
  app.run((ctx) => oneLinks.update(ctx, id, members))
const states = (id: string) =>
  app.run((ctx) =>
    ctx.queryValues<string>(
      'select state from gifting.gift_request where one_link_id = $1 order by state',
      [id],
    ),
  )
const timers = (id: string) =>
  app.run((ctx) =>
    ctx.query<{ expires_at: Date; due_at: Date }>(
      'select expires_at, due_at from gifting.gift_request where one_link_id = $1',
      [id],
    ),
  )
const rejects = (promise: Promise<unknown>, code: string) =>
  assert.rejects(promise, (error) => error instanceof ApiError && error.code === code)

describe('the expiry of a one-link', () => {
  it('can be later, also for gifts whose claim lapses afterwards', async () => {
    const { id } = await createLink(2, { expires_at: inFuture(hourMs) })
    assert.equal(await claim(id, 'slow@example.com'), 'claimed')
    await change(id, { expires_at: inFuture(3 * dayMs) })
    await app.advanceTime(hourMs + 1)
    assert.deepEqual(await states(id), ['awaiting_recipient', 'unclaimed'])
    await app.advanceTime(dayMs)
    assert.deepEqual(await states(id), ['unclaimed', 'unclaimed'])
    assert.equal(await claim(id, 'later@example.com'), 'claimed')
    await app.advanceTime(2 * dayMs)
    assert.deepEqual(await states(id), ['expired', 'expired'])
  })

  it('can be earlier, and leaves claimants their time', async () => {
    const { id } = await createLink(2)
    assert.equal(await claim(id, 'early@example.com'), 'claimed')
    await change(id, { expires_at: inFuture(hourMs) })
    await app.advanceTime(hourMs + 1)
    assert.deepEqual(await states(id), ['awaiting_recipient', 'expired'])
    assert.equal(await claim(id, 'late@example.com'), 'expired')
    await app.advanceTime(dayMs)
    assert.deepEqual(await states(id), ['expired', 'expired'])
  })

  it('keeps the expiry of a gift that a sender has extended', async () => {
    const { id } = await createLink(1)
    await claim(id, 'extended@example.com')
    const [gift] = await app.run((ctx) =>
      ctx.query<{ id: string }>('select id from gifting.gift_request where one_link_id = $1', [id]),
    )
    const at = new Date(inFuture(400 * dayMs))
    await app.run((ctx) => gifting.extendExpiry(ctx, gift?.id ?? '', { at }))
    await change(id, { expires_at: inFuture(dayMs) })
    assert.deepEqual((await timers(id))[0]?.expires_at, at)
  })

  it('sets the timers of a new one-link, also ahead of real time', async () => {
    await app.api.post('/test_helpers/clock/advance', { by: '2d' })
    const { json } = await app.api.post('/one_links', { campaign_id, quantity: 2 })
    const expires_at = new Date(Date.parse(json.created_at) + 90 * dayMs).toISOString()
    const { json: other } = await app.api.post('/one_links', {
      ...{ campaign_id, quantity: 2 },
      expires_at,
    })
    await change(json.id, { expires_at })
    assert.deepEqual(await timers(json.id), await timers(other.id))
  })

  it('moves the end of the waiting list', async () => {
    const { id } = await createLink(1, {}, { require_confirmation: true })
    for (const email of ['first@example.com', 'second@example.com']) {
      await claim(id, email)
      const token = await confirmationToken(app, email)
      await app.run((ctx) => oneLinks.confirmClaim(ctx, id, token))
    }
    const expires_at = inFuture(200 * dayMs)
    await change(id, { expires_at })
    const listed = await app.run((ctx) =>
      ctx.query<{ until: Date }>(
        "select until from gifting.one_link_claim where one_link_id = $1 and state = 'listed'",
        [id],
      ),
    )
    assert.deepEqual(listed, [{ until: new Date(expires_at) }])
  })

  it('is not moved to the past, nor after the end', async () => {
    const { id } = await createLink(1, { expires_at: inFuture(hourMs) })
    await rejects(change(id, { expires_at: inFuture(-1) }), 'invalid')
    await app.advanceTime(hourMs + 1)
    await rejects(change(id, { expires_at: inFuture(dayMs) }), 'invalid_transition')
    const closed = await createLink(1)
    await app.run((ctx) => oneLinks.close(ctx, closed.id))
    await rejects(change(closed.id, { allowed_email_domains: ['a.example'] }), 'invalid_transition')
    assert.equal(await change('nonsense', {}), undefined)
  })

  it('applies to a claim at the same instant', async () => {
    const { id } = await createLink(1)
    let claimed: Promise<unknown> = Promise.resolve()
    const expires_at = inFuture(300 * dayMs)
    await app.run(async (ctx) => {
      await oneLinks.update(ctx, id, { expires_at })
      claimed = claim(id, 'meanwhile@example.com')
      await keepOpenUntilBlocking(ctx, claimed)
    })
    assert.equal(await claimed, 'claimed')
    assert.equal((await timers(id))[0]?.expires_at.toISOString(), expires_at)
  })
})

it('the allowed domains of a one-link apply to further claims', async () => {
  const { id } = await createLink(3, {}, { require_confirmation: true })
  assert.equal(await claim(id, 'ada@example.org'), 'mailed')
  await change(id, { allowed_email_domains: ['EXAMPLE.com', 'example.com'] })
  assert.equal(await claim(id, 'bob@example.org'), 'refused')
  assert.equal(await claim(id, 'bob@example.com'), 'mailed')
  const token = await confirmationToken(app, 'ada@example.org')
  const confirmed = await app.run((ctx) => oneLinks.confirmClaim(ctx, id, token))
  assert.equal(confirmed.status, 'claimed')
  const updated = await change(id, { allowed_email_domains: [] })
  assert.deepEqual(updated?.before, { allowed_email_domains: ['example.com'] })
  assert.equal(await claim(id, 'eve@example.org'), 'mailed')
})
