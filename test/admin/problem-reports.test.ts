import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createPictureScaler } from '#catalogue'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import { newId } from '#platform/lib/ids'
import { createAdminFixture, sendDirect } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { readGiftPage } from '#test/gift-page'
import { pngWithMetadata } from '#test/pictures'
import { pluck } from '#test/pluck'

const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const admin = await testApp.signIn(testApp.admin)
const sender = await testApp.signIn(testApp.sender)

async function reportedGift(email: string, state: gifting.State = 'delivered') {
  const gift_id = await sendDirect(fixture, admin, email)
  await fixture.simulateTo(gift_id, state)
  const id = newId()
  const { photos } = await gifting.parsePhotos([pngWithMetadata()], createPictureScaler().scale)
  await fixture.run((ctx) =>
    gifting.reportProblem(ctx, gift_id, {
      ...{ id, problem: 'damaged', text: 'It broke.', photos, draft_ids: [], photoErrors: [] },
    }),
  )
  return { gift_id, id, path: `/gift-requests/${gift_id}/problems/${id}` }
}

const read = async (id: string) => await readGiftPage(sender, id)

const auditActions = async (id: string): Promise<string[]> =>
  pluck((await admin.get(`/audit?subject_id=${id}`)).json.data, 'action')

it('shows a report with its photo at the gift, and marks the gift in the list', async () => {
  const { gift_id } = await reportedGift('ada.larkin@example.com')
  const other = await sendDirect(fixture, admin, 'ben.okafor@example.com')
  const gift = await read(gift_id)
  const [report] = gift.problem_reports
  assert.deepEqual(
    [report.problem, report.state, report.text, report.photos.length],
    ['damaged', 'open', 'It broke.', 1],
  )
  const photo = await sender.get(`/gift-requests/${gift_id}/problem-photos/${report.photos[0].id}`)
  assert.equal(photo.status, 200)
  assert.equal(photo.headers.get('content-type'), 'image/png')
  assert.match(photo.headers.get('content-security-policy') ?? '', /sandbox/)
  const foreign = `/gift-requests/${other}/problem-photos/${report.photos[0].id}`
  assert.equal((await sender.get(foreign)).status, 404)
  const listed = async (query: string) =>
    pluck((await sender.get(`/gift_requests${query}`)).json.data, 'id', 'has_problem')
  assert.deepEqual(await listed('?problem=true'), [[gift_id, true]])
  const all = new Map<string, boolean>(await listed(''))
  assert.deepEqual([all.get(gift_id), all.get(other)], [true, false])
})

it('answers by email, and closes the report once', async () => {
  const { gift_id, path } = await reportedGift('cleo.marsh@example.com')
  assert.equal((await sender.post(`${path}/answer`, { text: ' ' })).status, 422)
  assert.equal(
    (await sender.post(`${path}/answer`, { text: 'Sorry! A new one comes.' })).status,
    204,
  )
  const answered = await read(gift_id)
  assert.equal(answered.problem_reports[0].state, 'answered')
  assert.equal(answered.problem_reports[0].answers[0].text, 'Sorry! A new one comes.')
  assert.ok(answered.emails.some(({ kind }: { kind: string }) => kind === 'problem_answer'))
  const [{ id }] = answered.problem_reports
  const resolve = () => sender.post(`/gift_requests/${gift_id}/problem_reports/${id}/resolve`)
  for (const _ of [1, 2]) assert.equal((await resolve()).status, 200)
  assert.equal((await read(gift_id)).problem_reports[0].resolution, 'closed')
  assert.equal((await sender.post(`${path}/answer`, { text: 'Too late' })).status, 409)
  assert.deepEqual(
    (await auditActions(gift_id)).filter((action) => action.includes('problem')).sort(),
    ['gift_request.answer_problem', 'gift_request.resolve_problem'],
  )
})

it('ships the items of a delivered gift again in one press, once', async () => {
  const { gift_id, path } = await reportedGift('dora.quinn@example.com')
  const before = await read(gift_id)
  assert.equal(before.replacements.parcels.length, before.parcels.length)
  const [parcel] = before.replacements.parcels
  const responses = await Promise.all(
    [1, 2, 3].map(() => sender.post(`${path}/replace`, { parcel_id: parcel.id })),
  )
  assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 409, 409])
  const parcels = await fixture.run((ctx) => fulfilment.listGiftParcels(ctx, gift_id))
  assert.equal(parcels.filter(({ replaces }) => replaces === parcel.id).length, 1)
  const after = await read(gift_id)
  assert.equal(after.state, 'redelivering')
  assert.equal(after.problem_reports[0].resolution, 'replaced')
  assert.ok((await auditActions(gift_id)).includes('gift_request.replace'))
})

it('refuses a replacement while the parcel may still arrive, and keeps the report open', async () => {
  const { gift_id, path } = await reportedGift('edi.stone@example.com', 'in_transit')
  const { replacements } = await read(gift_id)
  assert.deepEqual(replacements, { can_send_again: false, parcels: [] })
  assert.equal((await sender.post(`${path}/replace`, {})).status, 409)
  assert.equal((await read(gift_id)).problem_reports[0].state, 'open')
})

it('does not find a report under another gift', async () => {
  const { id } = await reportedGift('fay.noor@example.com')
  const other = await sendDirect(fixture, admin, 'gus.reed@example.com')
  for (const action of ['answer', 'resolve', 'replace']) {
    const body = action === 'answer' ? { text: 'Hello' } : action === 'replace' ? {} : undefined
    const { status } = await sender.post(`/gift-requests/${other}/problems/${id}/${action}`, body)
    assert.equal(status, 404, action)
  }
})
