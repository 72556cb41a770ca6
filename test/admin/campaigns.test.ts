import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import { newGiftRequestValidator } from '#contract'
import * as gifting from '#gifting'
import { openAdminWorld, type Visitor } from '#test/admin-world'

const world = await openAdminWorld()
let boss: Visitor
let sender: Visitor
let variants: catalogue.DemoVariants
const id = (sku: string) => variants.get(sku) ?? ''

before(async () => {
  boss = await world.signedIn(world.admin)
  sender = await world.signedIn(world.sender)
  variants = await world.run((ctx) => catalogue.createDemo(ctx))
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
  sender_id: world.admin.id,
  variant_ids: [id('MUG-SAGE'), id('NOTEBOOK-INK')],
  locale: 'de',
  time_zone: 'Europe/Berlin',
  reminders: { after_days: [3], before_expiry_days: [2], quiet: { from: '21:00', to: '07:00' } },
  ...more,
})

const make = async (more: object = {}) => {
  const { status, json, headers } = await boss.post('/campaigns', wanted(more))
  assert.equal(status, 201, JSON.stringify(json))
  return { ...json, tag: headers.get('etag') ?? '' }
}

const params = (json: { errors: { param: string }[] }) => json.errors.map(({ param }) => param)
const changeOf = ({ invitation_method: _, ...rest }: ReturnType<typeof wanted>) => rest

describe('a campaign', () => {
  it('is made as it was wanted, and given by the API in the same shape as any other', async () => {
    const made = await make()
    assert.equal(made.state, 'available')
    assert.equal(made.locale, 'de')
    assert.deepEqual(made.reminders, wanted().reminders)
    assert.equal(made.theme.logo_url, `${world.origin}/images/gift.svg`)
    assert.deepEqual(
      made.offering.map(({ sku }: { sku: string }) => sku),
      ['MUG-SAGE', 'NOTEBOOK-INK'],
    )
    const shown = await world.run((ctx) => campaigns.find(ctx, made.id))
    assert.equal(shown?.products.length, 2)
    const { data } = (await sender.get('/campaigns?q=SPRING&state=available')).json
    assert.equal(data[0].id, made.id)
    assert.equal(data[0].items, 2)
  })

  it('says all that is wrong with it at once', async () => {
    const { status, json } = await boss.post(
      '/campaigns',
      wanted({ variant_ids: ['nothing'], sender_id: world.account.id, locale: 'klingon!' }),
    )
    assert.equal(status, 422)
    assert.deepEqual(params(json).sort(), ['locale', 'sender_id', 'variant_ids.0'])
    const shape = await boss.post('/campaigns', wanted({ name: '', theme: { color: 'red' } }))
    assert.equal(shape.status, 422)
    assert.ok(params(shape.json).includes('name'))
    assert.ok(params(shape.json).includes('theme.color'))
    const empty = await boss.post('/campaigns', wanted({ variant_ids: [] }))
    assert.deepEqual(params(empty.json), ['variant_ids'])
    const direct = { invitation_method: 'sender_provided_address', selection_mode: 'one' }
    assert.deepEqual(params((await boss.post('/campaigns', wanted(direct))).json), [
      'selection_mode',
    ])
    for (const logo_url of [
      'javascript:alert(1)',
      '//elsewhere.example/x.png',
      'data:image/png,x',
    ]) {
      const theme = { ...wanted().theme, logo_url }
      const { json } = await boss.post('/campaigns', wanted({ theme }))
      assert.deepEqual(params(json), ['theme.logo_url'], logo_url)
    }
  })

  it('is changed by whoever has seen how it is; 412 for anybody else', async () => {
    const made = await make()
    const first = changeOf(
      wanted({ name: 'First', variant_ids: [id('TEA-MORNING'), id('MUG-SAGE')] }),
    )
    const put = (body: object, tag: string) =>
      boss.send('PUT', `/campaigns/${made.id}`, { body, headers: { 'if-match': tag } })
    const changed = await put(first, made.tag)
    assert.equal(changed.status, 200, changed.text)
    assert.deepEqual(
      changed.json.offering.map(({ sku }: { sku: string }) => sku),
      ['TEA-MORNING', 'MUG-SAGE'],
    )
    const late = await put({ ...first, name: 'Second' }, made.tag)
    assert.equal(late.status, 412)
    assert.equal((await boss.get(`/campaigns/${made.id}`)).json.name, 'First')
    const again = await put({ ...first, name: 'Second' }, changed.headers.get('etag') ?? '')
    assert.equal(again.status, 200)
    const { data } = (await boss.get(`/audit?subject_id=${made.id}&order=asc`)).json
    assert.deepEqual(
      data.map(({ action }: { action: string }) => action),
      ['campaign.create', 'campaign.change', 'campaign.change'],
    )
    assert.deepEqual(data[2].details, { before: { name: 'First' }, after: { name: 'Second' } })
  })

  it('is archived and comes back, and has a twin', async () => {
    const made = await make()
    assert.equal((await boss.post(`/campaigns/${made.id}/archive`)).status, 204)
    assert.equal((await boss.get(`/campaigns/${made.id}`)).json.state, 'archived')
    assert.equal((await boss.post(`/campaigns/${made.id}/restore`)).status, 204)
    const back = (await boss.get(`/campaigns/${made.id}`)).json
    assert.deepEqual([back.state, back.archived_at], ['available', null])
    const twin = await boss.post(`/campaigns/${made.id}/clone`, { name: 'Spring, again' })
    assert.equal(twin.status, 201)
    const { json } = await boss.get(`/campaigns/${twin.json.id}`)
    const { id: _, name, created_at, updated_at, archived_at, web_url, ...same } = json
    assert.equal(name, 'Spring, again')
    for (const [member, value] of Object.entries(same))
      assert.deepEqual(value, back[member], member)
  })

  it('is nobody else’s: not a sender’s to change, not another account’s to see', async () => {
    const made = await make()
    assert.equal((await sender.get(`/campaigns/${made.id}`)).status, 200)
    const other = await world.newAccount('Elsewhere')
    const stranger = await world.signedIn(await world.newPerson('admin', other.id))
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PUT', '', changeOf(wanted())],
      ['POST', '/archive', undefined],
      ['POST', '/restore', undefined],
      ['POST', '/clone', { name: 'Mine' }],
    ] as const) {
      const there = await stranger.send(method, `/campaigns/${made.id}${path}`, { body })
      assert.equal(there.status, 404, `${method} ${path}`)
      if (method === 'GET') continue
      const refused = await sender.send(method, `/campaigns/${made.id}${path}`, { body })
      assert.equal(refused.status, 403, `${method} ${path}`)
    }
    const { json } = await stranger.post('/campaigns', wanted({ sender_id: world.admin.id }))
    assert.deepEqual(params(json).sort(), ['sender_id', 'variant_ids.0', 'variant_ids.1'])
  })
})

describe('a campaign that is being drawn up', () => {
  const drawn = (more: object = {}) => {
    const { name: _, description: __, reminders: ___, ...rest } = wanted(more)
    return rest
  }
  const look = async (token: string, show: string) => {
    const body = new URLSearchParams({ of: token, show })
    const answer = await fetch(`${world.origin}/preview`, { method: 'POST', body })
    return {
      policy: answer.headers.get('content-security-policy') ?? '',
      text: await answer.text(),
    }
  }

  it('is seen as page and mail before anything is written', async () => {
    const theme = { ...wanted().theme, color: '#aa3300', headline: 'Not yet there' }
    const { status, json } = await boss.post('/campaigns/preview', drawn({ theme }))
    assert.equal(status, 200)
    assert.equal(json.subject, 'Spring is here')
    const page = await look(json.token, 'page')
    assert.match(page.text, /lang="de"/)
    assert.match(page.text, /--brand:#aa3300/)
    assert.match(page.policy, /frame-ancestors 'self'/)
    const mail = await look(json.token, 'mail')
    assert.match(mail.text, /Not yet there/)
    assert.match(mail.text, /Choose something\./)
  })

  it('is seen with its words still missing, and in direct-send', async () => {
    const email_message = { subject: '', body: '' }
    assert.equal((await boss.post('/campaigns/preview', drawn({ email_message }))).status, 200)
    const direct = { invitation_method: 'sender_provided_address', selection_mode: 'all' }
    const { json } = await boss.post('/campaigns/preview', drawn(direct))
    assert.match((await look(json.token, 'mail')).text, /Spring is here|Choose something/)
  })
})

describe('what a campaign offers', () => {
  it('cannot be archived where nothing else is left, and comes back to its place', async () => {
    const made = await make({ name: 'Only plants', variant_ids: [id('PILEA-TERRACOTTA')] })
    const product = (await productOf('PILEA-TERRACOTTA')) ?? ''
    const refused = await boss.post(`/catalogue/products/${product}/archive`)
    assert.equal(refused.status, 409)
    assert.match(refused.json.errors[0].message, /Only plants/)
    await boss.post(`/campaigns/${made.id}/archive`)
    assert.equal((await boss.post(`/catalogue/products/${product}/archive`)).status, 204)
    const stuck = await boss.post(`/campaigns/${made.id}/restore`)
    assert.equal(stuck.status, 409)
    assert.equal((await boss.post(`/catalogue/products/${product}/restore`)).status, 204)
    assert.equal((await boss.post(`/campaigns/${made.id}/restore`)).status, 204)
  })

  it('is not emptied by two who archive its last products at once', async () => {
    const made = await make({
      name: 'Both',
      variant_ids: [id('PILEA-TERRACOTTA'), id('TEA-MORNING')],
    })
    const products = [await productOf('PILEA-TERRACOTTA'), await productOf('TEA-MORNING')]
    const answers = await Promise.all(
      products.map((product) => boss.post(`/catalogue/products/${product}/archive`)),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 409])
    for (const product of products) await boss.post(`/catalogue/products/${product}/restore`)
    await boss.post(`/campaigns/${made.id}/archive`)
  })

  it('is not put in front of anybody new once it is archived; gifts on their way keep it', async () => {
    const made = await make({ name: 'Two', variant_ids: [id('MUG-ROSE'), id('TEA-MORNING')] })
    const give = () =>
      world.run((ctx) =>
        gifting.create(
          ctx,
          {
            campaign_id: made.id,
            recipient: { first_name: 'Ada', last_name: 'Larkin', email: 'ada@example.com' },
          },
          newGiftRequestValidator,
        ),
      )
    const skusOf = (gift: gifting.Gift) =>
      JSON.parse(gift.offered ?? '').line_items.map(({ sku }: { sku: string }) => sku)
    const before = await give()
    const product = (await productOf('MUG-ROSE')) ?? ''
    const archived = await boss.post(
      `/catalogue/products/${product}/variants/${id('MUG-ROSE')}/archive`,
    )
    assert.equal(archived.status, 204, archived.text)
    assert.deepEqual(skusOf(await give()), ['TEA-MORNING'])
    assert.deepEqual(skusOf(before), ['MUG-ROSE', 'TEA-MORNING'])
    const { offering } = (await boss.get(`/campaigns/${made.id}`)).json
    assert.deepEqual(
      offering.map(({ is_on_offer }: { is_on_offer: boolean }) => is_on_offer),
      [false, true],
    )
    await boss.post(`/catalogue/products/${product}/variants/${id('MUG-ROSE')}/restore`)
    assert.deepEqual(skusOf(await give()), ['MUG-ROSE', 'TEA-MORNING'])
  })
})

async function productOf(sku: string): Promise<string | undefined> {
  const { data } = (await boss.get(`/catalogue/products?q=${sku}`)).json
  return data[0]?.id
}
