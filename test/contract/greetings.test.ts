import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as greetings from '#greetings'
import { giftBody } from '#test/api-harness'
import { contractGroups } from '#test/contract-groups'
import { createContractHarness, operationBy } from '#test/contract-harness'
import type { FieldErrorRow, PathParams } from '#test/contract-requests'
import { createContractSuite } from '#test/contract-suite'
import { photo } from '#test/media-fixture'

/* The contract tests of the cards of gift requests and campaigns. */

const harness = await createContractHarness()
const { testApp, defaultHeaders, get, create, sendAndCheck } = harness
const campaign = testApp.campaign('email')

async function createGift(overrides: object = {}): Promise<PathParams> {
  const { id } = await create('/gift_requests', giftBody(testApp, overrides))
  return { id }
}

async function createCancelledGift(): Promise<PathParams> {
  const gift = await createGift()
  await testApp.api.post(`/gift_requests/${gift.id}/cancel`, {})
  return gift
}

const rowsOf = (id: string): FieldErrorRow[] => [
  [id, 'unknown_parameter', { card: null, colour: 'red' }],
  [id, 'required', {}],
  [id, 'invalid', { card: 'easter' }],
  [id, 'invalid', { card: 'Birthday' }],
  [id, 'invalid', { card: null, media_id: 1 }],
  [id, 'invalid_reference', { card: null, media_id: crypto.randomUUID() }],
  [id, 'invalid_reference', { card: null, media_id: "x' or 1=1" }],
]

const suite = createContractSuite({
  harness,
  operations: contractGroups.greetings ?? [],
  params: {
    '/gift_requests/{id}': await createGift(),
    '/campaigns/{id}': { id: campaign.id },
  },
  rows: [
    ...rowsOf('setGiftRequestGreeting'),
    ['setGiftRequestGreeting', 'invalid', { card: null }, '?dry_run=perhaps'],
    ...rowsOf('setCampaignGreeting'),
    ['deleteGiftRequestGreeting', 'unknown_parameter', { card: null }],
  ],
})

suite.describeAll()

const upload = (): Promise<greetings.Media> =>
  testApp.run((ctx) => greetings.saveMedia(ctx, photo(), 'Dana waves'))

const send = (id: string, params: PathParams, body?: object, query = '') => {
  const { path, method } = suite.validRequest(operationBy(id), params)
  const headers = { ...defaultHeaders, 'content-type': 'application/json' }
  const text = body === undefined ? {} : { body: JSON.stringify(body) }
  return sendAndCheck(id, { path: `${path}${query}`, method, headers, ...text })
}

const read = (gift: PathParams) => get(`/api/gift_requests/${gift.id}/greeting`)

describe('a greeting', () => {
  it('of a gift request replaces the one of its campaign until it is cleared', async () => {
    const gift = await createGift()
    assert.deepEqual(
      await send('setCampaignGreeting', { id: campaign.id }, { card: 'welcome' }),
      [],
    )
    assert.deepEqual(await read(gift), { card: 'welcome', media: null, is_own: false })
    const { id: media_id, size } = await upload()
    const own = { card: 'birthday', media_id: media_id.toUpperCase() }
    assert.deepEqual(await send('setGiftRequestGreeting', gift, own), [])
    const media = { id: media_id, content_type: 'image/png', size, alt: 'Dana waves' }
    assert.deepEqual(await read(gift), { card: 'birthday', media, is_own: true })
    assert.deepEqual(await send('deleteGiftRequestGreeting', gift), [])
    assert.deepEqual(await read(gift), { card: 'welcome', media: null, is_own: false })
  })

  it('does not change in a dry run', async () => {
    const gift = await createGift()
    const before = await read(gift)
    const body = { card: 'wedding' }
    assert.deepEqual(await send('setGiftRequestGreeting', gift, body, '?dry_run=true'), [])
    assert.deepEqual(await read(gift), before)
  })

  it('of a new gift request comes with it', async () => {
    const { id: media_id } = await upload()
    const gift = await createGift({ greeting: { card: null, media_id } })
    const { card, media, is_own } = await read(gift)
    assert.deepEqual([card, media.id, is_own], [null, media_id, true])
    const invalid = giftBody(testApp, { greeting: { card: null, media_id: crypto.randomUUID() } })
    const { json } = await testApp.api.post('/gift_requests', invalid)
    assert.equal(json.errors[0].param, 'greeting.media_id')
    const batch = { gift_requests: [giftBody(testApp, { greeting: { card: 'wedding' } })] }
    const created = await testApp.api.post('/gift_requests/batch', batch)
    assert.equal((await read(created.json.data[0])).card, 'wedding')
  })

  it('of a campaign is copied with the campaign', async () => {
    await send('setCampaignGreeting', { id: campaign.id }, { card: 'holidays' })
    const copy = await create(`/campaigns/${campaign.id}/copy`, { name: 'Copy' })
    assert.equal((await get(`/api/campaigns/${copy.id}/greeting`)).card, 'holidays')
  })

  it('of a cancelled gift request does not change', async () => {
    const gift = await createCancelledGift()
    const body = { card: 'wedding' }
    assert.deepEqual(await send('setGiftRequestGreeting', gift, body), ['invalid_transition'])
    assert.deepEqual(await send('deleteGiftRequestGreeting', gift), ['invalid_transition'])
  })

  it('takes no photo of another account', async () => {
    const { id: media_id } = await upload()
    const other = await testApp.createOtherAccount()
    const { json } = await other.api.get('/campaigns')
    const headers = { ...other.api.defaultHeaders, 'content-type': 'application/json' }
    const body = JSON.stringify({ card: null, media_id })
    const path = `/campaigns/${json.data[0].id}/greeting`
    const { json: rejected } = await other.api.send('PUT', path, headers, body)
    assert.equal(rejected.errors[0].code, 'invalid_reference')
  })
})

suite.describeCoverage()
