import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import { newGiftRequestValidator } from '#contract'
import * as gifting from '#gifting'
import { type AdminClient, createAdminTestApp } from '#test/admin-harness'

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

/** What a campaign is made of. */
const wanted = (more: object = {}) => ({
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
  ...more,
})

const createCampaign = async (more: object = {}) => {
  const { status, json, headers } = await adminClient.post('/campaigns', wanted(more))
  assert.equal(status, 201, JSON.stringify(json))
  return { ...json, tag: headers.get('etag') ?? '' }
}

const params = (json: { errors: { param: string }[] }) => json.errors.map(({ param }) => param)
const changeOf = ({ invitation_method: _, ...rest }: ReturnType<typeof wanted>) => rest

describe('a campaign', () => {
  it('is made as it was wanted, and given by the API in the same shape as any other', async () => {
    const created = await createCampaign()
    assert.equal(created.state, 'available')
    assert.equal(created.locale, 'de')
    assert.deepEqual(created.reminders, wanted().reminders)
    assert.equal(created.theme.logo_url, `${testApp.origin}/images/gift.svg`)
    assert.deepEqual(
      created.offering.map(({ sku }: { sku: string }) => sku),
      ['MUG-SAGE', 'NOTEBOOK-INK'],
    )
    const saved = await testApp.run((ctx) => campaigns.find(ctx, created.id))
    assert.equal(saved?.products.length, 2)
    const { data } = (await sender.get('/campaigns?q=SPRING&state=available')).json
    assert.equal(data[0].id, created.id)
    assert.equal(data[0].items, 2)
  })

  it('says all that is wrong with it at once', async () => {
    const { status, json } = await adminClient.post(
      '/campaigns',
      wanted({ variant_ids: ['nothing'], sender_id: testApp.account.id, locale: 'klingon!' }),
    )
    assert.equal(status, 422)
    assert.deepEqual(params(json).sort(), ['locale', 'sender_id', 'variant_ids.0'])
    const shape = await adminClient.post(
      '/campaigns',
      wanted({ name: '', theme: { color: 'red' } }),
    )
    assert.equal(shape.status, 422)
    assert.ok(params(shape.json).includes('name'))
    assert.ok(params(shape.json).includes('theme.color'))
    const empty = await adminClient.post('/campaigns', wanted({ variant_ids: [] }))
    assert.deepEqual(params(empty.json), ['variant_ids'])
    const direct = { invitation_method: 'sender_provided_address', selection_mode: 'one' }
    assert.deepEqual(params((await adminClient.post('/campaigns', wanted(direct))).json), [
      'selection_mode',
    ])
    for (const logo_url of [
      'javascript:alert(1)',
      '//elsewhere.example/x.png',
      'data:image/png,x',
    ]) {
      const theme = { ...wanted().theme, logo_url }
      const { json } = await adminClient.post('/campaigns', wanted({ theme }))
      assert.deepEqual(params(json), ['theme.logo_url'], logo_url)
    }
  })

  it('is changed by whoever has seen how it is; 412 for anybody else', async () => {
    const created = await createCampaign()
    const first = changeOf(
      wanted({ name: 'First', variant_ids: [id('TEA-MORNING'), id('MUG-SAGE')] }),
    )
    const update = (body: object, tag: string) =>
      adminClient.send('PUT', `/campaigns/${created.id}`, { body, headers: { 'if-match': tag } })
    const changed = await update(first, created.tag)
    assert.equal(changed.status, 200, changed.text)
    assert.deepEqual(
      changed.json.offering.map(({ sku }: { sku: string }) => sku),
      ['TEA-MORNING', 'MUG-SAGE'],
    )
    const late = await update({ ...first, name: 'Second' }, created.tag)
    assert.equal(late.status, 412)
    assert.equal((await adminClient.get(`/campaigns/${created.id}`)).json.name, 'First')
    const conflict = await update({ ...first, name: 'Second' }, changed.headers.get('etag') ?? '')
    assert.equal(conflict.status, 200)
    const { data } = (await adminClient.get(`/audit?subject_id=${created.id}&order=asc`)).json
    assert.deepEqual(
      data.map(({ action }: { action: string }) => action),
      ['campaign.create', 'campaign.change', 'campaign.change'],
    )
    assert.deepEqual(data[2].details, { before: { name: 'First' }, after: { name: 'Second' } })
  })

  it('is archived and comes back, and has a twin', async () => {
    const created = await createCampaign()
    assert.equal((await adminClient.post(`/campaigns/${created.id}/archive`)).status, 204)
    assert.equal((await adminClient.get(`/campaigns/${created.id}`)).json.state, 'archived')
    assert.equal((await adminClient.post(`/campaigns/${created.id}/restore`)).status, 204)
    const back = (await adminClient.get(`/campaigns/${created.id}`)).json
    assert.deepEqual([back.state, back.archived_at], ['available', null])
    const clone = await adminClient.post(`/campaigns/${created.id}/clone`, {
      name: 'Spring, again',
    })
    assert.equal(clone.status, 201)
    const { json } = await adminClient.get(`/campaigns/${clone.json.id}`)
    const { id: _, name, created_at, updated_at, archived_at, web_url, ...same } = json
    assert.equal(name, 'Spring, again')
    for (const [member, value] of Object.entries(same))
      assert.deepEqual(value, back[member], member)
  })

  it('is nobody else’s: not a sender’s to change, not another account’s to see', async () => {
    const created = await createCampaign()
    assert.equal((await sender.get(`/campaigns/${created.id}`)).status, 200)
    const other = await testApp.createAccount('Elsewhere')
    const otherAdmin = await testApp.signIn(await testApp.createUser('admin', other.id))
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PUT', '', changeOf(wanted())],
      ['POST', '/archive', undefined],
      ['POST', '/restore', undefined],
      ['POST', '/clone', { name: 'Mine' }],
    ] as const) {
      const foreignResponse = await otherAdmin.send(method, `/campaigns/${created.id}${path}`, {
        body,
      })
      assert.equal(foreignResponse.status, 404, `${method} ${path}`)
      if (method === 'GET') continue
      const refused = await sender.send(method, `/campaigns/${created.id}${path}`, { body })
      assert.equal(refused.status, 403, `${method} ${path}`)
    }
    const { json } = await otherAdmin.post('/campaigns', wanted({ sender_id: testApp.admin.id }))
    assert.deepEqual(params(json).sort(), ['sender_id', 'variant_ids.0', 'variant_ids.1'])
  })
})

describe('a campaign that is being drawn up', () => {
  const preview = (more: object = {}) => {
    const { name: _, description: __, reminders: ___, ...rest } = wanted(more)
    return rest
  }
  const fetchPreview = async (token: string, show: string) => {
    const body = new URLSearchParams({ of: token, show })
    const response = await fetch(`${testApp.origin}/preview`, { method: 'POST', body })
    return {
      policy: response.headers.get('content-security-policy') ?? '',
      text: await response.text(),
    }
  }

  it('is seen as page and mail before anything is written', async () => {
    const theme = { ...wanted().theme, color: '#aa3300', headline: 'Not yet there' }
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

  it('is seen with its words still missing, and in direct-send', async () => {
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

describe('what a campaign offers', () => {
  it('cannot be archived where nothing else is left, and comes back to its place', async () => {
    const created = await createCampaign({
      name: 'Only plants',
      variant_ids: [id('PILEA-TERRACOTTA')],
    })
    const product = (await productOf('PILEA-TERRACOTTA')) ?? ''
    const refused = await adminClient.post(`/catalogue/products/${product}/archive`)
    assert.equal(refused.status, 409)
    assert.match(refused.json.errors[0].message, /Only plants/)
    await adminClient.post(`/campaigns/${created.id}/archive`)
    assert.equal((await adminClient.post(`/catalogue/products/${product}/archive`)).status, 204)
    const stuck = await adminClient.post(`/campaigns/${created.id}/restore`)
    assert.equal(stuck.status, 409)
    assert.equal((await adminClient.post(`/catalogue/products/${product}/restore`)).status, 204)
    assert.equal((await adminClient.post(`/campaigns/${created.id}/restore`)).status, 204)
  })

  it('is not emptied by two who archive its last products at once', async () => {
    const created = await createCampaign({
      name: 'Both',
      variant_ids: [id('PILEA-TERRACOTTA'), id('TEA-MORNING')],
    })
    const products = [await productOf('PILEA-TERRACOTTA'), await productOf('TEA-MORNING')]
    const responses = await Promise.all(
      products.map((product) => adminClient.post(`/catalogue/products/${product}/archive`)),
    )
    assert.deepEqual(responses.map(({ status }) => status).sort(), [204, 409])
    for (const product of products) await adminClient.post(`/catalogue/products/${product}/restore`)
    await adminClient.post(`/campaigns/${created.id}/archive`)
  })

  it('is not put in front of anybody new once it is archived; gifts on their way keep it', async () => {
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
          newGiftRequestValidator,
        ),
      )
    const skusOf = (gift: gifting.Gift) =>
      JSON.parse(gift.offered ?? '').line_items.map(({ sku }: { sku: string }) => sku)
    const before = await sendGift()
    const product = (await productOf('MUG-ROSE')) ?? ''
    const archived = await adminClient.post(
      `/catalogue/products/${product}/variants/${id('MUG-ROSE')}/archive`,
    )
    assert.equal(archived.status, 204, archived.text)
    assert.deepEqual(skusOf(await sendGift()), ['TEA-MORNING'])
    assert.deepEqual(skusOf(before), ['MUG-ROSE', 'TEA-MORNING'])
    const { offering } = (await adminClient.get(`/campaigns/${created.id}`)).json
    assert.deepEqual(
      offering.map(({ is_on_offer }: { is_on_offer: boolean }) => is_on_offer),
      [false, true],
    )
    await adminClient.post(`/catalogue/products/${product}/variants/${id('MUG-ROSE')}/restore`)
    assert.deepEqual(skusOf(await sendGift()), ['MUG-ROSE', 'TEA-MORNING'])
  })
})

async function productOf(sku: string): Promise<string | undefined> {
  const { data } = (await adminClient.get(`/catalogue/products?q=${sku}`)).json
  return data[0]?.id
}
