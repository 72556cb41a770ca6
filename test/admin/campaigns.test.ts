import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import { newestGiftFormat } from '#contract'
import * as gifting from '#gifting'
import { type AdminClient, createAdminTestApp } from '#test/admin-harness'
import { pluck } from '#test/pluck'

const testApp = await createAdminTestApp()
let adminClient: AdminClient
let sender: AdminClient
let variants: catalogue.DemoVariants
const id = (sku: string) => variants.get(sku) ?? ''

before(async () => {
  adminClient = await testApp.signIn(testApp.admin)
  sender = await testApp.signIn(testApp.sender)
  variants = await testApp.run((ctx) => catalogue.createDemoCatalogue(ctx))
})

/** Returns the body of a request that creates a campaign. */
const campaignBody = (overrides: object = {}) => ({
  name: 'Spring',
  description: 'For the first warm days.',
  invitation_method: 'email',
  selection_mode: 'one',
  visible_at_redemption: true,
  expires_after_days: 30,
  email_message: { subject: 'Spring is here', body: 'Choose something.' },
  theme: { color: '#2F6B57', logo_url: '/images/gift.svg', headline: 'Hello', message: 'For you.' },
  sender_id: testApp.admin.id,
  variant_ids: [id('MUG-SAGE'), id('NOTEBOOK-INK')],
  locale: 'de',
  time_zone: 'Europe/Berlin',
  reminders: { after_days: [3], before_expiry_days: [2], quiet: { from: '21:00', to: '07:00' } },
  ...overrides,
})

const createCampaign = async (overrides: object = {}) => {
  const { status, json, headers } = await adminClient.post('/campaigns', campaignBody(overrides))
  assert.equal(status, 201, JSON.stringify(json))
  return { ...json, etag: headers.get('etag') ?? '' }
}

const params = (json: { errors: { param: string }[] }) => json.errors.map(({ param }) => param)
const toUpdate = ({ invitation_method: _, ...rest }: ReturnType<typeof campaignBody>) => rest

describe('a campaign', () => {
  it('is created with all its properties, and the list returns it', async () => {
    const created = await createCampaign()
    assert.equal(created.state, 'available')
    assert.equal(created.locale, 'de')
    assert.deepEqual(created.wrapping, { paper: 'dots', ribbon: 'cream' })
    assert.deepEqual(created.reminders, campaignBody().reminders)
    assert.equal(created.theme.logo_url, `${testApp.origin}/images/gift.svg`)
    assert.deepEqual(pluck(created.offering, 'sku'), ['MUG-SAGE', 'NOTEBOOK-INK'])
    const saved = await testApp.run((ctx) => campaigns.find(ctx, created.id))
    assert.equal(saved?.products.length, 2)
    const { data } = (await sender.get('/campaign-cards?q=SPRING&state=available')).json
    assert.equal(data[0].id, created.id)
    assert.equal(data[0].items, 2)
  })

  it('has a rule for the rate of shipping labels, which an update without the rule leaves as it is', async () => {
    const fastest = { kind: 'fastest', max_amount: { amount: 1_500, currency: 'USD' } }
    assert.deepEqual((await createCampaign()).rate_rule, { kind: 'cheapest', max_amount: null })
    const { id, rate_rule } = await createCampaign({ rate_rule: fastest })
    assert.deepEqual(rate_rule, fastest)
    const changed = await adminClient.patch(`/campaigns/${id}`, toUpdate(campaignBody()))
    assert.deepEqual(changed.json.rate_rule, fastest)
    const copy = await adminClient.post(`/campaigns/${id}/copy`, { name: 'Copy' })
    const { json } = await adminClient.get(`/campaigns/${copy.json.id}`)
    assert.deepEqual(json.rate_rule, fastest)
    const invalid = [
      [{ kind: 'fastest' }, 'rate_rule.max_amount'],
      [
        { kind: 'fastest', max_amount: { amount: 1, currency: 'ZZZ' } },
        'rate_rule.max_amount.currency',
      ],
      [{ ...fastest, kind: 'cheapest' }, 'rate_rule.kind'],
      [{ kind: 'slowest' }, 'rate_rule.kind'],
    ] as const
    for (const [rule, param] of invalid) {
      const { status, json } = await adminClient.post(
        '/campaigns',
        campaignBody({ rate_rule: rule }),
      )
      assert.equal(status, 422, param)
      assert.equal(params(json)[0], param)
    }
  })

  it('allows one item by default, up to ten, and only one number for everything', async () => {
    const created = await createCampaign({ max_choices: 3 })
    assert.equal(created.max_choices, 3)
    assert.equal((await createCampaign()).max_choices, 1)
    const put = (overrides: object) =>
      adminClient.patch(`/campaigns/${created.id}`, toUpdate(campaignBody(overrides)))
    assert.equal((await put({})).json.max_choices, 3, 'an update without the number keeps it')
    const copy = await adminClient.post(`/campaigns/${created.id}/copy`, { name: 'Copy' })
    assert.equal((await adminClient.get(`/campaigns/${copy.json.id}`)).json.max_choices, 3)
    for (const max_choices of [0, 11, 1.5, '2']) {
      const { status, json } = await put({ max_choices })
      assert.equal(status, 422)
      assert.deepEqual(params(json), ['max_choices'])
    }
    const everything = { selection_mode: 'all', max_choices: 2 }
    const { json } = await put(everything)
    assert.deepEqual(pluck(json.errors, 'param', 'message'), [
      ['max_choices', 'must be 1, because each recipient gets all items'],
    ])
    assert.equal((await put({ selection_mode: 'all' })).json.max_choices, 1)
    const { data: entries } = (await adminClient.get(`/audit?subject_id=${created.id}`)).json
    assert.equal(entries[0].details.before.max_choices, 3)
    assert.equal(entries[0].details.after.max_choices, 1)
    const several = await createCampaign({ max_choices: 4 })
    const patch = (change: { name: string } | { selection_mode: 'all' }) =>
      testApp.run((ctx) => campaigns.patch(ctx, several.id, () => change))
    assert.equal((await patch({ name: 'Other' }))?.after.max_choices, 4)
    assert.equal((await patch({ selection_mode: 'all' }))?.after.max_choices, 1)
    const saved = await testApp.run((ctx) => campaigns.find(ctx, created.id))
    assert.equal('max_choices' in (saved ?? {}), false, 'only users get the member')
  })

  it('is validated as a whole: all errors are returned at once', async () => {
    const { status, json } = await adminClient.post(
      '/campaigns',
      campaignBody({ variant_ids: ['nothing'], sender_id: testApp.account.id, locale: 'klingon!' }),
    )
    assert.equal(status, 422)
    assert.deepEqual(params(json).sort(), ['locale', 'sender_id', 'variant_ids.0'])
    const shape = await adminClient.post(
      '/campaigns',
      campaignBody({ name: '', theme: { color: 'red' } }),
    )
    assert.equal(shape.status, 422)
    assert.ok(params(shape.json).includes('name'))
    assert.ok(params(shape.json).includes('theme.color'))
    const empty = await adminClient.post('/campaigns', campaignBody({ variant_ids: [] }))
    assert.deepEqual(params(empty.json), ['variant_ids'])
    const direct = { invitation_method: 'sender_provided_address', selection_mode: 'one' }
    assert.deepEqual(params((await adminClient.post('/campaigns', campaignBody(direct))).json), [
      'selection_mode',
    ])
    for (const logo_url of [
      'javascript:alert(1)',
      '//elsewhere.example/x.png',
      'data:image/png,x',
    ]) {
      const theme = { ...campaignBody().theme, logo_url }
      const { json } = await adminClient.post('/campaigns', campaignBody({ theme }))
      assert.deepEqual(params(json), ['theme.logo_url'], logo_url)
    }
  })

  it('is updated with the current ETag; an outdated ETag returns 412', async () => {
    const created = await createCampaign()
    const first = toUpdate(
      campaignBody({ name: 'First', variant_ids: [id('TEA-MORNING'), id('MUG-SAGE')] }),
    )
    const update = (body: object, etag: string) =>
      adminClient.send('PATCH', `/campaigns/${created.id}`, { body, headers: { 'if-match': etag } })
    const changed = await update(first, created.etag)
    assert.equal(changed.status, 200, changed.text)
    assert.deepEqual(pluck(changed.json.offering, 'sku'), ['TEA-MORNING', 'MUG-SAGE'])
    const late = await update({ ...first, name: 'Second' }, created.etag)
    assert.equal(late.status, 412)
    assert.equal((await adminClient.get(`/campaigns/${created.id}`)).json.name, 'First')
    const current = await update({ ...first, name: 'Second' }, changed.headers.get('etag') ?? '')
    assert.equal(current.status, 200)
    const { data } = (await adminClient.get(`/audit?subject_id=${created.id}&order=asc`)).json
    assert.deepEqual(pluck(data, 'action'), [
      'campaign.create',
      'campaign.change',
      'campaign.change',
    ])
    assert.deepEqual(data[2].details, { before: { name: 'First' }, after: { name: 'Second' } })
  })

  it('is archived, restored and cloned', async () => {
    const created = await createCampaign()
    assert.equal((await adminClient.post(`/campaigns/${created.id}/archive`)).status, 200)
    assert.equal((await adminClient.get(`/campaigns/${created.id}`)).json.state, 'archived')
    assert.equal((await adminClient.post(`/campaigns/${created.id}/restore`)).status, 200)
    const restored = (await adminClient.get(`/campaigns/${created.id}`)).json
    assert.deepEqual([restored.state, restored.archived_at], ['available', null])
    const clone = await adminClient.post(`/campaigns/${created.id}/copy`, {
      name: 'Spring, again',
    })
    assert.equal(clone.status, 201)
    const { json } = await adminClient.get(`/campaigns/${clone.json.id}`)
    const { id: _, name, created_at, updated_at, archived_at, web_url, ...same } = json
    assert.equal(name, 'Spring, again')
    for (const [property, value] of Object.entries(same))
      assert.deepEqual(value, restored[property], property)
  })

  it('is read-only for senders and unknown to other accounts', async () => {
    const created = await createCampaign()
    assert.equal((await sender.get(`/campaigns/${created.id}`)).status, 200)
    const other = await testApp.createAccount('Elsewhere')
    const otherAdmin = await testApp.signIn(await testApp.createUser('admin', other.id))
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', toUpdate(campaignBody())],
      ['POST', '/archive', undefined],
      ['POST', '/restore', undefined],
      ['POST', '/copy', { name: 'Mine' }],
    ] as const) {
      const foreignResponse = await otherAdmin.send(method, `/campaigns/${created.id}${path}`, {
        body,
      })
      assert.equal(foreignResponse.status, 404, `${method} ${path}`)
      if (method === 'GET') continue
      const rejected = await sender.send(method, `/campaigns/${created.id}${path}`, { body })
      assert.equal(rejected.status, 403, `${method} ${path}`)
    }
    const { json } = await otherAdmin.post(
      '/campaigns',
      campaignBody({ sender_id: testApp.admin.id }),
    )
    assert.deepEqual(params(json).sort(), ['sender_id', 'variant_ids.0', 'variant_ids.1'])
  })
})

describe('the preview of a campaign', () => {
  const preview = (overrides: object = {}) => {
    const { name: _, description: __, reminders: ___, ...rest } = campaignBody(overrides)
    return rest
  }
  const fetchPreview = async (token: string, show: string) => {
    const body = new URLSearchParams({ token, show })
    const response = await fetch(`${testApp.origin}/preview`, { method: 'POST', body })
    return {
      policy: response.headers.get('content-security-policy') ?? '',
      text: await response.text(),
    }
  }

  it('renders the page and the email without storing anything', async () => {
    const theme = { ...campaignBody().theme, color: '#aa3300', headline: 'Not yet there' }
    const { status, json } = await adminClient.post('/campaigns/preview', preview({ theme }))
    assert.equal(status, 200)
    assert.equal(json.subject, 'Spring is here')
    const page = await fetchPreview(json.token, 'page')
    assert.match(page.text, /lang="de"/)
    assert.match(page.text, /--brand:#aa3300/)
    assert.match(page.policy, /frame-ancestors 'self'/)
    const mail = await fetchPreview(json.token, 'mail')
    assert.match(mail.text, /Not yet there/)
    assert.match(mail.text, /Choose something\./)
  })

  it('shows how many items the recipient can choose', async () => {
    const { json } = await adminClient.post('/campaigns/preview', preview({ max_choices: 2 }))
    const { text } = await fetchPreview(json.token, 'choose')
    assert.match(text, /bis zu 2 Geschenke/)
    const one = await adminClient.post('/campaigns/preview', preview())
    assert.doesNotMatch((await fetchPreview(one.json.token, 'choose')).text, /bis zu/)
  })

  it('accepts an empty email message and a direct-send campaign', async () => {
    const email_message = { subject: '', body: '' }
    assert.equal(
      (await adminClient.post('/campaigns/preview', preview({ email_message }))).status,
      200,
    )
    const direct = { invitation_method: 'sender_provided_address', selection_mode: 'all' }
    const { json } = await adminClient.post('/campaigns/preview', preview(direct))
    assert.match((await fetchPreview(json.token, 'mail')).text, /Spring is here|Choose something/)
  })
})

describe('a product of a campaign', () => {
  it('cannot be archived while an active campaign has no other product', async () => {
    const created = await createCampaign({
      name: 'Only plants',
      variant_ids: [id('PILEA-TERRACOTTA')],
    })
    const product = (await findProductId('PILEA-TERRACOTTA')) ?? ''
    const rejected = await adminClient.post(`/products/${product}/archive`)
    assert.equal(rejected.status, 409)
    assert.match(rejected.json.errors[0].message, /Only plants/)
    await adminClient.post(`/campaigns/${created.id}/archive`)
    assert.equal((await adminClient.post(`/products/${product}/archive`)).status, 200)
    const emptyRestore = await adminClient.post(`/campaigns/${created.id}/restore`)
    assert.equal(emptyRestore.status, 409)
    assert.equal((await adminClient.post(`/products/${product}/restore`)).status, 200)
    assert.equal((await adminClient.post(`/campaigns/${created.id}/restore`)).status, 200)
  })

  it('cannot be archived concurrently with the last other product', async () => {
    const created = await createCampaign({
      name: 'Both',
      variant_ids: [id('PILEA-TERRACOTTA'), id('TEA-MORNING')],
    })
    const products = [await findProductId('PILEA-TERRACOTTA'), await findProductId('TEA-MORNING')]
    const responses = await Promise.all(
      products.map((product) => adminClient.post(`/products/${product}/archive`)),
    )
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 409])
    for (const product of products) await adminClient.post(`/products/${product}/restore`)
    await adminClient.post(`/campaigns/${created.id}/archive`)
  })

  it('is not offered by new gifts after it is archived; existing gifts still offer it', async () => {
    const created = await createCampaign({
      name: 'Two',
      variant_ids: [id('MUG-ROSE'), id('TEA-MORNING')],
    })
    const sendGift = () =>
      testApp.run((ctx) =>
        gifting.create(
          ctx,
          {
            campaign_id: created.id,
            recipient: { first_name: 'Ada', last_name: 'Larkin', email: 'ada@example.com' },
          },
          newestGiftFormat,
        ),
      )
    const offeredSkus = (gift: gifting.Gift) =>
      pluck(JSON.parse(gift.offered ?? '').line_items, 'sku')
    const before = await sendGift()
    const archived = await adminClient.post(`/variants/${id('MUG-ROSE')}/archive`)
    assert.equal(archived.status, 200, archived.text)
    assert.deepEqual(offeredSkus(await sendGift()), ['TEA-MORNING'])
    assert.deepEqual(offeredSkus(before), ['MUG-ROSE', 'TEA-MORNING'])
    const { offering } = (await adminClient.get(`/campaigns/${created.id}`)).json
    assert.deepEqual(pluck(offering, 'is_on_offer'), [false, true])
    await adminClient.post(`/variants/${id('MUG-ROSE')}/restore`)
    assert.deepEqual(offeredSkus(await sendGift()), ['MUG-ROSE', 'TEA-MORNING'])
  })
})

async function findProductId(sku: string): Promise<string | undefined> {
  const { data } = (await adminClient.get(`/products?q=${sku}`)).json
  return data[0]?.id
}

it('the wrapping of the drawn gift is a choice of the campaign', async () => {
  const wrapping = { paper: 'stars', ribbon: 'gold' }
  const created = await createCampaign({ wrapping })
  assert.deepEqual(created.wrapping, wrapping)
  const put = (overrides: object) =>
    adminClient.patch(`/campaigns/${created.id}`, toUpdate(campaignBody(overrides)))
  assert.deepEqual((await put({})).json.wrapping, wrapping, 'an update without it keeps it')
  const bad = await put({ wrapping: { paper: 'gold', ribbon: 'red' } })
  assert.deepEqual([bad.status, params(bad.json)], [422, ['wrapping.paper']])
})
