import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { seed } from '#app/demo-data'
import * as gifting from '#gifting'
import { type AdminClient, createAdminTestApp } from '#test/admin-harness'
import { confirmationToken, latestEmail } from '#test/claim-fixture'

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
  const created = await sender.post('/one-links', body)
  assert.equal(created.status, 201, created.text)
  return created.json.id as string
}

const claimConfirmedBy = async (id: string, email: string, last_name = 'Okafor') => {
  const claimant = { first_name: 'Ben', last_name, email }
  await testApp.run((ctx) => gifting.claim(ctx, id, claimant))
  const token = await confirmationToken(testApp, email)
  return testApp.run((ctx) => gifting.confirmClaim(ctx, id, token))
}

const params = (json: { errors: { param: string }[] }) => json.errors.map(({ param }) => param)

it('the expiry and the domains of a one-link change with its rules', async () => {
  const id = await create()
  const before = (await sender.get(`/one-links/${id}`)).json
  const settings = {
    expires_at: '2031-01-01T00:00:00.000Z',
    allowed_email_domains: ['example.com'],
  }
  const changed = await sender.patch(`/one-links/${id}`, { ...settings, require_approval: true })
  assert.equal(changed.status, 200, changed.text)
  const { expires_at, allowed_email_domains, rules } = changed.json
  assert.deepEqual({ expires_at, allowed_email_domains }, settings)
  assert.equal(rules.require_approval, true)
  const [entry] = (await admin.get(`/audit?subject_id=${id}`)).json.data
  assert.deepEqual(entry.details, {
    before: { expires_at: before.expires_at, allowed_email_domains: [], require_approval: false },
    after: { ...settings, require_approval: true },
  })
  const wrong = { expires_at: 'tomorrow', allowed_email_domains: ['nowhere'] }
  const rejected = await sender.patch(`/one-links/${id}`, { ...wrong, require_approval: false })
  assert.equal(rejected.status, 422)
  assert.deepEqual(params(rejected.json).sort(), ['allowed_email_domains.0', 'expires_at'])
  assert.equal((await sender.get(`/one-links/${id}`)).json.rules.require_approval, true)
  const past = { expires_at: '2020-01-01T00:00:00.000Z', allowed_email_domains: ['nowhere'] }
  assert.deepEqual(params((await sender.patch(`/one-links/${id}`, past)).json), [
    ...['expires_at', 'allowed_email_domains.0'],
  ])
})

it('one of two changes with the same ETag is rejected, and claims do not change the ETag', async () => {
  const id = await create()
  const { headers } = await sender.get(`/one-links/${id}`)
  const ifMatch = { 'if-match': String(headers.get('etag')) }
  const days = [1, 2].map((day) => ({ expires_at: `2031-01-0${day}T00:00:00.000Z` }))
  await claimConfirmedBy(id, 'etag@example.com')
  testApp.time.offsetMs += 1_000
  const responses = await Promise.all(
    days.map((change) => sender.patch(`/one-links/${id}`, change, ifMatch)),
  )
  assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 412])
  const saved = responses.find(({ status }) => status === 200)
  assert.equal((await sender.get(`/one-links/${id}`)).json.expires_at, saved?.json.expires_at)
  const next = { 'if-match': String(saved?.headers.get('etag')) }
  assert.equal((await sender.patch(`/one-links/${id}`, days[0] ?? {}, next)).status, 200)
})

it('the rules of a one-link are set, changed and audited', async () => {
  const id = await create({ require_approval: true, max_claims_per_network: 50 })
  const { rules } = (await sender.get(`/one-links/${id}`)).json
  assert.deepEqual(rules, {
    ...gifting.defaultClaimRules,
    require_approval: true,
    max_claims_per_network: 50,
  })
  const changed = await sender.patch(`/one-links/${id}`, { has_waiting_list: false })
  assert.equal(changed.json.rules.has_waiting_list, false)
  const [entry] = (await admin.get(`/audit?subject_id=${id}`)).json.data
  assert.deepEqual(
    [entry.action, entry.details],
    ['one_link.change', { before: { has_waiting_list: true }, after: { has_waiting_list: false } }],
  )
  const wrong = { max_claims_per_address: 0, max_claims_per_device: 10_001, require_approval: 'x' }
  const rejected = await sender.patch(`/one-links/${id}`, wrong)
  assert.equal(rejected.status, 422)
  assert.deepEqual(params(rejected.json).sort(), Object.keys(wrong).sort())
  assert.equal((await sender.patch('/one-links/nonsense', {})).status, 404)
})

it('senders approve and reject claims alone and in bulk, and every decision counts once', async () => {
  const id = await create({ require_approval: true })
  for (const n of [1, 2, 3]) await claimConfirmedBy(id, `visitor${n}@bulk.example`)
  const { pending } = (await sender.get(`/one-links/${id}/claims`)).json
  assert.deepEqual(
    pending.map(({ email }: { email: string }) => email),
    [1, 2, 3].map((n) => `visitor${n}@bulk.example`),
  )
  const [first, second, third] = pending.map((claim: { id: string }) => claim.id)
  const decide = (ids: string[], decision: string) =>
    sender.post(`/one-links/${id}/claims/decide`, { ids, decision })
  const both = await decide([first, second, first, 'nonsense'], 'approve')
  assert.deepEqual(both.json, { decided: 2, skipped: 2 })
  assert.deepEqual((await decide([first, third], 'reject')).json, { decided: 1, skipped: 1 })
  assert.equal((await latestEmail(testApp, 'visitor1@bulk.example'))?.kind, 'claim_approved')
  assert.equal((await latestEmail(testApp, 'visitor3@bulk.example'))?.kind, 'claim_rejected')
  const { counts, claimed, available } = (await sender.get(`/one-links/${id}`)).json
  assert.deepEqual([claimed, available, counts.pending, counts.rejected], [2, 1, 0, 1])
  const log = (await admin.get(`/audit?subject_id=${id}&order=asc`)).json.data
  assert.deepEqual(
    log
      .map(({ action, details }: { action: string; details: object }) => [action, details])
      .slice(1),
    [
      ['one_link.approve_claims', { claims: 2 }],
      ['one_link.reject_claims', { claims: 1 }],
    ],
  )
  assert.deepEqual(params((await decide([], 'approve')).json), ['ids'])
  assert.deepEqual(params((await decide([first], 'maybe')).json), ['decision'])
  const tooMany = Array.from({ length: 101 }, () => first)
  assert.deepEqual(params((await decide(tooMany, 'approve')).json), ['ids'])
  await sender.post(`/one-links/${id}/close`)
  assert.equal((await decide([third], 'approve')).status, 409)
})

it('the CSV file lists claims by state, and escapes formulas', async () => {
  const id = await create({ quantity: 1 })
  await claimConfirmedBy(id, 'one@csv.example', '=1+1')
  await claimConfirmedBy(id, 'two@csv.example')
  const { status, text } = await sender.get(`/one-links/${id}/claims.csv`)
  assert.equal(status, 200)
  const [header, claimed, listed] = text.replace('\ufeff', '').split('\n')
  assert.equal(header, 'state,name,email,since,until,gift_request')
  assert.match(claimed ?? '', /^claimed,Ben =1\+1,one@csv\.example,.*,,GR-\w{8}$/)
  assert.match(listed ?? '', /^listed,Ben Okafor,two@csv\.example,/)
  assert.equal((await sender.get('/one-links/nonsense/claims.csv')).status, 404)
})

it('admins set the default and the deny list, without addresses in the audit log', async () => {
  assert.equal((await sender.patch('/claim-rules', { require_confirmation: false })).status, 403)
  await admin.patch('/claim-rules', { require_confirmation: false })
  assert.equal((await sender.get('/claim-rules')).json.require_confirmation, false)
  const id = await create()
  assert.equal((await sender.get(`/one-links/${id}`)).json.rules.require_confirmation, false)
  await admin.patch('/claim-rules', { require_confirmation: true })

  const entries = ['Mallory+x@gmail.com', 'rival.example']
  assert.equal((await sender.post('/claim-rules/denied', { entries })).status, 403)
  assert.deepEqual((await admin.post('/claim-rules/denied', { entries })).json, { added: 2 })
  const again = { entries: ['m.allory@gmail.com', '@RIVAL.example'] }
  assert.deepEqual((await admin.post('/claim-rules/denied', again)).json, { added: 0 })
  const wrong = await admin.post('/claim-rules/denied', { entries: ['fine.example', 'not fine'] })
  assert.deepEqual([wrong.status, ...params(wrong.json)], [422, 'entries.1'])
  const { data } = (await admin.get('/claim-rules/denied')).json
  assert.deepEqual(data.map(({ entry }: { entry: string }) => entry).sort(), [
    'mallory+x@gmail.com',
    'rival.example',
  ])
  for (const denied of data)
    assert.equal((await admin.delete(`/claim-rules/denied/${denied.id}`)).status, 204)
  assert.equal((await admin.delete(`/claim-rules/denied/${data[0].id}`)).status, 404)
  const { text } = await admin.get('/audit?limit=100')
  assert.match(text, /claim_rules\.deny/)
  assert.doesNotMatch(text, /mallory|rival/i)
})
