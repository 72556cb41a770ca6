import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { newestGiftFormat } from '#contract'
import * as gifting from '#gifting'
import * as privacy from '#privacy'
import { createAdminFixture } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { readGiftPage } from '#test/gift-page'
import { pluck } from '#test/pluck'

const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const admin = await testApp.signIn(testApp.admin)
const sender = await testApp.signIn(testApp.sender)

interface SearchHit {
  kind: string
  id: string
  title: string
  subtitle: string
}

const ids: Record<string, string> = {}
let reference = ''

before(async () => {
  ids.ada = await fixture.sendGift('ada.larkin@acme.example')
  ids.eve = await fixture.sendGift('eve.stone@acme.example')
  const { json } = await admin.post('/send', {
    options: { campaign_id: fixture.campaign('email').id },
    rows: [
      { recipient: { first_name: 'Åsa', last_name: 'Ångström', email: 'asa.a@nordic.example' } },
      { recipient: { first_name: 'Jörg', last_name: 'Groß', email: 'jg@weber.example' } },
    ],
  })
  ids.angstrom = json.rows[0].id
  ids.gross = json.rows[1].id
  const details = await readGiftPage(sender, ids.ada)
  reference = details.reference
  const body = {
    campaign_id: fixture.campaign('email').id,
    recipient: { first_name: 'Order', last_name: 'Case', email: 'order.case@shop.example' },
    metadata: { order: 'SO-4711', note: 'Café au lait', empty: ' ' },
  }
  const order = await fixture.run((ctx) => gifting.create(ctx, body, newestGiftFormat))
  ids.order = order.id
})

const search = async (query: string): Promise<string[]> =>
  pluck((await sender.get(`/gift_requests?q=${encodeURIComponent(query)}`)).json.data, 'id')

describe('the list of gifts', () => {
  it('finds names with and without accents', async () => {
    for (const query of ['angstrom', 'Ångström', 'ÅNGSTR', 'asa ang'])
      assert.deepEqual(await search(query), [ids.angstrom], query)
    for (const query of ['gross', 'Groß', 'jorg gro'])
      assert.deepEqual(await search(query), [ids.gross], query)
  })

  it('finds the domain of an email address', async () => {
    assert.deepEqual(await search('acme.example'), [ids.eve, ids.ada])
    assert.deepEqual(await search('@acme'), [ids.eve, ids.ada])
    assert.deepEqual(await search('eve acme'), [ids.eve])
    const { json } = await sender.get('/recipients?q=acme.example')
    assert.equal(json.data.length, 2)
  })

  it('finds a reference with and without its GR- prefix', async () => {
    for (const query of [reference, reference.slice(3), reference.slice(3, 8).toLowerCase()])
      assert.deepEqual(await search(query), [ids.ada], query)
  })

  it('finds metadata values by prefix', async () => {
    for (const query of ['SO-4711', 'so-47', 'cafe', 'Café au'])
      assert.deepEqual(await search(query), [ids.order], query)
    assert.deepEqual(await search('4711'), [])
    assert.deepEqual(await search('order SO-4711'), [ids.order])
  })

  it('counts all matches, for bulk actions beyond the loaded page', async () => {
    const { json } = await sender.get('/gift-requests/count?q=acme.example')
    assert.deepEqual(json, { count: 2 })
    assert.equal((await sender.get('/gift-requests/count?campaign_id=none')).json.count, 0)
  })

  it('no longer finds the metadata of an erased recipient', async () => {
    await fixture.run((ctx) => privacy.erasePersonalData(ctx, 'order.case@shop.example'))
    assert.deepEqual(await search('SO-4711'), [])
    assert.deepEqual(await search('shop.example'), [])
  })
})

describe('the global search', () => {
  const hits = async (client: typeof admin, query: string): Promise<SearchHit[]> =>
    (await client.get(`/search?q=${encodeURIComponent(query)}`)).json.data
  const kinds = async (client: typeof admin, query: string) => [
    ...new Set((await hits(client, query)).map(({ kind }) => kind)),
  ]

  it('finds gifts and recipients by name, domain and order number', async () => {
    const [gift, recipient] = await hits(sender, 'larkin')
    assert.deepEqual([gift?.kind, gift?.id, gift?.title], ['gift_request', ids.ada, 'Ada Larkin'])
    assert.match(gift?.subtitle ?? '', new RegExp(reference))
    assert.equal(recipient?.kind, 'recipient')
    assert.equal((await hits(sender, reference.slice(3)))[0]?.id, ids.ada)
    assert.deepEqual(await kinds(sender, 'acme.ex'), ['gift_request', 'recipient'])
  })

  it('finds campaigns and products by part of the name', async () => {
    assert.ok((await kinds(sender, 'welcome')).includes('campaign'))
    const { json } = await sender.get('/products')
    const [product] = json.data
    const [hit] = (await hits(sender, product.name.slice(1))).filter(
      ({ kind }) => kind === 'product',
    )
    assert.equal(hit?.id, product.id)
  })

  it('finds contacts by name and work address, and shows no private address', async () => {
    const contact = { given_name: 'Wilma', family_name: 'Quist', department: 'People' }
    const { json } = await admin.post('/contacts', {
      ...contact,
      work_emails: ['w.quist@firm.example'],
      private_emails: ['wilma@home.example'],
    })
    const { json: nameless } = await admin.post('/contacts', {
      private_emails: ['hidden@home.example'],
    })
    for (const query of ['quist', 'w.quist@firm.example', json.id]) {
      const hit = (await hits(sender, query)).find(({ kind }) => kind === 'contact')
      assert.deepEqual([hit?.id, hit?.title], [json.id, 'Wilma Quist'], query)
      assert.match(hit?.subtitle ?? '', /^Contact · w\.quist@firm\.example · People$/)
    }
    const [hidden] = await hits(sender, nameless.id)
    assert.deepEqual([hidden?.title, hidden?.subtitle], ['Contact', 'Contact'])
    const packer = await testApp.signIn(await testApp.createUser('packer'))
    assert.equal((await packer.get('/search?q=quist')).status, 403)
  })

  it('finds endpoints, users and API keys only for admins', async () => {
    const { json: created } = await admin.post('/endpoints', {
      url: 'https://hooks.example/crm',
      description: 'CRM sync',
    })
    await admin.post('/api-keys', { name: 'Zapier' })
    for (const query of ['crm', 'hooks.example'])
      assert.equal(
        (await hits(admin, query)).find(({ kind }) => kind === 'endpoint')?.id,
        created.id,
      )
    assert.ok((await kinds(admin, 'ada sender')).includes('user'))
    for (const query of ['crm', 'ada sender', 'zapier'])
      assert.deepEqual(
        (await kinds(sender, query)).filter((kind) =>
          ['endpoint', 'user', 'api_key'].includes(kind),
        ),
        [],
      )
    assert.ok((await kinds(admin, 'zapier')).includes('api_key'))
  })

  it('rejects a query that is empty or too long', async () => {
    assert.equal((await sender.get('/search?q=')).status, 400)
    assert.equal((await sender.get(`/search?q=${'a'.repeat(300)}`)).status, 400)
  })
})
