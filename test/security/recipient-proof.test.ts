import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { createServer } from '#app/http-server'
import * as digital from '#digital'
import * as gifting from '#gifting'
import { redeem } from '#http/redeem'
import { createLog } from '#platform/observability/log'
import { createCatalogueFixture, type ProductFixture } from '#test/catalogue-fixture'
import { addContent, importLines } from '#test/digital-fixture'
import { createCharity } from '#test/donation-fixture'
import { testShipping } from '#test/fulfilment-fixture'
import { createCookieJar, createRecipientBrowser } from '#test/recipient-browser'
import { createRedeemTestApp } from '#test/redeem-harness'

/*
 * Tests with a visitor who has only the link, such as the sender. The visitor sends every request that a gift
 * link allows. No response gives a recipient proof, and no request has an effect that needs one.
 */

const testApp = await createRedeemTestApp()
const origin = await testApp.listen()

/** The same pages on a separate server, whose routes are recorded. */
const routes: { method: 'GET' | 'POST'; url: string }[] = []
const server: FastifyInstance = createServer(createLog({ level: 'silent' }))
server.addHook('onRoute', ({ method, url }) => {
  for (const each of [method].flat())
    if (url.startsWith('/r/:code') && each !== 'HEAD')
      routes.push({ method: each as 'GET' | 'POST', url })
})
await server.register(redeem({ db: testApp.db, shipping: testShipping, rateLimit: 0 }))
after(() => server.close())

const address = {
  ...{ name: 'Ada Larkin', line_1: 'Unter den Linden 1', postal_code: '10117', city: 'Berlin' },
  country: 'DE',
}
const secrets = ['SECRET-CODE-', 'secret-file.pdf', 'Unter den Linden', 'Private words', 'proof=']

let count = 0

async function createShop(kind: 'code' | 'file') {
  const product: ProductFixture = { name: `A ${kind}`, kind: 'digital', stock: { One: 0 } }
  const fixture = await createCatalogueFixture(testApp, [product])
  const variant = fixture.id('One')
  await addContent(testApp, variant, { delivery: kind })
  if (kind === 'code') await importLines(testApp, variant, `SECRET-CODE-${++count}`)
  else
    await testApp.run((ctx) =>
      digital.saveFile(ctx, variant, 'secret-file.pdf', Buffer.from('%PDF-1.7 content')),
    )
  return { campaign_id: fixture.campaign_id, variant }
}

const kinds = {
  physical: async () => {
    const { id, products } = testApp.campaign('email')
    const notebook = products.find(({ name }) => name === 'Linen notebook')
    return { campaign_id: id, variant: notebook?.variants[0]?.id ?? '' }
  },
  code: () => createShop('code'),
  file: () => createShop('file'),
  donation: async () => {
    const charity = await createCharity(testApp)
    return { campaign_id: charity.campaign_id, variant: charity.id('Rescue') }
  },
}

/** Confirms a gift in a browser, reveals its content, and writes a note. */
async function confirm(kind: keyof typeof kinds) {
  const { campaign_id, variant } = await kinds[kind]()
  const gift = await testApp.createGift({ campaign_id })
  const ada = createRecipientBrowser(origin, {}, createCookieJar())
  const opened = await ada.submit(await ada.open(gift.path), 'open')
  const chosen = await ada.submit(opened, 'choose', { variant })
  const review = kind === 'physical' ? await ada.submit(chosen, 'address', address) : chosen
  const done = await ada.submit(review, 'review', {}, ['do', 'redeem'])
  if (kind === 'code' || kind === 'file') await ada.submit(done, 'reveal')
  await ada.submit(await ada.open(gift.path), 'note', { text: 'Private words' })
  const confirmation = /name="confirmation" value="(\w+)"/.exec(review.text)?.[1] ?? ''
  return { ...gift, variant, confirmation, ada }
}
type Confirmed = Awaited<ReturnType<typeof confirm>>

/**
 * Returns the forms of a visitor who guesses: each field that a page has, with the
 * buttons that change something.
 */
const guesses = (gift: Confirmed, item: string) =>
  [
    { do: 'redeem', ...address },
    { do: 'redeem', line_1: 'x' },
    { do: 'redeem' },
    { do: 'save', ...address },
    { do: 'send' },
  ].map((typed) => ({
    ...typed,
    ...{ variant: gift.variant, item, text: 'Not from Ada', reaction: 'love' },
    ...{ confirmation: 'a'.repeat(22), proof: 'A'.repeat(120), id: gift.id, problem: 'late' },
  }))

const send = (
  { method, url }: (typeof routes)[number],
  path: string,
  form: Record<string, string>,
) =>
  server.inject({
    method,
    url: `${url.replace('/r/:code', path).replace('*', 'anything')}${method === 'GET' ? `?${new URLSearchParams(form)}` : ''}`,
    ...(method === 'POST' && {
      payload: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  })

const setsProof = (response: Awaited<ReturnType<typeof send>>) =>
  response.cookies.some(({ name, value }) => name === 'bestow_recipient' && value !== '')

/** Changes the gift request through the account, which changes `updated_at`. */
async function changeMetadata({ id }: Confirmed): Promise<void> {
  const headers = { ...testApp.api.defaultHeaders, 'content-type': 'application/json' }
  const body = JSON.stringify({ metadata: { a: 'b' } })
  assert.equal((await testApp.api.send('PATCH', `/gift_requests/${id}`, headers, body)).status, 200)
}

async function assertNoProof(gift: Confirmed, when: string): Promise<void> {
  const [item] = await testApp.run((ctx) => digital.findItems(ctx, gift.id))
  for (const route of routes)
    for (const form of guesses(gift, item?.id ?? '').slice(route.method === 'GET' ? -1 : 0)) {
      const response = await send(route, gift.path, form)
      const name = `${when}: ${route.method} ${route.url} ${JSON.stringify(form)}`
      assert.ok(response.statusCode < 500, `${response.statusCode} ${name}`)
      assert.ok(!setsProof(response), name)
      const output = `${response.headers.location ?? ''} ${response.body}`
      const typed = JSON.stringify(form)
      for (const secret of secrets)
        assert.ok(!output.includes(secret) || typed.includes(secret), `${secret} ${name}`)
    }
}

for (const kind of ['physical', 'code', 'file', 'donation'] as const)
  it(`no request of a visitor with only the link proves to be the recipient of a gift: ${kind}`, async () => {
    const gift = await confirm(kind)
    await assertNoProof(gift, 'at once')
    await testApp.advanceTime(130_000)
    await changeMetadata(gift)
    await assertNoProof(gift, 'after a change of the metadata')
    await testApp.run((ctx) => gifting.correctEmail(ctx, gift.id, 'sender@example.com'))
    await assertNoProof(gift, 'after a correction of the email address')
    const page = await testApp.run((ctx) => gifting.getRedemptionPage(ctx, gift.id))
    assert.equal(page?.thank_you_note?.text, 'Private words')
    assert.equal(page?.reaction, null)
  })

it('two requests give a proof: the confirmation, also as a double tap, and the button behind an emailed link', async () => {
  const gift = await confirm('code')
  const proof = gifting.createProof(
    testApp.db.deployment,
    'email',
    await testApp.run(async (ctx) => {
      const page = await gifting.getRedemptionPage(ctx, gift.id)
      return { id: gift.id, code: gift.path.slice(3), owner: page?.owner_digest ?? Buffer.alloc(0) }
    }),
    new Date(testApp.db.clock().getTime() + 3_600_000),
  )
  const { confirmation, variant } = gift
  const findGiving = async () => {
    const giving = []
    for (const route of routes)
      if (setsProof(await send(route, gift.path, { proof, confirmation, variant, do: 'redeem' })))
        giving.push(`${route.method} ${route.url}`)
    return giving
  }
  assert.deepEqual(await findGiving(), ['POST /r/:code/redeem', 'POST /r/:code/verify'])
  await testApp.advanceTime(130_000)
  await changeMetadata(gift)
  assert.deepEqual(await findGiving(), ['POST /r/:code/verify'])
})
