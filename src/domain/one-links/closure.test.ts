import assert from 'node:assert/strict'
import { beforeEach, it } from 'node:test'
import * as mail from '#email'
import { createTestApp } from '#test/api-harness'
import { claim, claimConfirmed, confirmationToken, latestEmail } from '#test/claim-fixture'
import * as oneLinks from './index.ts'

/* One-links of a campaign that is paused or has ended. */

const app = await createTestApp()
const campaign_id = app.campaign('one_link').id
const hourMs = 3_600_000

const change = async (settings: object) => {
  const headers = { ...app.api.defaultHeaders, 'content-type': 'application/json' }
  const path = `/campaigns/${campaign_id}/settings`
  const { status, text } = await app.api.send('PATCH', path, headers, JSON.stringify(settings))
  assert.equal(status, 200, text)
}
beforeEach(() => change({ is_paused: false, ends_at: null }))
const endIn = (ms: number) =>
  change({ ends_at: new Date(app.db.clock().getTime() + ms).toISOString() })
const claimant = (email: string) => ({ first_name: 'Ada', last_name: 'Larkin', email })
const outcomeOf = async (id: string, email: string) =>
  (await claim(app, id, claimant(email)))?.outcome
const confirm = async (id: string, email: string) => {
  const token = await confirmationToken(app, email)
  return (await app.run((ctx) => oneLinks.confirmClaim(ctx, id, token))).status
}
const look = async (id: string, email: string) => {
  const token = await confirmationToken(app, email)
  return (await app.run((ctx) => oneLinks.findClaimStatus(ctx, id, token))).status
}
const kindOf = async (email: string) => (await latestEmail(app, email))?.kind
const counts = (id: string) => app.run((ctx) => oneLinks.countClaims(ctx, id))

/** Creates a one-link whose only gift is claimed, and for which these people wait. */
async function createFull(name: string, waiting: readonly string[]): Promise<string> {
  const { id } = await app.run((ctx) => oneLinks.create(ctx, { campaign_id, quantity: 1 }))
  await claimConfirmed(app, id, claimant(`holder@${name}.example`))
  for (const email of waiting) {
    assert.equal(await outcomeOf(id, email), 'queued')
    assert.equal(await confirm(id, email), 'listed')
  }
  return id
}

it('offers no place of a paused campaign, and offers it after the campaign is resumed', async () => {
  const id = await createFull('paused', ['first@paused.example'])
  await outcomeOf(id, 'joins@paused.example')
  await change({ is_paused: true })
  assert.equal(await look(id, 'joins@paused.example'), 'paused')
  assert.equal(await confirm(id, 'joins@paused.example'), 'paused')
  assert.equal(await look(id, 'first@paused.example'), 'listed')
  await app.advanceTime(25 * hourMs)
  assert.equal(await kindOf('first@paused.example'), 'waiting_list_link')
  assert.deepEqual([(await counts(id)).listed, (await counts(id)).offered], [1, 0])
  await change({ is_paused: false })
  await oneLinks.processDueClaims(app.db)
  assert.equal(await kindOf('first@paused.example'), 'waiting_list_offer')
  await change({ is_paused: true })
  assert.equal(await confirm(id, 'first@paused.example'), 'claimed', 'offered before')
})

it('lets claims that wait for their confirmation continue, without the waiting list', async () => {
  const { id } = await app.run((ctx) => oneLinks.create(ctx, { campaign_id, quantity: 1 }))
  await outcomeOf(id, 'open@wait.example')
  await change({ is_paused: true })
  assert.equal(await confirm(id, 'open@wait.example'), 'claimed')
})

it('ends the waiting list with the campaign, at a time that was set before or after', async () => {
  const after = await createFull('after', ['first@after.example', 'second@after.example'])
  await endIn(30 * hourMs)
  const before = await createFull('before', ['first@before.example'])
  await change({ is_paused: true })
  await app.advanceTime(31 * hourMs)
  for (const id of [after, before]) {
    assert.equal((await counts(id)).listed, 0)
    assert.equal(await outcomeOf(id, 'new@before.example'), 'closed')
  }
  for (const email of ['first@after.example', 'second@after.example', 'first@before.example'])
    assert.equal(await kindOf(email), undefined, 'no trace of the claimant remains')
})

it('says that the campaign has ended to those whom the list has not yet left', async () => {
  const id = await createFull('late', ['first@late.example'])
  const token = await confirmationToken(app, 'first@late.example')
  await endIn(hourMs)
  const later = new Date(app.db.clock().getTime() + 2 * hourMs)
  const found = await app.run((ctx) => oneLinks.findClaimStatus({ ...ctx, now: later }, id, token))
  assert.equal(found.status, 'closed')
})

it('sends the link of a gift again to its holder, and refuses others', async () => {
  const { id } = await app.run((ctx) => oneLinks.create(ctx, { campaign_id, quantity: 5 }))
  const holder = 'holder@again.example'
  const { id: gift } = await claimConfirmed(app, id, claimant(holder))
  const linkEmails = async () =>
    (await app.run((ctx) => mail.listByRecipient(ctx, holder))).filter(
      ({ gift_request_id }) => gift_request_id === gift,
    ).length
  const before = await linkEmails()
  await change({ is_paused: true })
  assert.equal(await outcomeOf(id, holder), 'mailed')
  assert.equal(await linkEmails(), before + 1)
  assert.equal(await outcomeOf(id, 'new@again.example'), 'paused')
  await endIn(hourMs)
  await app.advanceTime(2 * hourMs)
  assert.equal(await outcomeOf(id, holder), 'mailed')
  assert.equal(await outcomeOf(id, 'newer@again.example'), 'closed')
})
