import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import * as accounts from '#accounts'
import * as apiKeys from '#api-keys'
import * as gifting from '#gifting'
import { admin } from '#http/admin'
import { mcp } from '#http/mcp'
import type { TxContext } from '#platform/postgres/database'
import { createAdminClient } from '#test/admin-harness'
import { directGiftBody } from '#test/api-harness'
import { testShipping } from '#test/fulfilment-fixture'
import { callTool } from '#test/mcp-harness'
import { createRedeemTestApp } from '#test/redeem-harness'

/*
 * The tests of postal addresses that contain markers. Recipients confirm such an address. The tests collect
 * all outputs that a sender can read: API responses, event bodies, the CSV file, the admin API with its
 * emails, and the agent tools. No output contains a marker, and no URL in the outputs leads to a marker,
 * whether it is fetched with or without the session of the sender.
 */

const testApp = await createRedeemTestApp()
const authenticate = apiKeys.createAuthenticator(testApp.db, { stage: 'staging', region: 'us' })
await testApp.app.register(admin({ db: testApp.db, webhookAllowPrivate: true }), {
  prefix: '/admin/api',
})
await testApp.app.register(
  mcp({
    db: testApp.db,
    authenticate,
    rateLimit: 0,
    version: '1.2.3',
    shipping: testShipping,
  }),
)
const origin = await testApp.listen()

const markers = ['xq9name', 'xq9street', 'xq9floor', '10119', '309876543']
const homeAddress = {
  ...{ name: 'Xq9name Larkin', line_1: 'Xq9street 17', line_2: 'Xq9floor 3' },
  ...{ city: 'Berlin', postal_code: '10119', country: 'DE', phone: '+49309876543' },
}
const findMarker = (text: string) => markers.find((marker) => text.toLowerCase().includes(marker))

const states = [
  'redeemed',
  'shipping_error',
  'in_transit',
  'delivery_attempt_failed',
  'delivered',
  'shipment_cancelled',
] as const

async function createConfirmedGift(state: (typeof states)[number]): Promise<string> {
  const { id } = await testApp.createGift()
  await testApp.run(async (ctx: TxContext) => {
    const redemptionPage = await gifting.getRedemptionPage(ctx, id)
    const variant_id =
      redemptionPage?.items.find(({ kind }) => kind === 'physical')?.variant_id ?? ''
    await gifting.redeem(ctx, id, { variant_ids: [variant_id], shipping_address: homeAddress })
  })
  if (state !== 'redeemed') await testApp.advance(id, state)
  const address = await testApp.run((ctx) => gifting.addressForRecipient(ctx, id))
  assert.equal(address?.line_1, homeAddress.line_1)
  return id
}

async function signInAsSender() {
  const email = 'sender@example.com'
  const { password } = await testApp.run((ctx) =>
    accounts.createUser(ctx, { email, role: 'sender', name: 'Sam Sender' }),
  )
  const client = createAdminClient(origin)
  assert.equal((await client.post('/session', { email, password })).status, 201)
  return client
}

async function createAgent(): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const { id, token } = await testApp.run((ctx) => apiKeys.createToken(ctx))
  await testApp.run((ctx) => apiKeys.grantAgentAccess(ctx, id, 5))
  const headers = { authorization: `Bearer ${token}` }
  const url = new URL(`${origin}/mcp`)
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  return client
}

/** Collects all texts that a sender can read about these gifts, by their source. */
async function collectOutputs(
  ids: readonly string[],
  session: Awaited<ReturnType<typeof signInAsSender>>,
) {
  const texts = new Map<string, string>()
  const readApi = async (path: string) =>
    texts.set(`api ${path}`, (await testApp.api.get(path)).text)
  await readApi('/gift_requests?limit=100')
  const { data: events } = (await testApp.api.get('/events?limit=100')).json
  assert.ok(events.length >= ids.length)
  for (const { id } of events) await readApi(`/events/${id}`)
  const readAdmin = async (path: string) => {
    const content = await session.get(path)
    texts.set(`admin ${path}`, content.text)
    return content
  }
  await readAdmin('/exports/gift_requests')
  await readAdmin('/gift_requests')
  const client = await createAgent()
  for (const id of ids) {
    await readApi(`/gift_requests/${id}`)
    await readApi(`/gift_requests/${id}/history`)
    for (const part of ['', '/details', '/history', '/parcels'])
      await readAdmin(`/gift_requests/${id}${part}`)
    const { json } = await readAdmin(`/gift_requests/${id}/emails`)
    for (const mail of json.data) {
      await readAdmin(`/gift-requests/${id}/emails/${mail.id}`)
      await readAdmin(`/gift-requests/${id}/emails/${mail.id}/page`)
    }
    for (const tool of ['where_is_gift', 'why_has_nothing_arrived', 'gift_events']) {
      const { content } = await callTool(client, tool, { gift: id })
      texts.set(`tool ${tool} ${id}`, JSON.stringify(content))
    }
  }
  await client.close()
  return texts
}

const findUrls = (text: string): string[] => [
  ...[...text.matchAll(/https?:\/\/[^\s"'<>\\)]+/g)].map(([url]) => url),
  ...[...text.matchAll(/(?:href|action|src)="(\/[^"]*)"/g)].map(([, path = '']) => origin + path),
]

it('no text and no URL for a sender reveals the address that a recipient entered', async () => {
  const ids: string[] = []
  for (const state of states) ids.push(await createConfirmedGift(state))
  await testApp.run((ctx) => gifting.requestRecipientLink(ctx, ids[2] ?? ''))
  const session = await signInAsSender()
  const texts = await collectOutputs(ids, session)
  const urls = new Set<string>()
  for (const [source, text] of texts) {
    assert.equal(findMarker(text), undefined, `${source} reveals the address`)
    assert.ok(!text.includes('proof='), `${source} contains the personal link of a recipient`)
    for (const url of findUrls(text))
      if (url.startsWith(origin)) urls.add(url.replaceAll('&amp;', '&'))
  }
  assert.equal([...urls].filter((url) => /\/r\/\w{22}$/.test(url)).length, states.length)
  const cookie = [...session.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  let fetched = 0
  for (const url of urls) {
    assert.ok(++fetched < 1_000, 'the pages link to more than 1,000 URLs')
    for (const headers of [{}, { cookie }]) {
      const content = await fetch(url, { headers })
      const text = /html|json|text/.test(content.headers.get('content-type') ?? '')
        ? await content.text()
        : ''
      assert.equal(findMarker(text), undefined, `${url} reveals the address`)
      if (/\/r\//.test(url))
        for (const next of findUrls(text)) if (next.startsWith(origin)) urls.add(next)
    }
  }
  assert.ok([...urls].some((url) => url.endsWith('/problem')))
})

it('no form without proof of the recipient returns or changes the address', async () => {
  for (const state of ['redeemed', 'shipping_error', 'delivery_attempt_failed'] as const) {
    const id = await createConfirmedGift(state)
    const { json } = await testApp.api.get(`/gift_requests/${id}`)
    const forms: [page: string, body: Record<string, string>][] = [
      ['problem', { do: 'show' }],
      ['problem', { do: 'save', ...homeAddress, line_1: 'Elsewhere 1' }],
      ['redeem', {}],
      ['address', { do: 'show' }],
      ['verify', { proof: 'AAAA' }],
      ['link', {}],
      ['language', {}],
    ]
    for (const [page, body] of forms) {
      const content = await fetch(`${json.redemption_url}/${page}`, {
        method: 'POST',
        body: new URLSearchParams(body),
        redirect: 'manual',
      })
      assert.equal(findMarker(await content.text()), undefined, page)
      assert.doesNotMatch(content.headers.getSetCookie().join(), /bestow_recipient/, page)
    }
    const address = await testApp.run((ctx) => gifting.addressForRecipient(ctx, id))
    assert.equal(address?.line_1, homeAddress.line_1, state)
  }
})

it('the page of a direct gift shows a shortened address', async () => {
  const created = await testApp.api.post(
    '/gift_requests',
    directGiftBody(testApp, { shipping_address: homeAddress }),
  )
  await testApp.advanceTime()
  const { json } = await testApp.api.get(`/gift_requests/${created.json.id}`)
  const text = await (await fetch(json.redemption_url)).text()
  assert.equal(findMarker(text), undefined)
  assert.match(text, /Berlin, Germany/)
})

it('an agent without permission to send gets no link to the gift', async () => {
  const id = await createConfirmedGift('in_transit')
  const client = new Client({ name: 'test', version: '1' })
  const headers = { authorization: `Bearer ${testApp.token}` }
  const url = new URL(`${origin}/mcp`)
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  for (const tool of ['where_is_gift', 'why_has_nothing_arrived']) {
    const { content } = await callTool(client, tool, { gift: id })
    assert.ok(content.web_url)
    assert.ok(!JSON.stringify(content).includes('/r/'), tool)
  }
  await client.close()
})
