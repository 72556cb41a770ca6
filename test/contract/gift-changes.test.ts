import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import { directGiftBody, giftBody } from '#test/api-harness'
import { contractGroups } from '#test/contract-groups'
import { createContractHarness, operationBy } from '#test/contract-harness'
import type { FieldErrorRow, PathParams } from '#test/contract-requests'
import { createContractSuite } from '#test/contract-suite'
import { createCups, createFulfilmentRunner, createRedeemedGift } from '#test/fulfilment-fixture'

/* The contract tests of the operations on one gift request. */

const harness = await createContractHarness()
const { testApp, create, sendAndCheck } = harness
const shipper = createFulfilmentRunner(testApp)
const shop = await createCups(testApp, { Red: 500, Blue: 500 })
const hourMs = 60 * 60 * 1000

async function createGift(overrides: object = {}): Promise<PathParams> {
  const { id } = await create('/gift_requests', giftBody(testApp, overrides))
  await testApp.advanceTime()
  return { id }
}

/** The gifts whose invitation is old enough for a reminder. */
const remindable: PathParams[] = []
for (let n = 0; n < 6; n++) remindable.push(await createGift())

const findEmails = (id = '') => testApp.run((ctx) => gifting.listRecipientEmails(ctx, id))

async function createGiftWithFailedEmail(): Promise<PathParams> {
  const { id = '' } = await createGift()
  await testApp.run((ctx) =>
    ctx.query(
      `update mail.message set state = 'failed', due_at = null where account_id = $1 and gift_request_id = $2`,
      [ctx.account_id, id],
    ),
  )
  const [email] = await findEmails(id)
  return { id, email: email?.id ?? '' }
}

async function createDirectGift(): Promise<PathParams> {
  const { id } = await create('/gift_requests', directGiftBody(testApp))
  await testApp.advanceTime()
  return { id }
}

async function createExpiredGift(): Promise<PathParams> {
  const { id = '' } = await createGift()
  await create(`/test_helpers/gift_requests/${id}/advance`, { to: 'expired' })
  return { id }
}

/** Creates a gift with one parcel that has arrived and one that is lost. */
async function createGiftWithLostParcel(): Promise<PathParams> {
  const id = await createRedeemedGift(testApp, shop, { metadata: { simulator: 'split' } })
  await shipper.run()
  for (const number of [1, 2]) await shipper.recordScan(id, { state: 'in_transit' }, number)
  await shipper.recordScan(id, { state: 'delivered' })
  await shipper.recordScan(id, { state: 'lost' }, 2)
  const parcels = await shipper.parcels(id)
  return { id, parcel: parcels[1]?.id ?? '' }
}

async function createThankedGift(): Promise<PathParams> {
  const { id = '' } = await createGiftWithLostParcel()
  await testApp.run((ctx) => gifting.saveThankYouNote(ctx, id, { text: 'Thank you!' }))
  return { id }
}

async function createReportedGift(): Promise<PathParams> {
  const { id = '' } = await createGiftWithLostParcel()
  const report_id = crypto.randomUUID()
  const report = { id: report_id, problem: 'late', text: 'Where is it?' }
  await testApp.run((ctx) =>
    gifting.reportProblem(ctx, id, { ...report, photos: [], draft_ids: [], photoErrors: [] }),
  )
  return { id, report_id }
}

await testApp.advanceTime(2 * hourMs)
const thanked = await createThankedGift()

const long = 'x'.repeat(256)
const address = { name: 'Ada', line_1: 'Unter den Linden 5', city: 'Berlin', country: 'DE' }

// biome-ignore format: columns
const rows: readonly FieldErrorRow[] = [
  ['updateGiftRequest',         'unknown_parameter', { status: 'delivered' }],
  ['updateGiftRequest',         'required',          { email_message: { subject: 'x' } }],
  ['updateGiftRequest',         'invalid',           { expires_at: '2020-01-01T00:00:00Z' }],
  ['updateGiftRequest',         'invalid',           {}, '?dry_run=perhaps'],
  ['updateGiftRequest',         'invalid_format',    { expires_at: 'tomorrow' }],
  ['updateGiftRequest',         'too_long',          { email_message: { subject: long, body: 'x' } }],
  ['updateGiftRequest',         'too_many',          { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [n, ''])) }],
  ['extendGiftRequest',         'required',          {}],
  ['extendGiftRequest',         'not_allowed',       { days: 1, expires_at: '2030-01-01T00:00:00Z' }],
  ['extendGiftRequest',         'invalid',           { days: 0 }],
  ['extendGiftRequest',         'invalid',           { days: 1 }, '?dry_run=perhaps'],
  ['extendGiftRequest',         'invalid_format',    { expires_at: 'later' }],
  ['extendGiftRequest',         'unknown_parameter', { weeks: 1 }],
  ['remindGiftRequest',         'unknown_parameter', { text: 'Hurry' }],
  ['remindGiftRequest',         'invalid',           {}, '?dry_run=perhaps'],
  ['remindGiftRequest',         'invalid',           [] as object],
  ['correctGiftRequestEmail',   'required',          {}],
  ['correctGiftRequestEmail',   'invalid_format',    { email: 'nowhere' }],
  ['correctGiftRequestEmail',   'too_long',          { email: `${long}@example.com` }],
  ['correctGiftRequestEmail',   'invalid',           { email: 1 }],
  ['correctGiftRequestEmail',   'invalid',           { email: 'a@example.com' }, '?dry_run=perhaps'],
  ['correctGiftRequestEmail',   'unknown_parameter', { email: 'a@example.com', name: 'Ada' }],
  ['changeGiftRequestAddress',  'required',          {}],
  ['changeGiftRequestAddress',  'too_long',          { shipping_address: { ...address, name: long } }],
  ['changeGiftRequestAddress',  'invalid',           { shipping_address: 'Berlin' }],
  ['changeGiftRequestAddress',  'invalid',           { shipping_address: address }, '?dry_run=perhaps'],
  ['changeGiftRequestAddress',  'unknown_parameter', { shipping_address: address, why: 'moved' }],
  ['reissueGiftRequestLink',    'unknown_parameter', { code: 'abc' }],
  ['reissueGiftRequestLink',    'invalid',           {}, '?dry_run=perhaps'],
  ['reissueGiftRequestLink',    'invalid',           [] as object],
  ['sendGiftRequestAgain',      'required',          { email_message: { subject: 'x' } }],
  ['sendGiftRequestAgain',      'invalid_format',    { email: 'nowhere' }],
  ['sendGiftRequestAgain',      'too_long',          { email: `${long}@example.com` }],
  ['sendGiftRequestAgain',      'invalid',           { email: 1 }],
  ['sendGiftRequestAgain',      'invalid',           {}, '?dry_run=perhaps'],
  ['sendGiftRequestAgain',      'unknown_parameter', { metadata: {} }],
  ['shipGiftRequestAgain',      'required',          {}],
  ['shipGiftRequestAgain',      'invalid_reference', { parcel_id: crypto.randomUUID() }],
  ['shipGiftRequestAgain',      'invalid',           { parcel_id: 1 }],
  ['shipGiftRequestAgain',      'invalid',           { parcel_id: '' }, '?dry_run=perhaps'],
  ['shipGiftRequestAgain',      'unknown_parameter', { parcel_id: '', carrier: 'DHL' }],
  ['resolveGiftRequestProblemReport', 'unknown_parameter', { resolution: 'replaced' }],
  ['resolveGiftRequestProblemReport', 'invalid',           {}, '?dry_run=perhaps'],
  ['resolveGiftRequestProblemReport', 'invalid',           [] as object],
  ['resendGiftRequestEmails',   'required',          { email_ids: [null] }],
  ['resendGiftRequestEmails',   'too_many',          { email_ids: Array.from({ length: 21 }, () => '') }],
  ['resendGiftRequestEmails',   'invalid_reference', { email_ids: [crypto.randomUUID()] }],
  ['resendGiftRequestEmails',   'invalid',           { email_ids: [] }],
  ['resendGiftRequestEmails',   'invalid',           {}, '?dry_run=perhaps'],
  ['resendGiftRequestEmails',   'unknown_parameter', { to: 'a@example.com' }],
]

const suite = createContractSuite({
  harness,
  operations: contractGroups['gift-changes'] ?? [],
  params: {
    '/gift_requests/{id}': await createGiftWithFailedEmail(),
    '/gift_requests/{id}/thank_you_note': thanked,
    '/gift_requests/{id}/problem_reports': await createReportedGift(),
  },
  fresh: {
    updateGiftRequest: () => createGift(),
    extendGiftRequest: () => createGift(),
    remindGiftRequest: async () => remindable.pop() ?? assert.fail('no gift is left'),
    correctGiftRequestEmail: () => createGift(),
    changeGiftRequestAddress: createDirectGift,
    reissueGiftRequestLink: () => createGift(),
    sendGiftRequestAgain: createExpiredGift,
    shipGiftRequestAgain: createGiftWithLostParcel,
    resendGiftRequestEmails: createGiftWithFailedEmail,
    listGiftRequestParcels: createGiftWithLostParcel,
    resolveGiftRequestProblemReport: createReportedGift,
  },
  rows,
})

suite.describeAll()

describe('a gift request in a state that does not allow the change', () => {
  const send = (id: string, params: PathParams, body?: object) => {
    const request = suite.validRequest(operationBy(id), params)
    return sendAndCheck(
      id,
      body === undefined ? request : { ...request, body: JSON.stringify(body) },
    )
  }

  it('rejects the operations of an open gift after its end', async () => {
    const ended = await createExpiredGift()
    for (const [id, body] of [
      ['updateGiftRequest', { expires_at: '2090-01-01T00:00:00Z' }],
      ['extendGiftRequest', undefined],
      ['remindGiftRequest', undefined],
      ['correctGiftRequestEmail', undefined],
      ['changeGiftRequestAddress', undefined],
      ['reissueGiftRequestLink', undefined],
    ] as const)
      assert.deepEqual(await send(id, ended, body), ['invalid_transition'], id)
  })

  it('rejects a replacement of a gift that is open', async () => {
    assert.deepEqual(await send('sendGiftRequestAgain', await createGift()), ['invalid_transition'])
  })

  it('rejects the shipping of a parcel that may still arrive', async () => {
    const { id = '' } = await createGiftWithLostParcel()
    const [first] = await testApp.run((ctx) => fulfilment.listGiftParcels(ctx, id))
    const params = { id, parcel: first?.id ?? '' }
    await send('shipGiftRequestAgain', {
      ...params,
      parcel: (await shipper.parcels(id))[1]?.id ?? '',
    })
    const [, , third] = await shipper.parcels(id)
    assert.deepEqual(await send('shipGiftRequestAgain', { id, parcel: third?.id ?? '' }), [
      'invalid_transition',
    ])
  })

  it('rejects to send emails again if none failed', async () => {
    assert.deepEqual(await send('resendGiftRequestEmails', await createGift()), [
      'invalid_transition',
    ])
  })

  it('returns the first replacement with the status 200', async () => {
    const gift = await createExpiredGift()
    assert.deepEqual(await send('sendGiftRequestAgain', gift), [])
    assert.deepEqual(await send('sendGiftRequestAgain', gift), [])
  })

  it('names the field of an address that is not valid, or outside the destinations of an item', async () => {
    const direct = await createDirectGift()
    const change = (more: object) =>
      send('changeGiftRequestAddress', direct, { shipping_address: { ...address, ...more } })
    assert.deepEqual(await change({ postal_code: 'none' }), ['invalid_format'])
    await testApp.run((ctx) =>
      ctx.query(
        `update catalogue.product set destination_mode = 'allow', destinations = '{DE}' where account_id = $1`,
        [ctx.account_id],
      ),
    )
    const vienna = { city: 'Wien', postal_code: '1010', country: 'AT' }
    assert.deepEqual(await change(vienna), ['not_allowed'])
  })

  it('rejects an email address that has a gift of the same one-link', async () => {
    const [first, second] = [await createGift(), await createGift()]
    const campaign_id = testApp.campaign('one_link').id
    const link = await create('/one_links', { campaign_id, quantity: 1 })
    await testApp.run((ctx) =>
      ctx.query(
        'update gifting.gift_request set one_link_id = $2 where account_id = $1 and id = any ($3)',
        [ctx.account_id, link.id, [first.id, second.id]],
      ),
    )
    const { recipient } = (await testApp.api.get(`/gift_requests/${first.id}`)).json
    const codes = await send('correctGiftRequestEmail', second, { email: recipient.email })
    assert.deepEqual(codes, ['not_allowed'])
  })
})

suite.describeCoverage()
