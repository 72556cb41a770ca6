import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newId } from '#platform/lib/ids'
import * as sends from '#sends'
import { createAdminFixture, recipientFields } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { drain } from '#test/eventually'
import { readGiftPage } from '#test/gift-page'
import { pluck } from '#test/pluck'

/* Campaigns that are paused, or have an end. */

const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const admin = await testApp.signIn(testApp.admin)
const sender = await testApp.signIn(testApp.sender)
const hourMs = 3_600_000

/** Copies a campaign of this kind, so that no test closes the campaign of another. */
async function createCampaign(method: string): Promise<{ id: string; name: string }> {
  const name = `Ends ${newId()}`
  const copy = await admin.post(`/campaigns/${fixture.campaign(method).id}/copy`, { name })
  assert.equal(copy.status, 201, copy.text)
  return { id: copy.json.id, name }
}
const change = (id: string, body: object) => admin.patch(`/campaigns/${id}/settings`, body)
const create = (campaign_id: string, email: string) =>
  sender.post('/send', { options: { campaign_id }, rows: [{ recipient: recipientFields(email) }] })
const errorOf = ({ json }: { json: { errors: object[] } }) =>
  pluck(
    json.errors as { code: string; param: string; message: string }[],
    'code',
    'param',
    'message',
  )
const listed = async (id: string) =>
  pluck((await sender.get('/send/choices')).json.campaigns, 'id').includes(id)

it('takes no new gifts of any kind while it is paused, and those that exist go on', async () => {
  const { id, name } = await createCampaign('email')
  const before = await create(id, 'before@example.com')
  assert.equal(before.status, 200, before.text)
  assert.equal(await listed(id), true)
  const { json: settings, status } = await change(id, { is_paused: true })
  assert.deepEqual([status, settings.is_paused, settings.ends_at], [200, true, null])
  const error = [
    'not_allowed',
    'campaign_id',
    `names “${name}”, which is paused; resume it, or choose another campaign`,
  ]
  assert.deepEqual(errorOf(await create(id, 'paused@example.com')), [error])
  const rows = [{ recipient: recipientFields('row@example.com') }]
  for (const path of ['/send', '/send/check'])
    assert.deepEqual(errorOf(await sender.post(path, { options: { campaign_id: id }, rows })), [
      error,
    ])
  assert.equal(await listed(id), false)
  await fixture.processDue()
  const gift = before.json.rows[0].id
  assert.equal((await readGiftPage(sender, gift)).state, 'awaiting_recipient')
  await fixture.simulateTo(gift, 'delivered')
  await change(id, { is_paused: false })
  assert.equal((await create(id, 'resumed@example.com')).status, 200)
  assert.equal(await listed(id), true)
  const { data } = (await admin.get(`/audit?subject_id=${id}&action=campaign.change`)).json
  assert.deepEqual(
    data.map(({ details }: { details: { after: object } }) => details.after),
    [{ is_paused: false }, { is_paused: true }],
  )
})

it('ends at its time, which must be in the future when it is set', async () => {
  const { id } = await createCampaign('email')
  const past = new Date(fixture.now().getTime() - hourMs).toISOString()
  assert.deepEqual(errorOf(await change(id, { ends_at: past })), [
    ['invalid', 'ends_at', 'must be in the future; to stop the campaign now, pause it'],
  ])
  assert.equal((await change(id, { ends_at: 'tomorrow' })).status, 422)
  const ends_at = new Date(fixture.now().getTime() + hourMs).toISOString()
  assert.equal((await change(id, { ends_at })).json.ends_at, ends_at)
  assert.equal((await create(id, 'in.time@example.com')).status, 200)
  await fixture.advanceClock(hourMs)
  const [[code, param, message] = []] = errorOf(await create(id, 'late@example.com'))
  assert.deepEqual([code, param], ['not_allowed', 'campaign_id'])
  assert.ok(
    message?.endsWith(`which ended at ${ends_at}; set a later end, or choose another campaign`),
  )
  const renamed = await admin.patch(`/campaigns/${id}`, { description: 'Over', ends_at })
  assert.equal(renamed.status, 200, 'the end that has passed can stay')
  const copy = await admin.post(`/campaigns/${id}/copy`, { name: 'Next year' })
  assert.deepEqual([copy.status, copy.json.ends_at, copy.json.is_paused], [201, null, false])
  assert.equal((await change(id, { ends_at: null })).json.ends_at, null)
  assert.equal((await create(id, 'open@example.com')).status, 200)
})

it('saves the rows of an approved send as failed when the campaign is paused before', async () => {
  const { id: campaign_id } = await createCampaign('email')
  const rule = { max_gifts: null, max_cost: null, confirm_above: null, decide_by_mail: false }
  await admin.put('/approval-rule', { ...rule, mode: 'all' })
  const options = { campaign_id }
  const body = { draft_id: newId(), name: 'Approved', options, recipients: 1 }
  const { id } = (await sender.post('/sends', body)).json
  const rows = [{ recipient: recipientFields('approved@example.com'), line: 1 }]
  await sender.post('/send', { options, rows, bulk_send_id: id })
  await sender.post(`/sends/${id}/submit`)
  await change(campaign_id, { is_paused: true })
  assert.match(errorOf(await admin.post(`/sends/${id}/approve`))[0]?.[2] ?? '', /is paused/)
  await change(campaign_id, { is_paused: false })
  assert.equal((await admin.post(`/sends/${id}/approve`)).status, 200)
  await change(campaign_id, { is_paused: true })
  await drain(() => sends.processApprovals(testApp.db))
  await admin.put('/approval-rule', { ...rule, mode: 'off' })
  const { gifts, failed_rows } = (await sender.get(`/sends/${id}`)).json
  assert.equal(gifts, 0)
  assert.match(failed_rows[0].errors[0].message, /is paused; resume it/)
})

it('shows the visitors of a one-link that its campaign is paused or has ended', async () => {
  const { id: campaign_id } = await createCampaign('one_link')
  const created = await sender.post('/one_links', { campaign_id, name: 'Booth', quantity: 3 })
  assert.equal(created.status, 201, created.text)
  const url = new URL(created.json.url)
  const path = `${testApp.origin}${url.pathname}`
  const open = async () => (await fetch(path)).text()
  const claim = async () => {
    const body = new URLSearchParams({ ...recipientFields('visitor@example.com') })
    return (await fetch(path, { method: 'POST', body })).text()
  }
  assert.match(await open(), /<form/)
  await change(campaign_id, { is_paused: true })
  for (const text of [await open(), await claim()]) {
    assert.match(text, /No gifts can be claimed right now/)
    assert.doesNotMatch(text, /<form[^>]*method="post"/)
  }
  const refused = await sender.post('/one_links', { campaign_id, name: 'Booth 2', quantity: 3 })
  assert.match(errorOf(refused)[0]?.[2] ?? '', /is paused/)
  const ends_at = new Date(fixture.now().getTime() + hourMs).toISOString()
  await change(campaign_id, { is_paused: false, ends_at })
  assert.match(await open(), /<form/)
  await fixture.advanceClock(hourMs)
  for (const text of [await open(), await claim()]) assert.match(text, /This link is closed/)
})

it('says of an archived campaign that it is archived, not that it is paused', async () => {
  const { id } = await createCampaign('email')
  await change(id, { is_paused: true })
  assert.equal((await admin.post(`/campaigns/${id}/archive`)).status, 200)
  const error = [
    'invalid_reference',
    'campaign_id',
    'names a campaign that is archived; use an available one',
  ]
  const options = { campaign_id: id }
  const rows = [{ recipient: recipientFields('archived@example.com') }]
  const body = { draft_id: newId(), name: 'Archived', options, recipients: 1 }
  for (const [path, sent] of [
    ['/send', { options, rows }],
    ['/send/check', { options, rows }],
    ['/sends', body],
  ] as const)
    assert.deepEqual(errorOf(await sender.post(path, sent)), [error], path)
})
