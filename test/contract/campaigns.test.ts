import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contractGroups } from '#test/contract-groups'
import { createContractHarness, operationBy } from '#test/contract-harness'
import type { FieldErrorRow } from '#test/contract-requests'
import { createContractSuite } from '#test/contract-suite'
import { createCharity } from '#test/donation-fixture'

/* The contract tests of changes of campaigns, and of their settings. */

const harness = await createContractHarness()
const { testApp, defaultHeaders, get, create, sendAndCheck } = harness
const email = testApp.campaign('email')
const variant_ids = [email.products[0]?.variants[0]?.id ?? '']

const newCampaign = (more: object = {}) => ({
  name: 'Autumn',
  invitation_method: 'email',
  email_message: { subject: 'A thank-you', body: 'Choose.' },
  variant_ids,
  ...more,
})
const campaign = await create('/campaigns', newCampaign())
const fill = <T>(length: number, value: T): T[] => Array.from({ length }, () => value)
const longText = 'x'.repeat(10_001)
const unknown = [crypto.randomUUID()]

const sharedRows = (id: string, bodyOf: (more: object) => object): FieldErrorRow[] => [
  [id, 'unknown_parameter', bodyOf({ colour: 'red' })],
  [id, 'required', bodyOf({ name: '' })],
  [id, 'invalid', bodyOf({ expires_after_days: 0 })],
  [id, 'invalid_format', bodyOf({ theme: { color: 'red' } })],
  [id, 'too_long', bodyOf({ description: longText })],
  [id, 'too_many', bodyOf({ variant_ids: fill(51, variant_ids[0]) })],
  [id, 'invalid_reference', bodyOf({ variant_ids: unknown })],
  [id, 'invalid_reference', bodyOf({ sender_id: 'unknown' })],
]
const reminders = { after_days: [1], before_expiry_days: [1], quiet: null }

const suite = createContractSuite({
  harness,
  operations: contractGroups.campaigns ?? [],
  params: { '/campaigns/{id}': { id: campaign.id } },
  rows: [
    ...sharedRows('createCampaign', newCampaign),
    [
      'createCampaign',
      'not_allowed',
      newCampaign({ settings: { fallback_variant_id: variant_ids[0] } }),
    ],
    ...sharedRows('updateCampaign', (more) => more),
    ['copyCampaign', 'unknown_parameter', { name: 'x', colour: 'red' }],
    ['copyCampaign', 'required', {}],
    ['copyCampaign', 'invalid', { name: 1 }],
    ['copyCampaign', 'invalid_format', { name: 'a\nb' }],
    ['copyCampaign', 'too_long', { name: longText }],
    ['archiveCampaign', 'unknown_parameter', { why: 'over' }],
    ['restoreCampaign', 'unknown_parameter', { why: 'over' }],
    ['updateCampaignSettings', 'unknown_parameter', { name: 'x' }],
    ['updateCampaignSettings', 'required', { locale: null }],
    ['updateCampaignSettings', 'invalid', { time_zone: 'Mars/Base' }],
    ['updateCampaignSettings', 'invalid', { wrapping: { paper: 'gold', ribbon: 'gold' } }],
    ['updateCampaignSettings', 'invalid', { rate_rule: { kind: 'fastest' } }],
    ['updateCampaignSettings', 'invalid_format', { locale: 'a\nb' }],
    ['updateCampaignSettings', 'too_long', { locale: longText }],
    ['updateCampaignSettings', 'invalid_reference', { fallback_variant_id: unknown[0] }],
    ['updateCampaignSettings', 'not_allowed', { fallback_variant_id: variant_ids[0] }],
    ['updateCampaignSettings', 'too_many', { reminders: { ...reminders, after_days: fill(6, 1) } }],
  ],
})

suite.describeAll()

describe('a campaign', () => {
  const send = async (id: string, body: object, more: object = {}) => {
    const { path, method } = suite.validRequest(operationBy(id))
    const headers = { ...defaultHeaders, 'content-type': 'application/json', ...more }
    return sendAndCheck(id, { path, method, headers, body: JSON.stringify(body) })
  }

  it('has a donation that replaces unclaimed gifts, and gives it up', async () => {
    const charity = await createCharity(testApp)
    const path = `/api/campaigns/${campaign.id}/settings`
    const fallback = charity.id('Rescue')
    const change = (id: string | null) =>
      send('updateCampaignSettings', { fallback_variant_id: id })
    assert.deepEqual(await change(fallback.toUpperCase()), [])
    assert.equal((await get(path)).fallback_variant_id, fallback)
    assert.deepEqual(await send('updateCampaignSettings', { locale: 'de' }), [])
    assert.equal((await get(path)).fallback_variant_id, fallback, 'other changes keep it')
    assert.deepEqual(await change(null), [])
    assert.equal((await get(path)).fallback_variant_id, null)
    const settings = { fallback_variant_id: fallback }
    const created = await create('/campaigns', newCampaign({ settings }))
    const { fallback_variant_id } = await get(`/api/campaigns/${created.id}/settings`)
    assert.equal(fallback_variant_id, fallback)
    const other = await testApp.createOtherAccount()
    const { json } = await other.api.get('/campaigns')
    const headers = { ...other.api.defaultHeaders, 'content-type': 'application/json' }
    const foreign = await other.api.send(
      'PATCH',
      `/campaigns/${json.data[0].id}/settings`,
      headers,
      JSON.stringify(settings),
    )
    assert.equal(foreign.json.errors[0].code, 'invalid_reference')
  })

  it('changes only for a client that knows its latest state', async () => {
    const stale = { 'if-match': '"stale"' }
    assert.deepEqual(await send('updateCampaign', { name: 'x' }, stale), ['invalid_transition'])
    assert.deepEqual(await send('updateCampaignSettings', {}, stale), ['invalid_transition'])
  })

  it('keeps the members that a change does not name', async () => {
    const path = `/api/campaigns/${campaign.id}`
    const before = await get(path)
    assert.deepEqual(await send('updateCampaign', { theme: { message: 'For you' } }), [])
    assert.deepEqual(await send('updateCampaign', { email_message: { subject: 'Hi' } }), [])
    const after = await get(path)
    const wrapping = { paper: 'stripes', ribbon: 'red' }
    assert.deepEqual(await send('updateCampaignSettings', { wrapping }), [])
    assert.deepEqual((await get(`${path}/settings`)).wrapping, wrapping)
    assert.deepEqual(after.theme, { ...before.theme, message: 'For you' })
    assert.deepEqual(after.email_message, { ...before.email_message, subject: 'Hi' })
    const rate_rule = { kind: 'fastest', max_amount: { amount: 900, currency: 'EUR' } }
    assert.deepEqual(await send('updateCampaignSettings', { rate_rule }), [])
    assert.deepEqual(await send('updateCampaignSettings', { locale: 'fr' }), [])
    assert.deepEqual(await send('updateCampaignSettings', { max_choices: 3 }), [])
    const settings = await get(`${path}/settings`)
    assert.deepEqual(
      [settings.rate_rule, settings.locale, settings.max_choices],
      [rate_rule, 'fr', 3],
    )
    assert.deepEqual((await get(path)).theme, after.theme)
  })

  it('keeps both changes of two requests at the same instant', async () => {
    await Promise.all([
      send('updateCampaign', { name: 'Winter' }),
      send('updateCampaign', { expires_after_days: 77 }),
      send('updateCampaignSettings', { time_zone: 'Europe/Paris' }),
    ])
    const { name, expires_after_days } = await get(`/api/campaigns/${campaign.id}`)
    assert.deepEqual([name, expires_after_days], ['Winter', 77])
    const { time_zone } = await get(`/api/campaigns/${campaign.id}/settings`)
    assert.equal(time_zone, 'Europe/Paris')
  })

  it('has the colour, the logo and the first user of the account by default', async () => {
    assert.match(campaign.theme.color, /^#[0-9a-f]{6}$/)
    assert.match(campaign.theme.logo_url, /^http/)
    assert.match(campaign.sender.email, /@/)
  })

  it('cannot be restored without items', async () => {
    await create(`/campaigns/${campaign.id}/archive`)
    await testApp.run((ctx) => ctx.query('update catalogue.variant set archived_at = now()'))
    const restore = suite.validRequest(operationBy('restoreCampaign'))
    assert.deepEqual(await sendAndCheck('restoreCampaign', restore), ['invalid_transition'])
  })
})

suite.describeCoverage()
