import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import * as accounts from '#accounts'
import * as apiKeys from '#api-keys'
import * as digital from '#digital'
import * as gifting from '#gifting'
import { admin, webRoutes } from '#http/admin'
import { mcp } from '#http/mcp'
import { createAdminClient } from '#test/admin-harness'
import { addContent, importLines } from '#test/digital-fixture'
import { testShipping } from '#test/fulfilment-fixture'
import { readGiftPage } from '#test/gift-page'
import { pluck } from '#test/pluck'
import { createCookieJar, createRecipientBrowser } from '#test/recipient-browser'
import { createRedeemTestApp } from '#test/redeem-harness'
import { dumpTables, tablesContaining } from '#test/table-dump'

/*
 * The tests of secret codes. A voucher gives a planted code with a planted PIN, and its recipient reveals the
 * code. The test then reads everything that users of the account, integrations and agents can read. Only the
 * page of the recipient contains the code.
 */

const testApp = await createRedeemTestApp()
const { db } = testApp
await testApp.app.register(admin({ db }), { prefix: '/admin/api' })
const authenticate = apiKeys.createAuthenticator(db, { stage: 'staging', region: 'us' })
const mcpOptions = { db, authenticate, rateLimit: 0, version: '1.2.3', shipping: testShipping }
await testApp.app.register(mcp(mcpOptions))
const origin = await testApp.listen()
const { user, password } = await testApp.run((ctx) =>
  accounts.createUser(ctx, { email: 'root@example.com', role: 'admin' }),
)
const client = createAdminClient(origin)
assert.equal((await client.post('/session', { email: user.email, password })).status, 201)

const planted = ['PLANTEDCODE-7Q', 'PLANTEDPIN-8R', 'plantedlink-9s', 'PLANTEDOLD-6P']
const isLeak = (text: string) => planted.some((each) => text.includes(each))

const { products } = testApp.campaign('email')
const books = products.flatMap(({ variants }) => variants).find(({ sku }) => sku === 'BOOKS-25')
const variant_id = books?.id ?? ''

/** Creates a gift with the planted code, reveals the code, replaces it, and reveals the second code. */
async function plant() {
  await testApp.run(async (ctx) => {
    await ctx.query('update digital.code set revoked_at = now() where variant_id = $1', [
      variant_id,
    ])
  })
  await importLines(
    testApp,
    variant_id,
    `code,pin,expires_on\n${planted[3]}-X,${planted[1]}-X,2030-01-01`,
  )
  const gift = await testApp.createGift({
    recipient: { first_name: 'Ada', last_name: 'Larkin', email: 'ada@example.com' },
  })
  const cookies = createCookieJar()
  const ada = createRecipientBrowser(origin, {}, cookies)
  const unwrapped = await ada.submit(await ada.open(gift.path), 'open')
  const review = await ada.submit(unwrapped, 'choose', { variant: variant_id })
  const done = await ada.submit(review, 'review', {}, ['do', 'redeem'])
  assert.match((await ada.submit(done, 'reveal')).text, /PLANTEDOLD-6P/)
  await importLines(testApp, variant_id, `code,pin\n${planted[0]}-X,${planted[1]}-Y`)
  const [item] = await testApp.run((ctx) => digital.findItems(ctx, gift.id))
  const replace = `/gift-requests/${gift.id}/digital-items/${item?.id}/replace`
  assert.equal((await client.post(replace, { reason: 'Used' })).status, 204)
  const revealed = await ada.submit(await ada.open(gift.path), 'reveal')
  assert.match(revealed.text, /PLANTEDCODE-7Q/)
  assert.match(revealed.text, /PLANTEDPIN-8R/)
  return { ...gift, ada, item_id: item?.id ?? '' }
}

const gift = await plant()

it('the admin area and its exports contain no code', async () => {
  const variants = await client.get('/products?limit=50')
  const product = variants.json.data.find((each: { variants: { id: string }[] }) =>
    each.variants.some(({ id }) => id === variant_id),
  )
  await addContent(testApp, await addLinkVariant(product.id), {
    delivery: 'link',
    link_url: `https://example.com/${planted[2]}`,
  })
  const emails = (await readGiftPage(client, gift.id)).emails
  assert.ok(emails.length >= 3, `${emails.length} emails`)
  const events = (await client.get(`/events?gift_request_id=${gift.id}`)).json.data
  const requests = (await client.get('/requests')).json.data
  const ids: Record<string, string[]> = {
    '/gift-requests/': [gift.id],
    '/gift_requests/': [gift.id],
    '/products/': [product.id],
    '/catalogue/variants/': [variant_id],
    '/variants/': [variant_id],
    '/events/': pluck(events, 'id'),
    '/requests/': pluck(requests, 'id'),
    '/audit/latest/': [gift.id, variant_id],
  }
  let count = 0
  for (const { path, method } of webRoutes) {
    if (method !== 'GET' || path === '/stream') continue
    const found = Object.entries(ids).find(([prefix]) => path.startsWith(prefix))?.[1] ?? [gift.id]
    for (const id of found)
      for (const email of path.includes(':email') ? pluck(emails, 'id') : [''])
        for (const query of ['', `?q=${planted[0]}`, '?last_four=D-7Q']) {
          const url = path.replace(':id', id).replace(':email', email)
          const { text, status } = await client.get(`${url}${query}`)
          assert.ok(status < 500, `${status} ${url}`)
          if (status === 200) count += 1
          // removes the words of the search, which the response repeats
          const own = text.replaceAll(query.slice(3), '')
          assert.ok(!isLeak(query === '' ? text : own), `${url}${query} ${text.slice(0, 500)}`)
        }
  }
  assert.ok(count > 60, `${count} pages were read`)
})

/** Adds a variant whose link contains planted text. Returns the id of the variant. */
async function addLinkVariant(product_id: string): Promise<string> {
  const { json: product } = await client.get(`/products/${product_id}`)
  const variants = product.variants.map(({ id, sku, name, images }: Record<string, unknown>) => ({
    ...{ id, sku, name, images },
  }))
  const link_url = `https://example.com/${planted[2]}`
  const link = { sku: 'LINK', name: 'Link', digital: { delivery: 'link', link_url } }
  const body = { variants: [...variants, link] }
  const changed = await client.patch(`/products/${product_id}`, body)
  assert.equal(changed.status, 200, changed.text)
  return changed.json.variants.at(-1).id
}

it('the API and the bodies of webhooks contain no code', async () => {
  const { data } = (await testApp.api.get('/gift_requests')).json
  const paths = [
    '/',
    '/gift_requests',
    `/gift_requests/${data[0].id}`,
    `/gift_requests/${gift.id}`,
    `/gift_requests/${gift.id}/history`,
    '/campaigns?limit=25',
    '/one_links',
    '/events?limit=100',
    `/events?gift_request_id=${gift.id}`,
  ]
  for (const path of paths) {
    const { status, text } = await testApp.api.get(path)
    assert.equal(status, 200, path)
    assert.ok(!isLeak(text), path)
  }
  const older = await testApp.api.get(`/gift_requests/${gift.id}`, {
    'service-api-version': '2025-10',
  })
  assert.ok(!isLeak(older.text))
})

it('the tools of agents contain no code', async () => {
  const { token } = await testApp.run((ctx) => apiKeys.createToken(ctx))
  const agent = new Client({ name: 'test', version: '1' })
  const headers = { authorization: `Bearer ${token}` }
  await agent.connect(
    new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit: { headers } }),
  )
  after(() => agent.close())
  const { reference } = (await testApp.api.get(`/gift_requests/${gift.id}`)).json
  const { tools } = await agent.listTools()
  assert.ok(tools.length >= 8)
  const inputs = [{}, { gift: reference }, { gift: gift.id }, { query: 'Ada' }, { id: gift.id }]
  for (const { name } of tools)
    for (const input of inputs) {
      const result = await agent.callTool({ name, arguments: input }).catch(String)
      assert.ok(!isLeak(JSON.stringify(result)), name)
    }
})

it('the page contains the code only for the recipient, and the database contains ciphertext only', async () => {
  const eve = createRecipientBrowser(origin)
  for (const path of [
    '',
    '/done',
    '/thanks',
    '/verify',
    '/problem',
    '/review',
    '/unwrapped',
    '/qr.png',
  ])
    assert.ok(!isLeak((await eve.open(gift.path + path)).text), path)
  assert.match((await gift.ada.open(gift.path)).text, /PLANTEDCODE-7Q/)
  const dump = await dumpTables(testApp)
  for (const text of planted) assert.deepEqual(tablesContaining(dump, text), [], text)
  for (const end of ['D-7Q-X', 'P-6P-X']) assert.deepEqual(tablesContaining(dump, end), [])
})

it('an export of personal data contains no code', async () => {
  const data = await testApp.run((ctx) => gifting.exportPersonalData(ctx, 'ada@example.com'))
  assert.ok(!isLeak(JSON.stringify(data)))
})
