import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as gifting from '#gifting'
import { isUnavailable } from '#platform/postgres/database'
import { createTestApp } from '#test/api-harness'
import { keepOpenUntilBlocking } from '#test/lock-waits'
import { pluck } from '#test/pluck'
import { sizeOfRun } from '#test/run-size'
import * as oneLinks from './index.ts'

const app = await createTestApp()
const campaign_id = app.campaign('one_link').id
const dayMs = 24 * 3_600_000

/**
 * Creates a one-link without confirmation and without a waiting list, because the tests in this file assign
 * gifts immediately.
 */
const createLink = (quantity: number, more: object = {}) =>
  app.run((ctx) =>
    oneLinks.create(ctx, { campaign_id, quantity, ...more }, [], {
      require_confirmation: false,
      has_waiting_list: false,
    }),
  )

const buildClaimant = (email: string) => ({ first_name: 'Ada', last_name: 'Larkin', email })

const claimGift = (id: string, email: string) =>
  app.run(async (ctx) => {
    const claimed = await oneLinks.claim(ctx, id, buildClaimant(email))
    assert.ok(claimed !== undefined)
    return claimed
  })

/**
 * Claims a gift and returns the outcome. Claims again if the service was unavailable: on a busy machine,
 * claims can fail before they start, because no connection is free.
 */
const claimOutcome = async (id: string, email: string): Promise<string> => {
  try {
    return (await claimGift(id, email)).outcome
  } catch (error) {
    if (!isUnavailable(error)) throw error
    return claimOutcome(id, email)
  }
}

async function createClaimed(id: string, email: string): Promise<gifting.Gift> {
  const result = await claimGift(id, email)
  assert.ok(result.outcome === 'claimed')
  return result.gift
}

const listGifts = (id: string) =>
  app.run((ctx) =>
    ctx.query<{ id: string; state: string; email_key: string; contact_id: string | null }>(
      'select id, state, email_key, contact_id from gifting.gift_request where one_link_id = $1',
      [id],
    ),
  )

const readLink = (id: string) =>
  app.run(async (ctx) => {
    const link = await oneLinks.find(ctx, id)
    assert.ok(link !== undefined)
    return oneLinks.toView(ctx.deployment, link, ctx.now)
  })

const claimants = sizeOfRun(1_000, 250)

it(`assigns 100 gifts to 100 of ${claimants} concurrent claimants`, async () => {
  const { id } = await createLink(100)
  const outcomes = await Promise.all(
    Array.from({ length: claimants }, (_, n) => claimOutcome(id, `guest${n}@example.com`)),
  )
  assert.equal(outcomes.filter((each) => each === 'claimed').length, 100)
  assert.equal(outcomes.filter((each) => each === 'all_claimed').length, claimants - 100)
  const gifts = await listGifts(id)
  assert.equal(gifts.length, 100)
  assert.equal(new Set(gifts.map(({ contact_id }) => contact_id)).size, 100)
  assert.ok(gifts.every(({ state }) => state === 'awaiting_recipient'))
  const { claimed, available, state } = await readLink(id)
  assert.deepEqual(
    { claimed, available, state },
    { claimed: 100, available: 0, state: 'all_claimed' },
  )
})

it('assigns one gift per email address, regardless of case and concurrency', async () => {
  const { id } = await createLink(10)
  const spellings = ['Ada@Example.com', 'ada@example.com', 'ADA@EXAMPLE.COM', 'ada@Example.COM']
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, (_, n) => claimOutcome(id, spellings[n % 4] ?? '')),
  )
  assert.equal(outcomes.filter((each) => each === 'claimed').length, 1)
  assert.equal(outcomes.filter((each) => each === 'already_claimed').length, 3)
  assert.equal(outcomes.filter((each) => each === 'limited').length, 36)
  assert.equal((await readLink(id)).available, 9)
})

it('does not return all_claimed while the claim of the last placeholder can still fail', async () => {
  const { id } = await createLink(1)
  let second = Promise.resolve('not started')
  const first = app.run(async (ctx) => {
    await oneLinks.claim(ctx, id, buildClaimant('first@example.com'))
    second = claimOutcome(id, 'second@example.com')
    await keepOpenUntilBlocking(ctx, second)
    throw new Error('lost')
  })
  await assert.rejects(first, /lost/)
  assert.equal(await second, 'claimed')
})

it('makes the claimant the recipient and creates a link', async () => {
  const { id } = await createLink(1)
  const gift = await createClaimed(id, 'Grace@Example.com')
  assert.equal(gift.state, 'awaiting_recipient')
  const { json } = await app.api.get(`/gift_requests/${gift.id}`)
  assert.equal(json.recipient.email, 'Grace@Example.com')
  assert.equal(json.recipient.name, 'Ada Larkin')
  assert.match(json.redemption_url, /\/r\/[0-9A-Za-z]{22}$/)
  const other = await createClaimed((await createLink(1)).id, 'grace@example.com')
  assert.equal(other.contact_id, gift.contact_id)
})

it('releases an unfinished claim after a day for another claimant', async () => {
  const { id } = await createLink(1)
  const gift = await createClaimed(id, 'slow@example.com')
  const before = await app.api.get(`/gift_requests/${gift.id}`)
  await app.advanceTime(dayMs - 60_000)
  assert.equal((await readLink(id)).available, 0)
  await app.advanceTime(2 * 60_000)
  assert.equal((await readLink(id)).available, 1)
  assert.equal((await readLink(id)).claimed, 0)
  const { json: lapsed } = await app.api.get(`/gift_requests/${gift.id}`)
  assert.equal(lapsed.redemption_url, null)
  assert.equal(lapsed.recipient.email, '')
  assert.equal(lapsed.recipient.name, '')
  assert.notEqual(lapsed.recipient.id, before.json.recipient.id)
  assert.equal((await createClaimed(id, 'slow@example.com')).id, gift.id)
  const { json: second } = await app.api.get(`/gift_requests/${gift.id}`)
  assert.notEqual(second.redemption_url, before.json.redemption_url)
  await app.advanceTime(dayMs + 1)
  assert.equal(await claimOutcome(id, 'other@example.com'), 'claimed')
  const { json: history } = await app.api.get(`/gift_requests/${gift.id}/history`)
  assert.deepEqual(pluck(history.data, 'to'), [
    'created',
    ...['unclaimed', 'awaiting_recipient', 'unclaimed', 'awaiting_recipient', 'unclaimed'],
    'awaiting_recipient',
  ])
})

it('does not release a finished claim', async () => {
  const { id } = await createLink(1)
  const gift = await createClaimed(id, 'quick@example.com')
  await app.run((ctx) => gifting.simulateTo(ctx, gift.id, 'redeemed'))
  await app.advanceTime(2 * dayMs)
  assert.equal((await listGifts(id))[0]?.state, 'redeemed')
  assert.equal((await readLink(id)).claimed, 1)
})

it('expires claimed and unclaimed gifts with the one-link', async () => {
  const expires_at = new Date(app.db.clock().getTime() + 3_600_000).toISOString()
  const { id } = await createLink(2, { expires_at })
  await createClaimed(id, 'late@example.com')
  await app.advanceTime(3_600_001)
  assert.deepEqual(pluck(await listGifts(id), 'state'), ['expired', 'expired'])
  assert.equal(await claimOutcome(id, 'later@example.com'), 'expired')
  assert.equal((await readLink(id)).state, 'expired')
})

it('cancels a claim that lapses after the one-link was closed', async () => {
  const { id } = await createLink(3)
  await createClaimed(id, 'early@example.com')
  await app.run((ctx) => oneLinks.close(ctx, id))
  assert.equal(await claimOutcome(id, 'latecomer@example.com'), 'closed')
  const states = async () => (await listGifts(id)).map(({ state }) => state).sort()
  assert.deepEqual(await states(), ['awaiting_recipient', 'cancelled', 'cancelled'])
  await app.advanceTime(dayMs + 1)
  assert.deepEqual(await states(), ['cancelled', 'cancelled', 'cancelled'])
})

it('returns closed for a claim concurrent with the closing', async () => {
  const { id } = await createLink(2)
  let latecomer = Promise.resolve('not started')
  await app.run(async (ctx) => {
    await oneLinks.close(ctx, id)
    latecomer = claimOutcome(id, 'meanwhile@example.com')
    await keepOpenUntilBlocking(ctx, latecomer)
  })
  assert.equal(await latecomer, 'closed')
})

it('neither loses nor duplicates gifts when closing and claims run concurrently', async () => {
  const { id } = await createLink(60)
  const claims = Array.from({ length: 60 }, (_, n) => claimOutcome(id, `rush${n}@example.com`))
  const closing = app.run((ctx) => oneLinks.close(ctx, id))
  const outcomes = await Promise.all(claims)
  await closing
  const won = outcomes.filter((each) => each === 'claimed').length
  const gifts = await listGifts(id)
  assert.equal(gifts.filter(({ state }) => state === 'awaiting_recipient').length, won)
  assert.equal(gifts.filter(({ state }) => state === 'cancelled').length, 60 - won)
  assert.equal(outcomes.filter((each) => each === 'closed').length, 60 - won)
})

it('accepts only claimants of the allowed domains', async () => {
  const { id } = await createLink(5, {
    allowed_email_domains: ['Larkfield.example', 'bücher.example'],
  })
  for (const email of ['a@example.com', 'a@sub.larkfield.example', 'a@larkfield.example.com']) {
    assert.deepEqual(await claimGift(id, email), { outcome: 'refused', reason: 'domain' }, email)
  }
  for (const email of ['a@LARKFIELD.example', 'b@bücher.example', 'c@xn--bcher-kva.example']) {
    assert.equal(await claimOutcome(id, email), 'mailed', email)
  }
})

it('rejects a claimant without name or address, with all errors', async () => {
  const { id } = await createLink(1)
  const claiming = app.run((ctx) =>
    oneLinks.claim(ctx, id, { first_name: '', last_name: 'x'.repeat(256), email: 'nowhere' }),
  )
  await assert.rejects(claiming, ({ fieldErrors }: { fieldErrors: { param: string }[] }) => {
    assert.deepEqual(fieldErrors.map(({ param }) => param).sort(), [
      'email',
      'first_name',
      'last_name',
    ])
    return true
  })
  assert.equal((await readLink(id)).available, 1)
})

it('finds a one-link of any account by its code, and claims only in its own account', async () => {
  const { id } = await createLink(1)
  const code = (await readLink(id)).url.split('/l/')[1] ?? ''
  assert.equal((await app.run((ctx) => oneLinks.findByCode(ctx, code), '*'))?.id, id)
  assert.equal(await app.run((ctx) => oneLinks.findByCode(ctx, `${code}x`), '*'), undefined)
  const { account } = await app.createOtherAccount()
  const foreign = await app.run(
    (ctx) => oneLinks.claim(ctx, id, buildClaimant('spy@example.com')),
    account.id,
  )
  assert.equal(foreign, undefined)
})
