import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type * as accounts from '#accounts'
import * as mail from '#email'
import { newId } from '#platform/lib/ids'
import { createAdminFixture, recipientFields } from '#test/admin-fixture'
import { type AdminClient, createAdminClient, createAdminTestApp } from '#test/admin-harness'

const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const admin = await testApp.signIn(testApp.admin)
const sender = await testApp.signIn(testApp.sender)
const options = { campaign_id: fixture.campaign('email').id }

async function setRule(rule: object) {
  const all = { mode: 'all', max_gifts: null, max_cost: null }
  const body = { ...all, confirm_above: null, decide_by_mail: false, ...rule }
  const { status, text } = await admin.put('/approval-rule', body)
  assert.equal(status, 200, text)
}

async function createApprover(role: accounts.Role) {
  const user = await testApp.createUser(role)
  return { ...user, client: await testApp.signIn(user) }
}

let count = 0
async function submit(client: AdminClient = sender): Promise<string> {
  const body = { draft_id: newId(), name: `Send ${++count}`, options, recipients: 1 }
  const { json } = await client.post('/sends', body)
  const rows = [{ recipient: recipientFields(`level.${count}@example.com`), line: 1 }]
  const saved = await client.post('/send', { options, rows, bulk_send_id: json.id })
  assert.equal(saved.json.rows[0].status, 'saved', saved.text)
  assert.equal((await client.post(`/sends/${json.id}/submit`)).status, 200)
  return json.id
}

const read = async (id: string) => (await admin.get(`/sends/${id}`)).json.approval
const canDecide = async (client: AdminClient, id: string): Promise<boolean> =>
  (await client.get(`/sends/${id}/approval`)).json.can_decide
const requestsTo = (email: string): Promise<number> =>
  testApp.run(
    async (ctx) =>
      (await mail.listByRecipient(ctx, email)).filter(({ kind }) => kind === 'approval_request')
        .length,
  )
const anyCost = { amount_minor: 1, currency: 'EUR' }

describe('an approver', () => {
  it('is asked by email and decides, without the rights of an admin', async () => {
    await setRule({})
    const approver = await createApprover('approver')
    const id = await submit()
    assert.equal(await requestsTo(approver.email), 1)
    assert.equal((await approver.client.get('/overview/attention')).json.awaiting_approval, 1)
    assert.equal(await canDecide(approver.client, id), true)
    const shown = await approver.client.get(`/sends/${id}/approval`)
    assert.ok(!shown.text.includes(`level.${count}@example.com`), 'addresses are masked')
    assert.equal((await approver.client.put('/approval-rule', {})).status, 403)
    assert.equal((await approver.client.post(`/sends/${id}/approve`)).status, 200)
    assert.equal((await read(id)).state, 'approved')
    assert.equal((await sender.post(`/sends/${id}/approve`)).status, 403)
  })
})

describe('a second approval', () => {
  it('is needed above the cost, by another person who may give it', async () => {
    await setRule({ confirm_above: anyCost })
    const first = await createApprover('approver')
    const other = await createApprover('approver')
    const finance = await createApprover('finance')
    const id = await submit()
    assert.equal((await first.client.post(`/sends/${id}/approve`)).status, 200)
    const { state, first_approved_by } = await read(id)
    assert.deepEqual([state, first_approved_by], ['awaiting', 'Ada approver'])
    assert.equal(await requestsTo(finance.email), 2)
    assert.equal(await requestsTo(other.email), 1, 'only who can give the second is asked again')
    for (const client of [first.client, other.client]) {
      assert.equal(await canDecide(client, id), false)
      assert.equal((await client.post(`/sends/${id}/approve`)).status, 403)
      assert.equal((await client.post(`/sends/${id}/reject`, { reason: 'No' })).status, 403)
    }
    assert.equal((await first.client.get('/overview/attention')).json.awaiting_approval, 0)
    assert.equal((await finance.client.get('/overview/attention')).json.awaiting_approval, 1)
    assert.equal((await finance.client.post(`/sends/${id}/approve`)).status, 200)
    assert.equal((await read(id)).state, 'approved')
  })

  it('counts one decision of two at the same instant', async () => {
    await setRule({ confirm_above: anyCost })
    const id = await submit()
    const finance = await createApprover('finance')
    const responses = await Promise.all(
      [admin, admin, finance.client, finance.client].map((client) =>
        client.post(`/sends/${id}/approve`),
      ),
    )
    const approved = responses.filter(({ status }) => status === 200)
    assert.equal(approved.length, 2)
    assert.equal((await read(id)).state, 'approved')
    const { data } = (await admin.get(`/audit?subject_id=${id}`)).json
    const approvals = data.filter(({ action }: { action: string }) => action.includes('approve'))
    assert.equal(
      new Set(approvals.map((entry: { actor: { id: string } }) => entry.actor.id)).size,
      2,
    )
  })

  it('is not needed below the cost', async () => {
    await setRule({ confirm_above: { amount_minor: 1_000_000_000, currency: 'EUR' } })
    const id = await submit()
    const detail = (await admin.get(`/sends/${id}/approval`)).json
    await admin.post(`/sends/${id}/approve`)
    const isKnown =
      detail.estimate.items_without_cost === 0 &&
      detail.estimate.most_per_gift.every(
        ({ currency }: { currency: string }) => currency === 'EUR',
      )
    assert.equal((await read(id)).state, isKnown ? 'approved' : 'awaiting')
  })
})

describe('a link in the email', () => {
  const anyone = createAdminClient(testApp.origin)
  const linkOf = async (email: string): Promise<string> =>
    (await testApp.findLastEmailToken(email)) ?? assert.fail('no link')

  it('decides without a sign-in, once, for its approver', async () => {
    await setRule({ decide_by_mail: true })
    const approver = await createApprover('approver')
    const id = await submit()
    const token = await linkOf(approver.email)
    const preview = await anyone.post('/decision/preview', { token })
    assert.equal(preview.status, 200, preview.text)
    assert.deepEqual([preview.json.send_id, preview.json.gifts], [id, 1])
    assert.ok(!preview.text.includes('level.'), 'it shows no recipient')
    assert.equal((await read(id)).state, 'awaiting', 'opening the link changes nothing')
    const decide = () => anyone.post('/decision', { token, decision: 'approve' })
    const statuses = (await Promise.all([decide(), decide(), decide()])).map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 200).length, 1, String(statuses))
    const { state, decided_by } = await read(id)
    assert.deepEqual([state, decided_by], ['approved', 'Ada approver'])
    assert.equal((await anyone.post('/decision/preview', { token })).status, 404)
    const [entry] = (await admin.get(`/audit?subject_id=${id}&action=bulk_send.approve`)).json.data
    assert.equal(entry.details.by_link, true)
  })

  it('rejects with a reason, and needs one', async () => {
    await setRule({ decide_by_mail: true })
    const approver = await createApprover('approver')
    const id = await submit()
    const token = await linkOf(approver.email)
    const reject = (reason?: string) =>
      anyone.post('/decision', { token, decision: 'reject', reason })
    const refused = await reject()
    assert.deepEqual([refused.status, refused.json.errors[0].param], [422, 'reason'])
    assert.equal((await reject('Not this month')).status, 200)
    assert.equal((await read(id)).reason, 'Not this month')
  })

  it('ends with the decision of another approver, and with a withdrawal', async () => {
    await setRule({ decide_by_mail: true })
    const approver = await createApprover('approver')
    const decided = await submit()
    const token = await linkOf(approver.email)
    await admin.post(`/sends/${decided}/approve`)
    assert.equal((await anyone.post('/decision', { token, decision: 'approve' })).status, 404)
    const withdrawn = await submit()
    const second = await linkOf(approver.email)
    assert.notEqual(second, token)
    await sender.post(`/sends/${withdrawn}/withdraw`)
    assert.equal((await anyone.post('/decision/preview', { token: second })).status, 404)
  })

  it('ends when its approver loses the role, leaves, or the account forbids links', async () => {
    await setRule({ decide_by_mail: true })
    const approver = await createApprover('approver')
    const members = (await admin.get('/members')).json.data
    const { id: user_id } = members.find(({ email }: { email: string }) => email === approver.email)
    const id = await submit()
    const token = await linkOf(approver.email)
    const decide = () => anyone.post('/decision', { token, decision: 'approve' })
    await admin.patch(`/members/${user_id}`, { role: 'viewer' })
    assert.equal((await anyone.post('/decision/preview', { token })).status, 403)
    assert.equal((await decide()).status, 403)
    await admin.patch(`/members/${user_id}`, { role: 'approver' })
    await setRule({ decide_by_mail: false })
    assert.equal((await decide()).status, 404)
    await setRule({ decide_by_mail: true })
    await admin.delete(`/members/${user_id}`)
    assert.equal((await decide()).status, 404)
    assert.equal((await read(id)).state, 'awaiting')
  })

  it('is not guessed, and not opened without end', async () => {
    await setRule({ decide_by_mail: true })
    const approver = await createApprover('approver')
    await submit()
    const token = await linkOf(approver.email)
    for (const wrong of ['', 'x', token.slice(1), `${token}x`, '\u0000'])
      assert.ok(
        [404, 422].includes((await anyone.post('/decision/preview', { token: wrong })).status),
      )
    const statuses: number[] = []
    for (let n = 0; n < 32; n++)
      statuses.push((await anyone.post('/decision/preview', { token })).status)
    assert.ok(statuses.includes(429), String(statuses))
  })
})
