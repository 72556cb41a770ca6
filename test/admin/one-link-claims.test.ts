import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { seed } from '#app/demo-data'
import * as oneLinks from '#one-links'
import { type AdminClient, createAdminTestApp } from '#test/admin-harness'
import { confirmationToken, latestEmail } from '#test/claim-fixture'
import { pluck } from '#test/pluck'

const testApp = await createAdminTestApp()
let admin: AdminClient
let sender: AdminClient
let campaign_id = ''

before(async () => {
  await testApp.run((ctx) => seed(ctx))
  admin = await testApp.signIn(testApp.admin)
  sender = await testApp.signIn(testApp.sender)
  const { data } = (await sender.get('/campaigns?state=available')).json
  campaign_id = data.find(
    (each: { invitation_method: string }) => each.invitation_method === 'one_link',
  ).id
})

const create = async (more: object = {}) => {
  const body = { campaign_id, quantity: 3, allowed_email_domains: [], ...more }
  const created = await sender.post('/one_links', body)
  assert.equal(created.status, 201, created.text)
  return created.json.id as string
}

const claimConfirmedBy = async (id: string, email: string, last_name = 'Okafor') => {
  const claimant = { first_name: 'Ben', last_name, email }
  await testApp.run((ctx) => oneLinks.claim(ctx, id, claimant))
  const token = await confirmationToken(testApp, email)
  return testApp.run((ctx) => oneLinks.confirmClaim(ctx, id, token))
}

const params = (json: { errors: { param: string }[] }) => json.errors.map(({ param }) => param)

it('the rules of a one-link are set, changed and audited', async () => {
  const id = await create({ require_approval: true, max_claims_per_network: 50 })
  const path = `/one_links/${id}/claim_rules`
  const { one_link_id, ...rules } = (await sender.get(path)).json
  assert.equal(one_link_id, id)
  assert.deepEqual(rules, {
    ...oneLinks.defaultClaimRules,
    require_approval: true,
    max_claims_per_network: 50,
  })
  const changed = await sender.patch(path, { ...rules, has_waiting_list: false })
  assert.equal(changed.json.has_waiting_list, false)
  const log = (await admin.get(`/audit?subject_id=${id}&order=asc`)).json.data
  assert.deepEqual(pluck(log, 'action'), ['one_link.create', 'one_link.change'])
  assert.equal(log[0].details.after.max_claims_per_network, 50)
  assert.deepEqual(log[1].details, {
    before: { has_waiting_list: true },
    after: { has_waiting_list: false },
  })
  const wrong = { name: 'x', quantity: 1, max_claims_per_address: 0, require_approval: 'x' }
  const rejected = await sender.post('/one_links', { ...wrong, campaign_id })
  assert.deepEqual(
    [rejected.status, ...params(rejected.json).sort()],
    [422, 'max_claims_per_address', 'require_approval'],
  )
})

it('senders approve and reject claims alone and in bulk, and every decision counts once', async () => {
  const id = await create({ require_approval: true })
  for (const n of [1, 2, 3]) await claimConfirmedBy(id, `visitor${n}@bulk.example`)
  const pending = (await sender.get(`/one_links/${id}/claims?state=pending&order=asc`)).json.data
  assert.deepEqual(
    pluck(pending, 'email'),
    [1, 2, 3].map((n) => `visitor${n}@bulk.example`),
  )
  const [first, second, third] = pluck(pending, 'id')
  const decide = (ids: string[], decision: string) =>
    sender.post(`/one_links/${id}/claims/${decision}`, { ids })
  const both = await decide([first, second, first, 'nonsense'], 'approve')
  assert.deepEqual(both.json, { decided: 2, skipped: 2 })
  assert.deepEqual((await decide([first, third], 'reject')).json, { decided: 1, skipped: 1 })
  assert.equal((await latestEmail(testApp, 'visitor1@bulk.example'))?.kind, 'claim_approved')
  assert.equal((await latestEmail(testApp, 'visitor3@bulk.example'))?.kind, 'claim_rejected')
  const { counts, claimed, available } = (await sender.get(`/one_links/${id}`)).json
  assert.deepEqual([claimed, available, counts.pending, counts.rejected], [2, 1, 0, 1])
  const log = (await admin.get(`/audit?subject_id=${id}&order=asc`)).json.data
  assert.deepEqual(pluck(log, 'action', 'details').slice(1), [
    ['one_link.approve_claims', { claims: 2 }],
    ['one_link.reject_claims', { claims: 1 }],
  ])
})

it('the CSV file lists claims by state, and escapes formulas', async () => {
  const id = await create({ quantity: 1 })
  await claimConfirmedBy(id, 'one@csv.example', '=1+1')
  await claimConfirmedBy(id, 'two@csv.example')
  const { status, text } = await sender.get(`/one_links/${id}/claims.csv`)
  assert.equal(status, 200)
  const [header, claimed, listed] = text.replace('\ufeff', '').split('\n')
  assert.equal(header, 'state,name,email,since,until,gift_request')
  assert.match(claimed ?? '', /^claimed,Ben =1\+1,one@csv\.example,.*,,GR-\w{8}$/)
  assert.match(listed ?? '', /^listed,Ben Okafor,two@csv\.example,/)
  assert.equal((await sender.get('/one_links/nonsense/claims.csv')).status, 404)
})

it('admins set the default and the deny list, without addresses in the audit log', async () => {
  assert.equal((await sender.patch('/claim_rules', { require_confirmation: false })).status, 403)
  await admin.patch('/claim_rules', { require_confirmation: false })
  assert.equal((await sender.get('/claim_rules')).json.require_confirmation, false)
  const id = await create()
  assert.equal((await sender.get(`/one_links/${id}/claim_rules`)).json.require_confirmation, false)
  await admin.patch('/claim_rules', { require_confirmation: true })

  const entries = ['Mallory+x@gmail.com', 'rival.example']
  assert.equal((await sender.post('/denied_claimants', { entries })).status, 403)
  assert.deepEqual((await admin.post('/denied_claimants', { entries })).json, {
    added: 2,
    removed: 0,
  })
  const again = { entries: ['m.allory@gmail.com', '@RIVAL.example'] }
  assert.deepEqual((await admin.post('/denied_claimants', again)).json, {
    added: 0,
    removed: 0,
  })
  const wrong = await admin.post('/denied_claimants', { entries: ['fine.example', 'not fine'] })
  assert.deepEqual([wrong.status, ...params(wrong.json)], [422, 'entries.1'])
  const { data } = (await admin.get('/denied_claimants')).json
  assert.deepEqual(pluck(data, 'entry').sort(), ['mallory+x@gmail.com', 'rival.example'])
  for (const denied of data)
    assert.equal((await admin.delete(`/denied_claimants/${denied.id}`)).status, 200)
  assert.equal((await admin.delete(`/denied_claimants/${data[0].id}`)).status, 404)
  const { text } = await admin.get('/audit?limit=100')
  assert.match(text, /claim_rules\.deny/)
  assert.doesNotMatch(text, /mallory|rival/i)
})
