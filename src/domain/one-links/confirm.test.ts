import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as mail from '#email'
import { isUnavailable } from '#platform/postgres/database'
import { createTestApp } from '#test/api-harness'
import { claimConfirmed, confirmationToken, latestEmail } from '#test/claim-fixture'
import { pluck } from '#test/pluck'
import { sizeOfRun } from '#test/run-size'
import { decryptAll, dumpTables, tablesContaining } from '#test/table-dump'
import * as oneLinks from './index.ts'

const app = await createTestApp()
const campaign_id = app.campaign('one_link').id
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const createLink = (
  quantity: number,
  rules: Partial<oneLinks.ClaimRules> = {},
  more: object = {},
) => app.run((ctx) => oneLinks.create(ctx, { campaign_id, quantity, ...more }, [], rules))

const claim = async (
  id: string,
  email: string,
  origin: oneLinks.ClaimOrigin = {},
): Promise<oneLinks.ClaimOutcome> => {
  try {
    const claimant = { first_name: 'Ada', last_name: 'Larkin', email }
    const result = await app.run((ctx) => oneLinks.claim(ctx, id, claimant, origin))
    assert.ok(result !== undefined)
    return result
  } catch (error) {
    if (!isUnavailable(error)) throw error
    return claim(id, email, origin)
  }
}

const outcomeOf = async (...args: Parameters<typeof claim>) => (await claim(...args)).outcome

const confirm = async (id: string, email: string): Promise<oneLinks.ClaimStatus> => {
  const token = await confirmationToken(app, email)
  return app.run((ctx) => oneLinks.confirmClaim(ctx, id, token))
}

const read = (id: string) =>
  app.run(async (ctx) => {
    const link = await oneLinks.find(ctx, id)
    assert.ok(link !== undefined)
    const { claimed, available, state } = oneLinks.toView(ctx.deployment, link, ctx.now)
    return { claimed, available, state, ...(await oneLinks.countClaims(ctx, id)) }
  })

it('requires confirmation by default, for one-links of the API, too', async () => {
  const { json } = await app.api.post('/one_links', { campaign_id, quantity: 2 })
  assert.equal(await outcomeOf(json.id, 'default@example.com'), 'mailed')
  assert.deepEqual(
    [
      (await read(json.id)).claimed,
      (await read(json.id)).available,
      (await read(json.id)).unconfirmed,
    ],
    [0, 1, 1],
  )
  const gift = await confirm(json.id, 'default@example.com')
  assert.equal(gift.status, 'claimed')
  assert.equal((await read(json.id)).claimed, 1)
})

it('takes the default of the account', async () => {
  const { account } = await app.createOtherAccount()
  const run = <T>(callback: Parameters<typeof app.run<T>>[0]) => app.run(callback, account.id)
  await run(async (ctx) => oneLinks.saveClaimDefaults(ctx, { require_confirmation: false }))
  assert.deepEqual(await run(oneLinks.getClaimDefaults), { require_confirmation: false })
  assert.deepEqual(await app.run(oneLinks.getClaimDefaults), { require_confirmation: true })
})

it('does not confirm when the link is only read, and confirms once', async () => {
  const { id } = await createLink(2)
  await claim(id, 'once@example.com')
  const token = await confirmationToken(app, 'once@example.com')
  const look = () => app.run((ctx) => oneLinks.findClaimStatus(ctx, id, token))
  assert.equal((await look()).status, 'to_confirm')
  assert.equal((await look()).status, 'to_confirm')
  const both = await Promise.all([
    app.run((ctx) => oneLinks.confirmClaim(ctx, id, token)),
    app.run((ctx) => oneLinks.confirmClaim(ctx, id, token)),
  ])
  const gifts = both.map((each) => (each.status === 'claimed' ? each.gift.id : each.status))
  assert.equal(new Set(gifts).size, 1, 'both confirmations show the same gift')
  assert.equal((await look()).status, 'claimed')
  assert.deepEqual([(await read(id)).claimed, (await read(id)).available], [1, 1])
})

it('rejects tokens that are forged or of another one-link', async () => {
  const [first, second] = [await createLink(1), await createLink(1)]
  await claim(first.id, 'token@example.com')
  const token = await confirmationToken(app, 'token@example.com')
  for (const wrong of ['', 'x', `${token.slice(0, -3)}abc`, 'A'.repeat(300)])
    assert.equal(
      (await app.run((ctx) => oneLinks.confirmClaim(ctx, first.id, wrong))).status,
      'lapsed',
    )
  assert.equal(
    (await app.run((ctx) => oneLinks.confirmClaim(ctx, second.id, token))).status,
    'lapsed',
  )
  const { account } = await app.createOtherAccount()
  assert.equal(
    (await app.run((ctx) => oneLinks.confirmClaim(ctx, first.id, token), account.id)).status,
    'lapsed',
  )
})

it('gives the place back after 30 minutes, without a trace of the claimant', async () => {
  const { id } = await createLink(1, { has_waiting_list: false })
  await claim(id, 'tracemark@example.com', { network: '192.0.2.1', device: 'device-tracemark' })
  const token = await confirmationToken(app, 'tracemark@example.com')
  assert.equal(await outcomeOf(id, 'next@example.com'), 'all_reserved')
  await app.advanceTime(31 * minuteMs)
  assert.equal(
    (await app.run((ctx) => oneLinks.confirmClaim(ctx, id, token))).status,
    'lapsed',
    'too late',
  )
  assert.deepEqual([(await read(id)).available, (await read(id)).unconfirmed], [1, 0])
  const dump = await dumpTables(app)
  assert.deepEqual(tablesContaining(dump, 'tracemark'), [])
  assert.ok(!(await decryptAll(app)).some((text) => text.includes('tracemark')))
  assert.deepEqual(tablesContaining(dump, '192.0.2.1'), [])
  const { json } = await app.api.get('/gift_requests?limit=100')
  assert.ok(!JSON.stringify(json).includes('tracemark'))
  assert.equal(await outcomeOf(id, 'next@example.com'), 'mailed')
})

it('gives one mailbox one gift, and at most three emails in a day', async () => {
  const { id } = await createLink(5, { max_claims_per_address: 100 })
  await claimConfirmed(app, id, { first_name: 'A', last_name: 'B', email: 'al.pha@gmail.com' })
  const variants = ['alpha@gmail.com', 'Alpha+1@googlemail.com', 'a.l.p.h.a@gmail.com']
  const outcomes: string[] = []
  for (const email of variants) outcomes.push(await outcomeOf(id, email))
  assert.deepEqual(outcomes, ['mailed', 'mailed', 'limited'])
  assert.equal((await read(id)).claimed, 1)
  await app.advanceTime(dayMs)
  const emails = await app.run((ctx) => mail.list(ctx, { limit: 100 }))
  assert.ok(emails.filter(({ to }) => variants.includes(to?.email ?? '')).length <= 3)
})

it('bounds emails to a mailbox whose claims lapse again and again', async () => {
  const { id } = await createLink(5, { max_claims_per_address: 100 })
  const day = Math.ceil(app.db.clock().getTime() / dayMs) * dayMs
  await app.advanceTime(day - app.db.clock().getTime() + minuteMs) // the count starts with a day
  const outcomes: string[] = []
  for (let n = 0; n < 5; n++) {
    outcomes.push(await outcomeOf(id, `victim+${n}@example.com`))
    await app.advanceTime(31 * minuteMs)
  }
  assert.deepEqual(outcomes, ['mailed', 'mailed', 'mailed', 'limited', 'limited'])
})

it('limits claims of an address, a network and a device in an hour', async () => {
  const rules = { max_claims_per_address: 2, max_claims_per_network: 3, max_claims_per_device: 2 }
  const { id } = await createLink(50, rules)
  const many = async (origins: readonly oneLinks.ClaimOrigin[], email?: string) => {
    const outcomes: string[] = []
    for (const [n, origin] of origins.entries())
      outcomes.push(
        await outcomeOf(id, email ?? `${JSON.stringify(origin).length}-${n}@example.com`, origin),
      )
    return outcomes
  }
  assert.deepEqual(await many([{}, {}, {}], 'same@example.com'), ['mailed', 'mailed', 'limited'])
  const office = { network: '198.51.100.7' }
  assert.deepEqual(await many([office, office, office, office]), [
    ...['mailed', 'mailed', 'mailed', 'limited'],
  ])
  const tablet = { device: 'tablet' }
  assert.deepEqual(await many([tablet, tablet, tablet]), ['mailed', 'mailed', 'limited'])
  const limited = await claim(id, 'late@example.com', office)
  assert.ok(limited.outcome === 'limited')
  const waitMs = limited.retry_at.getTime() - app.db.clock().getTime()
  assert.ok(waitMs > 0 && waitMs <= hourMs)
  const { refused } = await read(id)
  assert.deepEqual(
    new Map(refused.map(({ reason, count }) => [reason, count])),
    new Map([
      ['network_limit', 2],
      ['address_limit', 1],
      ['device_limit', 1],
    ]),
  )
  await app.advanceTime(hourMs)
  assert.equal(await outcomeOf(id, 'late@example.com', office), 'mailed')
})

it('lets all people of one office claim', async () => {
  const people = sizeOfRun(200, 60)
  const { id } = await createLink(people)
  const network = '203.0.113.9'
  const outcomes = await Promise.all(
    Array.from({ length: people }, (_, n) =>
      outcomeOf(id, `colleague${n}@example.com`, { network, device: `laptop ${n}` }),
    ),
  )
  assert.deepEqual(new Set(outcomes), new Set(['mailed']))
})

it('refuses disposable domains and denied mailboxes and domains, and counts them', async () => {
  const { id } = await createLink(5)
  const open = await createLink(5, { refuse_disposable: false })
  await app.run((ctx) => oneLinks.addDenied(ctx, ['Mal.Lory@gmail.com', '@rival.example']))
  const refused = { outcome: 'refused' }
  assert.deepEqual(await claim(id, 'a@mailinator.com'), { ...refused, reason: 'disposable' })
  assert.deepEqual(await claim(id, 'a@sub.mailinator.com'), { ...refused, reason: 'disposable' })
  assert.equal(await outcomeOf(open.id, 'a@mailinator.com'), 'mailed')
  assert.deepEqual(await claim(id, 'mallory+x@gmail.com'), { ...refused, reason: 'denied' })
  assert.deepEqual(await claim(id, 'x@eu.rival.example'), { ...refused, reason: 'denied' })
  assert.deepEqual((await read(id)).refused, [
    { reason: 'denied', count: 2 },
    { reason: 'disposable', count: 2 },
  ])
  const dump = await dumpTables(app)
  assert.deepEqual(tablesContaining(dump, 'rival.example'), [], 'the list is encrypted')
  for (const { id: entry } of await app.run(oneLinks.listDenied))
    await app.run((ctx) => oneLinks.removeDenied(ctx, entry))
  assert.equal(await outcomeOf(id, 'mallory@gmail.com'), 'mailed')
})

it('rejects entries of the deny list that are neither address nor domain', async () => {
  await assert.rejects(
    app.run((ctx) => oneLinks.addDenied(ctx, ['ok@example.com', 'nonsense', 'a b.com'])),
    ({ fieldErrors }: { fieldErrors: { param: string }[] }) => {
      assert.deepEqual(pluck(fieldErrors, 'param'), ['entries.1', 'entries.2'])
      return true
    },
  )
  assert.deepEqual(await app.run(oneLinks.listDenied), [])
})

it('never confirms more claims than places when the last place is contested', async () => {
  const { id } = await createLink(3, { has_waiting_list: false })
  const emails = Array.from({ length: 30 }, (_, n) => `rush${n}@example.com`)
  const outcomes = await Promise.all(emails.map((email) => outcomeOf(id, email)))
  assert.equal(outcomes.filter((each) => each === 'mailed').length, 3)
  assert.equal(outcomes.filter((each) => each === 'all_reserved').length, 27)
  const mailed = emails.filter((_, n) => outcomes[n] === 'mailed')
  const statuses = await Promise.all(mailed.map((email) => confirm(id, email)))
  assert.deepEqual(pluck(statuses, 'status'), ['claimed', 'claimed', 'claimed'])
  assert.equal(await outcomeOf(id, 'rush99@example.com'), 'all_claimed')
})

it('shows why a late confirmation has no effect', async () => {
  const closing = await createLink(2)
  await claim(closing.id, 'closing@example.com')
  const token = await confirmationToken(app, 'closing@example.com')
  await claimConfirmed(app, closing.id, {
    ...{ first_name: 'A', last_name: 'B', email: 'early@example.com' },
  })
  const early = await confirmationToken(app, 'early@example.com')
  await app.run((ctx) => oneLinks.close(ctx, closing.id))
  const status = async (id: string, which: string) =>
    (await app.run((ctx) => oneLinks.confirmClaim(ctx, id, which))).status
  assert.equal(await status(closing.id, token), 'lapsed', 'closing deletes open claims')
  assert.equal(await status(closing.id, early), 'claimed', 'a claimed gift goes on')
  const expires_at = new Date(app.db.clock().getTime() + 10 * minuteMs).toISOString()
  const expiring = await createLink(1, {}, { expires_at })
  await claim(expiring.id, 'expiring@example.com')
  const late = await confirmationToken(app, 'expiring@example.com')
  await app.advanceTime(11 * minuteMs)
  assert.equal(await status(expiring.id, late), 'lapsed')
  assert.deepEqual(tablesContaining(await dumpTables(app), 'expiring@example.com'), [])
})

it('waits for approval, and emails the claimant either way', async () => {
  const { id } = await createLink(3, { require_approval: true, require_confirmation: false })
  for (const name of ['yes', 'no', 'late']) {
    assert.equal(await outcomeOf(id, `${name}@approval.example`), 'mailed')
    assert.equal((await confirm(id, `${name}@approval.example`)).status, 'pending')
  }
  assert.deepEqual([(await read(id)).pending, (await read(id)).available], [3, 0])
  const waiting = await app.run((ctx) => oneLinks.listClaims(ctx, id, ['pending'], 10))
  assert.deepEqual(pluck(waiting, 'email'), [
    'yes@approval.example',
    'no@approval.example',
    'late@approval.example',
  ])
  const decide = (n: number, decision: oneLinks.Decision) =>
    app.run((ctx) => oneLinks.decideClaims(ctx, id, [waiting[n]?.id ?? ''], decision))
  const twice = await Promise.all([decide(0, 'approve'), decide(0, 'reject')])
  assert.deepEqual(
    twice.map((each) => each?.decided).sort(),
    [0, 1],
    'one of two concurrent decisions counts',
  )
  const first = await latestEmail(app, 'yes@approval.example')
  assert.ok(['claim_approved', 'claim_rejected'].includes(first?.kind ?? ''), first?.kind)
  await decide(1, 'reject')
  assert.equal((await latestEmail(app, 'no@approval.example'))?.kind, 'claim_rejected')
  assert.equal(await outcomeOf(id, 'no+again@approval.example'), 'mailed')
  assert.equal((await read(id)).unconfirmed, 0, 'a rejected mailbox cannot claim again')
  await app.advanceTime(8 * dayMs)
  assert.equal((await latestEmail(app, 'late@approval.example'))?.kind, 'claim_rejected')
  assert.equal((await read(id)).pending, 0)
  const alerts = (await app.run((ctx) => mail.list(ctx, { limit: 100 }))).filter(
    ({ kind }) => kind === 'claims_waiting',
  )
  assert.equal(alerts.length, 1, 'one email to the sender in a day')
})

it('offers free places to the waiting list in order, for 12 hours each', async () => {
  const { id } = await createLink(1)
  const gift = await claimConfirmed(app, id, {
    ...{ first_name: 'A', last_name: 'B', email: 'holder@example.com' },
  })
  for (const name of ['first', 'second', 'third']) {
    assert.equal(await outcomeOf(id, `${name}@list.example`), 'queued')
    assert.equal((await confirm(id, `${name}@list.example`)).status, 'listed')
  }
  await claim(id, 'unconfirmed@list.example')
  assert.equal((await read(id)).listed, 3)
  await app.advanceTime(25 * hourMs)
  assert.equal((await latestEmail(app, 'first@list.example'))?.kind, 'waiting_list_offer')
  assert.equal((await latestEmail(app, 'second@list.example'))?.kind, 'waiting_list_link')
  assert.equal(await outcomeOf(id, 'newcomer@list.example'), 'queued', 'newcomers do not overtake')
  await app.advanceTime(13 * hourMs)
  assert.equal((await latestEmail(app, 'first@list.example'))?.kind, undefined, 'the turn is over')
  assert.equal((await latestEmail(app, 'second@list.example'))?.kind, 'waiting_list_offer')
  const taken = await confirm(id, 'second@list.example')
  assert.ok(taken.status === 'claimed')
  assert.equal(taken.gift.id, gift.id)
  assert.deepEqual([(await read(id)).listed, (await read(id)).offered], [1, 0])
  const token = await confirmationToken(app, 'third@list.example')
  assert.equal(await app.run((ctx) => oneLinks.withdrawClaim(ctx, id, token)), true)
  assert.deepEqual(tablesContaining(await dumpTables(app), 'third@list.example'), [])
  await claim(id, 'fourth@list.example')
  await confirm(id, 'fourth@list.example')
  await app.run((ctx) => oneLinks.close(ctx, id))
  assert.deepEqual([(await read(id)).listed, (await read(id)).unconfirmed], [0, 0])
})

it('holds over a restart: lapses and offers are stored in the rows', async () => {
  const { id } = await createLink(1)
  await claim(id, 'crash@example.com')
  await claim(id, 'queue@example.com')
  await confirm(id, 'queue@example.com')
  await app.advanceTime(40 * minuteMs)
  assert.equal((await latestEmail(app, 'queue@example.com'))?.kind, 'waiting_list_offer')
})

it('saves a hold and its email together or not at all', async () => {
  const { id } = await createLink(1)
  const claimant = { first_name: 'A', last_name: 'B', email: 'killed@example.com' }
  const killed = app.run(async (ctx) => {
    await oneLinks.claim(ctx, id, claimant)
    await ctx.query('select pg_terminate_backend(pg_backend_pid())')
  })
  await assert.rejects(killed)
  assert.deepEqual([(await read(id)).available, (await read(id)).unconfirmed], [1, 0])
  assert.equal(await latestEmail(app, 'killed@example.com'), undefined)
  assert.equal(await outcomeOf(id, 'killed@example.com'), 'mailed')
  assert.equal((await latestEmail(app, 'killed@example.com'))?.kind, 'claim_link')
})

it('keeps the name that a stranger typed out of the email', async () => {
  const { id } = await createLink(1)
  const claimant = { first_name: 'Win at', last_name: 'https://evil.example', email: 'v@x.example' }
  await app.run((ctx) => oneLinks.claim(ctx, id, claimant))
  const [message] = await app.run((ctx) => mail.listByRecipient(ctx, 'v@x.example'))
  const found = await app.run((ctx) => mail.findAsRecipient(ctx, message?.id ?? ''))
  assert.doesNotMatch(JSON.stringify([found?.rendered, message?.to]), /evil/)
})
