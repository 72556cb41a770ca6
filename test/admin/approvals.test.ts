import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import * as accounts from '#accounts'
import { toEmailKey } from '#contract'
import * as mail from '#email'
import * as gifting from '#gifting'
import { newId } from '#platform/lib/ids'
import * as sends from '#sends'
import { createAdminFixture, recipientFields } from '#test/admin-fixture'
import { type AdminClient, createAdminTestApp } from '#test/admin-harness'
import { drain } from '#test/eventually'
import { pluck } from '#test/pluck'

const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const admin = await testApp.signIn(testApp.admin)
const sender = await testApp.signIn(testApp.sender)
const options = { campaign_id: fixture.campaign('email').id }
const off = {
  mode: 'off',
  max_gifts: null,
  max_cost: null,
  confirm_above: null,
  decide_by_mail: false,
}

async function setRule(rule: object) {
  const { status, text } = await admin.put('/approval-rule', { ...off, ...rule })
  assert.equal(status, 200, text)
}
afterEach(() => setRule(off))

let count = 0
const newEmail = () => `approval.${++count}@example.com`
const rowsTo = (...emails: string[]) =>
  emails.map((email, at) => ({ recipient: recipientFields(email), line: at + 1 }))

async function start(recipients: number, client: AdminClient = sender, more: object = {}) {
  const body = { draft_id: newId(), name: `Send ${++count}`, options, recipients, ...more }
  const { status, json, text } = await client.post('/sends', body)
  assert.equal(status, 200, text)
  return json
}

/** Submits a send for approval to these addresses. */
async function submit(emails: string[], more: object = {}, client: AdminClient = sender) {
  await setRule({ mode: 'all' })
  const send = await start(emails.length, client, more)
  const rows = rowsTo(...emails)
  const saved = await client.post('/send', { options, rows, bulk_send_id: send.id })
  assert.ok(
    saved.json.rows.every(({ status }: { status: string }) => status === 'saved'),
    saved.text,
  )
  const { status, json, text } = await client.post(`/sends/${send.id}/submit`)
  assert.equal(status, 200, text)
  return json
}

/** Clones the campaign. Returns the options of the copy, which can be archived. */
async function cloneCampaign() {
  const { status, json, text } = await admin.post(`/campaigns/${options.campaign_id}/copy`, {
    name: `Copy ${++count}`,
  })
  assert.ok(status < 300, text)
  return { campaign_id: json.id as string }
}

const read = async (id: string) => (await admin.get(`/sends/${id}`)).json
const createGifts = () => drain(() => sends.processApprovals(testApp.db))
const giftsTo = (email: string): Promise<number> =>
  fixture.run(async (ctx) => {
    const filter = { email_key: toEmailKey(email) }
    return (await gifting.list(ctx, filter, { limit: 10, order: 'desc' })).data.length
  })
const kindsTo = (email: string): Promise<string[]> =>
  testApp.run(async (ctx) => (await mail.listByRecipient(ctx, email)).map(({ kind }) => kind))
const auditActions = async (id: string): Promise<string[]> =>
  pluck((await admin.get(`/audit?subject_id=${id}`)).json.data, 'action')

describe('a send that needs approval', () => {
  it('creates no gift and no email to a recipient before the approval', async () => {
    const email = newEmail()
    const send = await submit([email, newEmail()])
    assert.deepEqual([send.approval.state, send.approval.gifts], ['awaiting', 2])
    await createGifts()
    await fixture.processDue()
    assert.equal(await giftsTo(email), 0)
    assert.deepEqual(await kindsTo(email), [])
    assert.equal(send.undo_seconds, 0)
    const days = (Date.parse(send.approval.expires_at) - fixture.now().getTime()) / 86_400_000
    assert.ok(days > 29.9 && days <= 30)
  })

  it('emails the admins once, and is on the overview of admins and in the filtered list', async () => {
    const before = (await kindsTo(testApp.admin.email)).length
    const send = await submit([newEmail()])
    await sender.post(`/sends/${send.id}/submit`)
    const kinds = await kindsTo(testApp.admin.email)
    assert.equal(kinds.length, before + 1)
    assert.ok(kinds.includes('approval_request'))
    assert.ok((await admin.get('/overview/attention')).json.awaiting_approval > 0)
    assert.equal((await sender.get('/overview/attention')).json.awaiting_approval, 0)
    const { data } = (await admin.get('/sends?approval=awaiting')).json
    assert.ok(data.some(({ id }: { id: string }) => id === send.id))
    const rejected = (await admin.get('/sends?approval=rejected')).json.data
    assert.ok(!rejected.some(({ id }: { id: string }) => id === send.id))
  })

  it('is not counted for its own sender, who cannot decide about it as an admin', async () => {
    const countFor = async (client: AdminClient): Promise<number> =>
      (await client.get('/overview/attention')).json.awaiting_approval
    const before = await countFor(admin)
    const promoted = await testApp.createUser('sender')
    await submit([newEmail()], {}, await testApp.signIn(promoted))
    const members = await fixture.run(accounts.listMembers)
    const { id } = members.find(({ email }) => email === promoted.email) ?? assert.fail()
    await fixture.run((ctx) => accounts.changeRole(ctx, id, 'admin'))
    assert.equal(await countFor(admin), before + 1)
    assert.equal(await countFor(await testApp.signIn(promoted)), before)
  })

  it('shows its recipients, items, message and cost', async () => {
    const email_message = { subject: 'For you', body: 'With thanks, {first_name}.' }
    const email = newEmail()
    const send = await submit([email], { options: { ...options, email_message } })
    const { json } = await admin.get(`/sends/${send.id}/approval`)
    assert.deepEqual(json.message, email_message)
    assert.equal(json.recipients[0].email, email)
    assert.ok(json.items.length > 0)
    assert.deepEqual([json.check.ready, json.check.rejected], [1, 0])
    assert.equal(json.can_decide, true)
    assert.equal((await sender.get(`/sends/${send.id}/approval`)).json.can_decide, false)
  })

  it('becomes gifts after the approval, with an undo window from then', async () => {
    const emails = [newEmail(), newEmail()]
    const send = await submit(emails)
    const approved = await admin.post(`/sends/${send.id}/approve`)
    assert.equal(approved.status, 200, approved.text)
    assert.ok(approved.json.undo_seconds > 50)
    await createGifts()
    const after = await read(send.id)
    assert.deepEqual([after.gifts, after.waiting, after.sender.id], [2, 2, testApp.sender.id])
    assert.deepEqual([after.approval.state, after.approval.is_creating], ['approved', false])
    assert.ok((await kindsTo(testApp.sender.email)).includes('approval_result'))
    assert.deepEqual((await auditActions(send.id)).sort(), [
      'bulk_send.approve',
      'bulk_send.start',
      'bulk_send.submit',
    ])
    const undone = await sender.post(`/sends/${send.id}/cancel`, { scope: 'unsent' })
    assert.equal(undone.json.cancelled, 2)
    assert.equal((await sender.get(`/sends/${send.id}/content`)).status, 404, 'rows are deleted')
  })

  it('is rejected with a reason that its sender sees', async () => {
    const email = newEmail()
    const send = await submit([email])
    const empty = await admin.post(`/sends/${send.id}/reject`, { reason: ' ' })
    assert.deepEqual([empty.status, empty.json.errors[0].param], [422, 'reason'])
    const reason = 'Please leave out the press.'
    assert.equal((await admin.post(`/sends/${send.id}/reject`, { reason })).status, 200)
    const { approval } = (await sender.get(`/sends/${send.id}`)).json
    assert.deepEqual([approval.state, approval.reason], ['rejected', reason])
    assert.equal(approval.decided_by, 'Ada admin')
    await createGifts()
    assert.equal(await giftsTo(email), 0)
    const content = (await sender.get(`/sends/${send.id}/content`)).json
    assert.equal(content.rows[0].recipient.email, email)
  })

  it('is withdrawn by its sender, and an approval is a conflict that says so', async () => {
    const send = await submit([newEmail()])
    assert.equal((await admin.post(`/sends/${send.id}/withdraw`)).status, 404)
    assert.equal((await sender.post(`/sends/${send.id}/withdraw`)).status, 200)
    const { status, json } = await admin.post(`/sends/${send.id}/approve`)
    assert.equal(status, 409)
    assert.match(json.errors[0].message, /Ada sender has withdrawn/)
  })

  it('expires after 30 days, with an email to its sender', async () => {
    const send = await submit([newEmail()])
    const before = (await kindsTo(testApp.sender.email)).length
    await fixture.run((ctx) => sends.advanceApprovals(ctx, 29 * 86_400_000))
    assert.equal((await read(send.id)).approval.state, 'awaiting')
    await fixture.run((ctx) => sends.advanceApprovals(ctx, 2 * 86_400_000))
    assert.equal((await read(send.id)).approval.state, 'expired')
    assert.ok((await kindsTo(testApp.sender.email)).length > before)
    assert.equal((await admin.post(`/sends/${send.id}/approve`)).status, 409)
    assert.ok((await auditActions(send.id)).includes('bulk_send.expire'))
  })

  it('is validated again, and errors of the whole list stop the approval', async () => {
    const list = await cloneCampaign()
    await setRule({ mode: 'all' })
    const send = await start(1, sender, { options: list })
    const rows = rowsTo(newEmail())
    await sender.post('/send', { options: list, rows, bulk_send_id: send.id })
    await sender.post(`/sends/${send.id}/submit`)
    await admin.post(`/campaigns/${list.campaign_id}/archive`)
    const { json } = await admin.get(`/sends/${send.id}/approval`)
    assert.equal(json.check.problems[0].param, 'campaign_id')
    const approved = await admin.post(`/sends/${send.id}/approve`)
    assert.deepEqual([approved.status, approved.json.errors[0].param], [422, 'campaign_id'])
    assert.equal((await read(send.id)).approval.state, 'awaiting')
  })

  it('saves the rows as failed ones if the campaign ends between the approval and the creation', async () => {
    const list = await cloneCampaign()
    await setRule({ mode: 'all' })
    const send = await start(1, sender, { options: list })
    const rows = rowsTo(newEmail())
    await sender.post('/send', { options: list, rows, bulk_send_id: send.id })
    await sender.post(`/sends/${send.id}/submit`)
    assert.equal((await admin.post(`/sends/${send.id}/approve`)).status, 200)
    await admin.post(`/campaigns/${list.campaign_id}/archive`)
    await createGifts()
    const after = await read(send.id)
    assert.deepEqual([after.gifts, after.failed, after.approval.is_creating], [0, 1, false])
    assert.equal(after.failed_rows[0].errors[0].param, 'campaign_id')
  })

  it('sends at once if its time has passed', async () => {
    const send_at = new Date(fixture.now().getTime() + 3_600_000).toISOString()
    const email = newEmail()
    const send = await submit([email], { options: { ...options, send_at } })
    await fixture.advanceClock(7_200_000)
    assert.equal((await admin.post(`/sends/${send.id}/approve`)).status, 200)
    await createGifts()
    const { data } = (await admin.get(`/gift_requests?bulk_send_id=${send.id}`)).json
    assert.equal(data.length, 1)
  })
})

describe('decisions', () => {
  it('at the same instant: one wins, and the other sees which', async () => {
    const other = await testApp.signIn(await testApp.createUser('admin'))
    for (let round = 0; round < 5; round++) {
      const send = await submit([newEmail(), newEmail()])
      const [one, two] = await Promise.all([
        admin.post(`/sends/${send.id}/reject`, { reason: 'No.' }),
        other.post(`/sends/${send.id}/reject`, { reason: 'Not now.' }),
      ])
      assert.deepEqual([one.status, two.status].sort(), [200, 409])
      const loser = one.status === 409 ? one : two
      assert.match(loser.json.errors[0].message, /Ada admin has rejected this send/)
    }
    const send = await submit([newEmail(), newEmail()])
    const [one, two] = await Promise.all([
      admin.post(`/sends/${send.id}/approve`),
      other.post(`/sends/${send.id}/reject`, { reason: 'No.' }),
    ])
    assert.deepEqual([one.status, two.status].sort(), [200, 409])
    await createGifts()
    assert.equal((await read(send.id)).gifts, one.status === 200 ? 2 : 0)
  })

  it('are not about an own send, also after a change of role', async () => {
    const promoted = await testApp.createUser('sender')
    const client = await testApp.signIn(promoted)
    const send = await submit([newEmail()], {}, client)
    const changed = await admin.patch(`/members/${promoted.id}`, { role: 'admin' })
    assert.ok(changed.status < 300, changed.text)
    const again = await testApp.signIn(promoted)
    const approval = (await again.get(`/sends/${send.id}/approval`)).json
    assert.equal(approval.can_decide, false)
    const { status, json } = await again.post(`/sends/${send.id}/approve`)
    assert.deepEqual([status, json.errors[0].code], [403, 'forbidden'])
    assert.equal((await again.post(`/sends/${send.id}/reject`, { reason: 'x' })).status, 403)
  })

  it('create each gift once when the creation is interrupted', async () => {
    const emails = Array.from({ length: 130 }, newEmail)
    await setRule({ mode: 'all' })
    const send = await start(emails.length)
    for (let first = 0; first < emails.length; first += 65) {
      const rows = rowsTo(...emails).slice(first, first + 65)
      await sender.post('/send', { options, rows, bulk_send_id: send.id })
    }
    await sender.post(`/sends/${send.id}/submit`)
    await admin.post(`/sends/${send.id}/approve`)
    const interrupted = fixture.run(async (ctx) => {
      await sends.advanceApprovals(ctx, 0)
      // ends the session before the commit, as a kill -9 does
      await ctx.query('select pg_terminate_backend(pg_backend_pid())')
    })
    await assert.rejects(interrupted)
    assert.equal((await read(send.id)).gifts, 0)
    assert.equal((await read(send.id)).approval.is_creating, true)
    await Promise.all([createGifts(), createGifts()])
    const after = await read(send.id)
    assert.deepEqual([after.gifts, after.failed], [130, 0])
    const { data } = (await admin.get(`/gift_requests?bulk_send_id=${send.id}&limit=100`)).json
    assert.equal(
      new Set(data.map(({ recipient }: { recipient: { email: string } }) => recipient.email)).size,
      100,
    )
  })

  it('leave no rows of a send that is cancelled before its gifts are created', async () => {
    const email = newEmail()
    const send = await submit([email])
    await admin.post(`/sends/${send.id}/approve`)
    await sender.post(`/sends/${send.id}/cancel`, { scope: 'unsent' })
    await createGifts()
    assert.equal(await giftsTo(email), 0)
    assert.equal((await read(send.id)).approval.is_creating, false)
  })
})

describe('personal data of a send that awaits approval', () => {
  it('is encrypted, exported and erased', async () => {
    const email = newEmail()
    const send = await submit([email, newEmail()])
    const rows = await testApp.run((ctx) =>
      ctx.query<{ encrypted_row: Buffer }>(
        'select encrypted_row from gifting.send_approval_row where account_id = $1',
        [ctx.account_id],
      ),
    )
    for (const { encrypted_row } of rows)
      assert.ok(!encrypted_row.toString('latin1').includes('@example.com'))
    const exported = (await admin.post('/recipients/export', { email })).json
    assert.equal(exported.failed_rows[0].row.email, email)
    await admin.post('/recipients/erase', { email })
    assert.equal((await read(send.id)).approval.gifts, 1)
  })

  it('is deleted 30 days after a rejection', async () => {
    const send = await submit([newEmail()])
    await admin.post(`/sends/${send.id}/reject`, { reason: 'No.' })
    while ((await fixture.run(sends.purgeApprovals)) > 0);
    assert.equal((await sender.get(`/sends/${send.id}/content`)).status, 200)
    await testApp.run((ctx) =>
      ctx.query(
        `update gifting.send_approval set created_at = created_at - interval '31 days',
           ended_at = ended_at - interval '31 days' where account_id = $1 and id = $2`,
        [ctx.account_id, send.id],
      ),
    )
    assert.ok((await fixture.run(sends.purgeApprovals)) > 0)
    assert.equal((await sender.get(`/sends/${send.id}/content`)).status, 404)
  })
})
