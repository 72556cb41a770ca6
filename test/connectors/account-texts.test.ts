import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { connectors } from '#app/connectors'
import * as connections from '#connections'
import { createTwilio } from '#connectors/twilio'
import * as mail from '#email'
import * as gifting from '#gifting'
import { smsWebhook } from '#http/mailbox'
import { captureTransport } from '#platform/lib/mail-transport'
import { createTestApp, giftBody, type TestApp } from '#test/api-harness'
import { signTwilio, startFakeTwilio, twilioAccount } from '#test/fake-twilio'

/* Accounts that send text messages with connections of their own, beside the provider of the installation. */

const [shared, own] = [await startFakeTwilio(), await startFakeTwilio()]
after(() => {
  shared.close()
  own.close()
})
const outbound = { allowPrivate: true } as const
const registry = connections.createRegistry(connectors, { outbound })
const installation = createTwilio({ ...twilioAccount, url: shared.url, outbound })
const sending = { from: { name: 'Bestow', email: 'gifts@example.com' }, bounceAddress: undefined }
const limits: mail.SendLimits = { retryDelaysMs: [0, 0, 0], timeoutMs: 5_000, leaseMs: 60_000 }

const openSender = ({ db }: TestApp, sms?: mail.TextSender, connectorsOf = registry) =>
  mail.createSender(db, { email: captureTransport, sms, connectors: connectorsOf }, sending, {
    limits,
  })
const settings = { account: 'AC0123', token: twilioAccount.token, from: '+4915735990000' }
const connect = (testApp: TestApp, more: object = {}) =>
  testApp.run((ctx) =>
    connections.create(
      ctx,
      { kind: 'twilio', name: 'Twilio', settings: { ...settings, url: own.url, ...more } },
      registry,
    ),
  )
const change = (testApp: TestApp, id: string, to: connections.ConnectionChange) =>
  testApp.run((ctx) => connections.change(ctx, id, to, registry))

let number = 0
async function createGift(
  testApp: TestApp,
  phone = `+4915113${String(++number).padStart(6, '0')}`,
) {
  const { json, status } = await testApp.api.post('/gift_requests', giftBody(testApp, { phone }))
  assert.equal(status, 201, JSON.stringify(json))
  await testApp.advanceTime()
  return { id: json.id as string, phone }
}
const stateOf = async (testApp: TestApp, id: string) =>
  (await testApp.run((ctx) => gifting.listTextMessages(ctx, id)))[0]
async function sendAll(sender: ReturnType<typeof openSender>) {
  while ((await sender.round()) > 0);
}

it('sends the messages of an account from its own number, and those of others from the shared one', async () => {
  const testApp = await createTestApp()
  const sender = openSender(testApp, installation)
  const before = await createGift(testApp)
  await sendAll(sender)
  assert.equal(shared.messages.at(-1)?.to, before.phone)
  const connection = await connect(testApp)
  const gift = await createGift(testApp)
  await sendAll(sender)
  const sent = own.messages.at(-1)
  assert.deepEqual([sent?.to, sent?.from], [gift.phone, settings.from])
  assert.match(
    sent?.status_url ?? '',
    new RegExp(`/sms/connections/${connection.id}/status/[0-9a-f-]{36}\\.\\w{12}$`),
  )
  const [row] = await testApp.run((ctx) => connections.list(ctx))
  assert.ok(row?.last_success_at instanceof Date)
})

it('waits while the own connection fails or is disabled, and never uses the shared number', async () => {
  const testApp = await createTestApp()
  const sender = openSender(testApp, installation)
  const { id } = await connect(testApp, { token: 'another-token' })
  const gift = await createGift(testApp)
  const sharedCount = shared.messages.length
  await sendAll(sender)
  assert.deepEqual((await stateOf(testApp, gift.id))?.error, 'http_401 error 20003')
  const [failing] = await testApp.run((ctx) => connections.findFailing(ctx))
  assert.equal(failing?.id, id)
  const waiting = await createGift(testApp)
  await change(testApp, id, { enabled: false })
  await sendAll(sender)
  assert.match((await stateOf(testApp, waiting.id))?.error ?? '', /Twilio is disabled/)
  const refused = await testApp.api.post(
    '/gift_requests',
    giftBody(testApp, { phone: '+4915113999999' }),
  )
  assert.equal(refused.json.errors[0].param, 'phone')
  const none = connections.createRegistry(connectors, { allowed: ['easypost'], outbound })
  await change(testApp, id, { enabled: true })
  const third = await createGift(testApp)
  await sendAll(openSender(testApp, installation, none))
  assert.match((await stateOf(testApp, third.id))?.error ?? '', /does not allow/)
  assert.equal(shared.messages.length, sharedCount)
})

it('counts and limits a message that waited for the own connection before the shared number sends it', async () => {
  const testApp = await createTestApp()
  Object.assign(testApp.deployment, { smsLimits: { countries: ['DE'], maxPerDay: 1 } })
  const sender = openSender(testApp, installation)
  const { id } = await connect(testApp)
  const phones = ['+33612345678', '+4915113888881', '+4915113888882']
  const gifts = []
  for (const phone of phones) gifts.push(await createGift(testApp, phone))
  await change(testApp, id, { enabled: false })
  await sender.round()
  for (const gift of gifts)
    assert.match((await stateOf(testApp, gift.id))?.error ?? '', /disabled|already sent/)
  await testApp.run((ctx) => ctx.query('delete from connections.connection where id = $1', [id]))
  const before = shared.messages.length
  await sendAll(sender)
  const sent = shared.messages.slice(before).map(({ to }) => to)
  assert.ok(sent.length <= 1 && !sent.includes('+33612345678'), sent.join())
})

it('sends for accounts with a connection where the installation has no provider', async () => {
  const testApp = await createTestApp({ stage: 'production' })
  const sender = openSender(testApp)
  const { id } = await connect(testApp)
  const gift = await createGift(testApp)
  await sendAll(sender)
  assert.equal(own.messages.at(-1)?.to, gift.phone)
  const queued = await createGift(testApp)
  await testApp.run((ctx) => connections.remove(ctx, id))
  await sendAll(sender)
  assert.deepEqual([(await stateOf(testApp, queued.id))?.state], ['queued'])
})

it('applies a reply to the account of the connection only', async () => {
  const testApp = await createTestApp()
  const { db, deployment } = testApp
  await testApp.app.register(smsWebhook({ db, inbox: installation.inbox, connectors: registry }))
  const { id } = await connect(testApp, { token: 'the-token-of-the-account' })
  const { phone } = await createGift(testApp)
  const post = (path: string, token: string, fields: Record<string, string>) => {
    const payload = new URLSearchParams(fields).toString()
    const headers = {
      ...signTwilio(`${deployment.origin}${path}`, payload, token),
      'content-type': 'application/x-www-form-urlencoded',
    }
    return testApp.app.inject({ method: 'POST', url: path, headers, payload })
  }
  const stop = { From: phone, Body: 'STOP' }
  const inbound = `/sms/connections/${id}/inbound`
  assert.equal((await post(inbound, twilioAccount.token, stop)).statusCode, 401)
  assert.equal((await stateOf(testApp, (await createGift(testApp, phone)).id))?.state, 'queued')
  assert.equal((await post(inbound, 'the-token-of-the-account', stop)).statusCode, 200)
  const after = await createGift(testApp, phone)
  assert.equal((await stateOf(testApp, after.id))?.state, 'suppressed')
  const elsewhere = `/sms/connections/${testApp.account.id}/inbound`
  assert.equal((await post(elsewhere, 'the-token-of-the-account', stop)).statusCode, 404)
  assert.equal((await post('/sms/connections/x/inbound', 'x', stop)).statusCode, 404)
})

it('does not let a connection of one account change messages of another', async () => {
  const testApp = await createTestApp()
  const other = await testApp.createOtherAccount()
  await testApp.app.register(smsWebhook({ db: testApp.db, inbox: undefined, connectors: registry }))
  const gift = await createGift(testApp)
  await sendAll(openSender(testApp, installation))
  const ref = /status\/(\S+)$/.exec(shared.messages.at(-1)?.status_url ?? '')?.[1] ?? ''
  const foreign = await testApp.run(
    (ctx) =>
      connections.create(
        ctx,
        { kind: 'twilio', name: 'Twilio', settings: { ...settings, url: own.url } },
        registry,
      ),
    other.account.id,
  )
  const url = `/sms/connections/${foreign.id}/status/${ref}`
  const payload = 'MessageStatus=failed&ErrorCode=30003'
  const headers = {
    ...signTwilio(`${testApp.deployment.origin}${url}`, payload),
    'content-type': 'application/x-www-form-urlencoded',
  }
  const { statusCode } = await testApp.app.inject({ method: 'POST', url, headers, payload })
  assert.equal(statusCode, 204)
  assert.equal((await stateOf(testApp, gift.id))?.state, 'sent')
})
