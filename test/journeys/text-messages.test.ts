import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, beforeEach, describe, it } from 'node:test'
import { createRegistry } from '#connections'
import { toRawMessage } from '#connectors/smtp'
import { createTwilio } from '#connectors/twilio'
import * as mail from '#email'
import * as gifting from '#gifting'
import { mailbox, smsWebhook } from '#http/mailbox'
import { captureTransport } from '#platform/lib/mail-transport'
import { ALL_ACCOUNTS, inTransaction } from '#platform/postgres/database'
import * as privacy from '#privacy'
import { createTestApp, giftBody } from '#test/api-harness'
import { pluck } from '#test/pluck'

/*
 * The tests of text messages from the API to a stub of the provider. The stub follows the
 * published reference of Twilio: Messages resource, status callbacks, and validation of requests.
 * No request reaches Twilio itself.
 */

interface SentSms {
  path: string
  authorization: string | undefined
  params: URLSearchParams
}

const received: SentSms[] = []
const accept = () => ({ status: 201, body: '{"sid":"SM1","status":"queued"}' })
let respond: () => { status: number; body: string } | 'hang up' = accept
beforeEach(async () => {
  respond = accept
  await sendAll()
  received.length = 0
})

async function readBody(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}

const provider = createServer(async (request, response) => {
  const params = new URLSearchParams(await readBody(request))
  const { url: path = '', headers } = request
  received.push({ path, authorization: headers.authorization, params })
  const result = respond()
  if (result === 'hang up') return request.socket.destroy()
  return response.writeHead(result.status, { 'content-type': 'application/json' }).end(result.body)
})
await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
after(() => provider.close())

const token = 'the-auth-token-of-the-account'
const { port } = provider.address() as AddressInfo
const account = { url: `http://127.0.0.1:${port}`, account: 'AC0123', token, from: '+15005550006' }
const provided = createTwilio({ ...account, outbound: { allowPrivate: true } })
const connectors = createRegistry()
const testApp = await createTestApp()
const { db } = testApp
const sending = { from: { name: 'Bestow', email: 'gifts@example.com' }, bounceAddress: undefined }
await testApp.app.register(smsWebhook({ db, inbox: provided.inbox, connectors }))
await testApp.app.register(mailbox({ db, sending, toRawMessage }))

const limits: mail.SendLimits = { retryDelaysMs: [0, 0], timeoutMs: 5_000, leaseMs: 60_000 }
const sender = mail.createSender(db, { email: captureTransport, sms: provided }, sending, {
  limits,
})
async function sendAll(): Promise<void> {
  while ((await sender.round()) > 0);
}

let number = 0
const newPhone = () => `+4915112${String(++number).padStart(6, '0')}`

async function createGift(overrides: object = {}): Promise<{ id: string; phone: string }> {
  const phone = newPhone()
  const { json, status } = await testApp.api.post(
    '/gift_requests',
    giftBody(testApp, { phone, ...overrides }),
  )
  assert.equal(status, 201, JSON.stringify(json))
  await testApp.advanceTime()
  return { id: json.id, phone }
}

const list = (id: string) => testApp.run((ctx) => gifting.listTextMessages(ctx, id))
const textsTo = (phone: string) =>
  received.filter(({ params }) => params.get('To') === phone).map(({ params }) => params)

const sign = (path: string, params: URLSearchParams) => {
  const sorted = [...params].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const text = `${testApp.deployment.origin}${path}${sorted.map((pair) => pair.join('')).join('')}`
  return createHmac('sha1', token).update(text).digest('base64')
}
const post = (path: string, fields: Record<string, string>, signature?: string) => {
  const params = new URLSearchParams(fields)
  return testApp.app.inject({
    method: 'POST',
    url: path,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signature ?? sign(path, params),
    },
    payload: params.toString(),
  })
}

describe('an invitation', () => {
  it('goes to the phone too, in the language of the gift', async () => {
    const { id, phone } = await createGift({ locale: 'de' })
    await sendAll()
    const [params, ...others] = textsTo(phone)
    assert.equal(others.length, 0)
    const body = params?.get('Body') ?? ''
    assert.match(body, /hat ein Geschenk für Sie.*http:\/\/localhost:3000\/r\/\S+ Abmelden: STOP\./)
    assert.equal(params?.get('From'), account.from)
    assert.match(params?.get('StatusCallback') ?? '', /\/sms\/status\/[0-9a-f-]{36}\.\w{12}$/)
    const [{ path, authorization } = {}] = received
    assert.equal(path, '/2010-04-01/Accounts/AC0123/Messages.json')
    assert.equal(authorization, `Basic ${Buffer.from(`AC0123:${token}`).toString('base64')}`)
    const [message] = await list(id)
    assert.deepEqual([message?.state, message?.kind], ['sent', 'invitation'])
    const emails = await testApp.run((ctx) => gifting.listRecipientEmails(ctx, id))
    assert.deepEqual(pluck(emails, 'kind', 'state'), [['invitation', 'sent']])
  })

  it('shows the last digits of the number in the API, and never the number', async () => {
    const { id, phone } = await createGift()
    const { json } = await testApp.api.get(`/gift_requests/${id}/text_messages`)
    assert.equal(json.data[0].to, `+49 … ${phone.slice(-3)}`)
    for (const path of ['', '/details', '/history', '/emails']) {
      const { text } = await testApp.api.get(`/gift_requests/${id}${path}`)
      assert.ok(!text.includes(phone), path)
    }
    const { text } = await testApp.api.get('/events')
    assert.ok(!text.includes(phone))
  })

  it('goes to no phone without a number, and reminders follow it', async () => {
    const { json } = await testApp.api.post('/gift_requests', giftBody(testApp))
    await testApp.advanceTime()
    assert.deepEqual(await list(json.id), [])
    const { id, phone } = await createGift()
    await testApp.advanceTime(2 * 60 * 60 * 1000)
    assert.equal((await testApp.api.post(`/gift_requests/${id}/remind`, {})).status, 200)
    await sendAll()
    assert.deepEqual(
      textsTo(phone)
        .map((params) => /still waiting/.test(params.get('Body') ?? ''))
        .toSorted(),
      [false, true],
    )
  })

  it('is sent again with the new link, and not for a corrected email address', async () => {
    const { id, phone } = await createGift()
    await sendAll()
    const correct = { email: 'ada.other@example.com' }
    await testApp.api.post(`/gift_requests/${id}/correct_email`, correct)
    assert.equal((await list(id)).length, 1)
    await testApp.api.post(`/gift_requests/${id}/reissue_link`, {})
    await sendAll()
    const links = textsTo(phone).map((params) => /\/r\/\S+/.exec(params.get('Body') ?? '')?.[0])
    assert.equal(new Set(links).size, 2)
  })
})

it('sends messages about the parcel only if the account chose them', async () => {
  const kindsOf = async (id: string) => (await list(id)).map(({ kind }) => kind)
  const before = await createGift()
  await testApp.api.post(`/test_helpers/gift_requests/${before.id}/advance`, { to: 'in_transit' })
  assert.deepEqual(await kindsOf(before.id), ['invitation'])
  await testApp.run(async (ctx) => mail.saveSmsKinds(ctx, ['dispatched']))
  const chosen = await createGift()
  for (const to of ['in_transit', 'delivered'])
    await testApp.api.post(`/test_helpers/gift_requests/${chosen.id}/advance`, { to })
  assert.deepEqual(await kindsOf(chosen.id), ['dispatched', 'invitation'])
  await testApp.run(async (ctx) => mail.saveSmsKinds(ctx, []))
})

it('rejects a number without its country, and any number where no provider exists', async () => {
  for (const phone of ['015112345678', '+49 151', '+49151123456789012', '+0151', 'x', 49151]) {
    const { json, status } = await testApp.api.post('/gift_requests', giftBody(testApp, { phone }))
    assert.equal(status, 422, JSON.stringify(phone))
    assert.equal(json.errors[0].param, 'phone')
  }
  const production = await createTestApp({ stage: 'production' })
  const { json } = await production.api.post(
    '/gift_requests',
    giftBody(production, { phone: newPhone() }),
  )
  assert.deepEqual([json.errors[0].code, json.errors[0].param], ['not_allowed', 'phone'])
})

describe('a provider', () => {
  it('that is down gets the message again later', async () => {
    const answers = ['hang up' as const, { status: 503, body: '<html>' }]
    respond = () => answers.shift() ?? { status: 201, body: '' }
    const { id } = await createGift()
    await sendAll()
    const [message] = await list(id)
    assert.deepEqual([message?.state, message?.attempts], ['sent', 3])
  })

  it('that rejects a message ends it, without the number in its error', async () => {
    const { id, phone } = await createGift()
    respond = () => ({
      status: 400,
      body: JSON.stringify({ code: 21211, message: `The 'To' number ${phone} is not valid` }),
    })
    await sendAll()
    const [message] = await list(id)
    assert.deepEqual([message?.state, message?.error], ['bounced', 'http_400 error 21211'])
    assert.equal(received.length, 1)
  })

  it('with a wrong token keeps the message, and an endless answer does not', async () => {
    const answers = [
      { status: 401, body: '{"code":"x"}' },
      { status: 200, body: 'x'.repeat(1_000_000) },
      { status: 302, body: '' },
    ]
    respond = () => answers.shift() ?? { status: 500, body: '[]' }
    const { id } = await createGift()
    await sendAll()
    const [message] = await list(id)
    assert.deepEqual([message?.state, message?.attempts], ['failed', 3])
  })

  it('cannot be at a private address unless the operator allows it', async () => {
    const transport = createTwilio({ ...account, outbound: { allowPrivate: false } })
    const sms = { to: '+4915112345678', text: 'x', status_url: 'http://localhost:3000/' }
    const result = await transport.send(sms, 1_000)
    assert.deepEqual([result.isAccepted, result.response], [false, 'address_refused'])
    assert.equal(received.length, 0)
  })
})

describe('a reply', () => {
  it('STOP ends the messages to a number, and START begins them again', async () => {
    const { phone, id } = await createGift()
    await sendAll()
    const stop = await post('/sms/inbound', { From: phone, Body: ' Stop. ' })
    assert.equal(stop.statusCode, 200)
    assert.match(stop.body, /<Response\/>$/)
    const second = await createGift({ phone })
    assert.equal((await list(second.id))[0]?.state, 'suppressed')
    assert.equal(
      (await testApp.run((ctx) => gifting.listRecipientEmails(ctx, second.id))).length,
      1,
    )
    await post('/sms/inbound', { From: phone, Body: 'Thanks!' })
    assert.equal((await list((await createGift({ phone })).id))[0]?.state, 'suppressed')
    await post('/sms/inbound', { From: phone, Body: 'x', OptOutType: 'START' })
    assert.equal((await list((await createGift({ phone })).id))[0]?.state, 'queued')
    assert.equal((await list(id))[0]?.state, 'sent')
    await sendAll()
  })

  it('of a recipient who stopped at the provider suppresses the number', async () => {
    respond = () => ({ status: 400, body: '{"code":21610}' })
    const { phone } = await createGift()
    await sendAll()
    assert.equal((await list((await createGift({ phone })).id))[0]?.state, 'suppressed')
  })

  it('without a valid signature changes nothing', async () => {
    const { phone } = await createGift()
    const fields = { From: phone, Body: 'STOP' }
    const forged = sign('/sms/inbound', new URLSearchParams({ From: phone, Body: 'START' }))
    for (const signature of ['', 'x', forged, 'AAAA'.repeat(7)])
      assert.equal((await post('/sms/inbound', fields, signature)).statusCode, 401)
    assert.equal((await list((await createGift({ phone })).id))[0]?.state, 'queued')
    await sendAll()
  })
})

it('marks a message that did not arrive, and ignores reports of others', async () => {
  const { id, phone } = await createGift()
  await sendAll()
  const path = new URL(textsTo(phone)[0]?.get('StatusCallback') ?? '').pathname
  const stateOf = async () => (await list(id))[0]?.state
  const failed = { MessageStatus: 'undelivered', ErrorCode: '30003' }
  assert.equal((await post(path, { MessageStatus: 'delivered' })).statusCode, 204)
  assert.equal((await post(path.slice(0, -1), failed)).statusCode, 204)
  assert.equal((await post(path, failed, 'forged')).statusCode, 401)
  assert.equal(await stateOf(), 'sent')
  for (let time = 0; time < 2; time++) await post(path, failed)
  const [message] = await list(id)
  assert.deepEqual([message?.state, message?.error], ['bounced', 'undelivered, error 30003'])
})

it('sends each message once from two concurrent processes', async () => {
  const phones = (await Promise.all(Array.from({ length: 8 }, () => createGift()))).map(
    ({ phone }) => phone,
  )
  const other = mail.createSender(db, { email: captureTransport, sms: provided }, sending, {
    limits,
  })
  await Promise.all(
    [sender, other].map(async (each) => {
      while ((await each.round()) > 0);
    }),
  )
  for (const phone of phones) assert.equal(textsTo(phone).length, 1)
})

it('shows text messages beside emails in the mailbox', async () => {
  const { id, phone } = await createGift()
  const headers = { host: 'localhost:3000' }
  const listed = await testApp.app.inject({ method: 'GET', url: '/mailbox', headers })
  assert.ok(listed.body.includes(phone))
  const [message] = await list(id)
  const url = `/mailbox/${message?.id}`
  const page = await testApp.app.inject({ method: 'GET', url, headers })
  assert.match(page.body, /class="bubble"[\s\S]*has sent you a gift[\s\S]*<a href="http/)
  await sendAll()
})

it('exports the number, and erases it with the person', async () => {
  const email = 'sms.person@example.com'
  const recipient = { first_name: 'Sam', last_name: 'Person', email }
  const { id, phone } = await createGift({ recipient })
  const data = await testApp.run((ctx) => privacy.exportPersonalData(ctx, email))
  assert.ok(JSON.stringify(data).includes(phone))
  await testApp.run((ctx) => privacy.erasePersonalData(ctx, email))
  const phones = await testApp.run((ctx) =>
    mail.findRecipientPhones(ctx, [{ account_id: testApp.account.id, id }]),
  )
  assert.equal(phones.size, 0)
  const [message] = await list(id)
  assert.deepEqual(
    [message?.phone, message?.subject, message?.state],
    [undefined, undefined, 'suppressed'],
  )
  await sendAll()
  assert.equal(textsTo(phone).length, 0)
  const encrypted = await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
    ctx.query<{ found: boolean }>(
      `select exists (select from mail.recipient_phone where position(convert_to($1, 'utf8') in encrypted_phone) > 0) as found`,
      [phone.slice(-6)],
    ),
  )
  assert.equal(encrypted[0]?.found, false)
})
