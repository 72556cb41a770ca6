import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import * as accounts from '#accounts'
import { connectors } from '#app/connectors'
import * as connections from '#connections'
import { createSmtpTransport } from '#connectors/smtp'
import { ApiError } from '#contract'
import * as mail from '#email'
import * as gifting from '#gifting'
import { createTestApp, giftBody, type TestApp } from '#test/api-harness'
import { type SmtpScript, startSmtpServer } from '#test/smtp-server'
import { verifyDkim } from '#test/verify-dkim'
import { startZoneServer } from '#test/zone-server'

/* Accounts that send emails from addresses of their own, through the server of the installation or through their own. */

const zone = await startZoneServer()
const script: SmtpScript = {}
const [shared, own] = [await startSmtpServer(), await startSmtpServer(script)]
const installation = createSmtpTransport({ url: shared.url, tls: 'none', maxConnections: 2 })
after(async () => {
  installation.close()
  await Promise.all([shared.close(), own.close(), zone.close()])
})
const outbound = { allowPrivate: true } as const
const registry = connections.createRegistry(connectors, { outbound })
const config = {
  from: { name: 'Bestow', email: 'gifts@bestow.example' },
  bounceAddress: 'bounces@bestow.example',
}
const limits: mail.SendLimits = { retryDelaysMs: [0, 0, 0], timeoutMs: 5_000, leaseMs: 60_000 }

async function createApp(stage: 'staging' | 'production' = 'staging') {
  const testApp = await createTestApp({ stage })
  Object.assign(testApp.deployment, { nameServers: [zone.address] })
  return testApp
}
const openSender = ({ db }: TestApp, server: mail.MailTransport | null = installation) => {
  const email = server ?? undefined
  const sender = mail.createSender(db, { email, connectors: registry }, config, { limits })
  after(() => sender.close())
  return sender
}

async function prove(testApp: TestApp, name: string, account_id?: string) {
  const row = await testApp.run((ctx) => accounts.addDomain(ctx, name), account_id)
  const record = accounts.challengeRecord(row)
  zone.texts.set(record.name, [record.value])
  await accounts.checkDomain((run) => testApp.run(run, account_id), row.id)
  return row
}

async function useSender(testApp: TestApp, email: string, account_id?: string) {
  const sender = await testApp.run((ctx) => mail.saveSender(ctx, email), account_id)
  const { name, value } = mail.dkimRecord(sender)
  zone.texts.set(name, [value])
  await testApp.run((ctx) => mail.enableSender(ctx, true), account_id)
  return sender
}

const connectOwn = (testApp: TestApp, more: object = {}) =>
  testApp.run((ctx) => {
    const settings = { host: '127.0.0.1', port: Number(new URL(own.url).port), security: 'none' }
    const connection = { kind: 'smtp', name: 'Own', settings: { ...settings, ...more } }
    return connections.create(ctx, connection, registry)
  })

let count = 0
async function sendGift(testApp: TestApp, sender: ReturnType<typeof openSender>) {
  const email = `ada${++count}@example.org`
  const recipient = { first_name: 'Ada', last_name: 'King', email }
  const { json } = await testApp.api.post('/gift_requests', giftBody(testApp, { recipient }))
  await testApp.advanceTime()
  while ((await sender.round()) > 0);
  const [message] = await testApp.run((ctx) => gifting.listRecipientEmails(ctx, json.id))
  return { email, message }
}

it('sends from the address of the account through the server of the installation, signed', async () => {
  const testApp = await createApp()
  await prove(testApp, 'larkfield.example')
  const row = await useSender(testApp, 'hello@mail.larkfield.example')
  const { email, message } = await sendGift(testApp, openSender(testApp))
  const received = shared.received.find(({ to }) => to === email)
  assert.ok(received)
  assert.match(received.parsed.from?.text ?? '', /<hello@mail\.larkfield\.example>$/)
  assert.match(received.parsed.messageId ?? '', /@mail\.larkfield\.example>$/)
  assert.match(received.from, /^bounces\+[0-9a-f]{32}\.\w{12}@bestow\.example$/)
  const { value } = mail.dkimRecord(row)
  const domain = 'mail.larkfield.example'
  assert.deepEqual(verifyDkim(received.source, value), { domain, isValid: true })
  const altered = received.source.replace('Subject: ', 'Subject: x')
  assert.equal(verifyDkim(altered, value).isValid, false)
  const ref = mail.parseMessageRef(received.from)
  assert.equal(ref?.id, message?.id)
})

it('sends through the own server, and nothing of it reaches another account', async () => {
  const testApp = await createApp()
  const other = await testApp.createOtherAccount()
  await prove(testApp, 'birch.example')
  await useSender(testApp, 'gifts@birch.example')
  await connectOwn(testApp)
  const sender = openSender(testApp)
  const { email } = await sendGift(testApp, sender)
  assert.equal(own.received.at(-1)?.to, email)
  assert.equal(
    shared.received.some(({ to }) => to === email),
    false,
  )
  await testApp.run(
    async (ctx) =>
      mail.enqueue(ctx, {
        ...{ account_id: other.account.id, kind: 'reset_password' },
        to: { name: 'Eve', email: 'eve@other.example' },
        data: { url: 'http://localhost:3000/x', minutes: 30 },
      }),
    other.account.id,
  )
  while ((await sender.round()) > 0);
  const foreign = shared.received.at(-1)
  assert.equal(foreign?.to, 'eve@other.example')
  assert.doesNotMatch(foreign?.source ?? '', /birch/i)
})

it('waits while the own server refuses, and never sends from another address', async () => {
  const testApp = await createApp()
  await prove(testApp, 'cedar.example')
  await useSender(testApp, 'gifts@cedar.example')
  const { id } = await connectOwn(testApp)
  const before = shared.received.length
  script.onRecipient = () => ({ code: 451, text: '4.7.1 try later' })
  const failed = await sendGift(testApp, openSender(testApp))
  delete script.onRecipient
  assert.match(failed.message?.error ?? '', /try later/)
  const failing = await testApp.run((ctx) => connections.findFailing(ctx))
  assert.deepEqual(
    failing.map((each) => each.id),
    [id],
  )
  await testApp.run((ctx) => connections.change(ctx, id, { enabled: false }, registry))
  const waiting = await sendGift(testApp, openSender(testApp))
  assert.match(waiting.message?.error ?? '', /Own is disabled/)
  assert.equal(shared.received.length, before)
  const reset = { url: 'http://localhost:3000/x', minutes: 30 }
  await testApp.run(async (ctx) =>
    mail.enqueue(ctx, {
      ...{ account_id: testApp.account.id, kind: 'reset_password', data: reset },
      to: { name: 'Dana', email: 'dana@cedar.example' },
    }),
  )
  const sender = openSender(testApp)
  while ((await sender.round()) > 0);
  assert.equal(shared.received.at(-1)?.to, 'dana@cedar.example', 'the password can be reset')
})

it('waits when the domain is no longer proven', async () => {
  const testApp = await createApp()
  const domain = await prove(testApp, 'dogwood.example')
  await useSender(testApp, 'gifts@dogwood.example')
  await testApp.run((ctx) => accounts.removeDomain(ctx, domain.id))
  const { message } = await sendGift(testApp, openSender(testApp))
  assert.match(message?.error ?? '', /dogwood\.example is no longer proven/)
})

it('sends with the own server where the installation has none', async () => {
  const testApp = await createApp('production')
  const sender = openSender(testApp, null)
  const queued = await sendGift(testApp, sender)
  assert.deepEqual([queued.message?.state, queued.message?.attempts], ['queued', 0])
  await prove(testApp, 'elm.example')
  await useSender(testApp, 'gifts@elm.example')
  await connectOwn(testApp)
  const { email } = await sendGift(testApp, sender)
  assert.equal(own.received.at(-1)?.to, email)
})

it('accepts only addresses of proven domains of the account', async () => {
  const testApp = await createApp()
  const other = await testApp.createOtherAccount()
  await prove(testApp, 'fir.example', other.account.id)
  for (const email of [
    'gifts@fir.example',
    'gifts@',
    'x',
    'a@b@fir.example',
    'a\r\nBcc: b@fir.example',
  ])
    await assert.rejects(
      testApp.run((ctx) => mail.saveSender(ctx, email)),
      (error) => error instanceof ApiError && error.fieldErrors[0]?.param === 'email',
      email,
    )
})

it('says what is wrong with the records', async () => {
  const testApp = await createApp()
  await prove(testApp, 'gum.example')
  const row = await testApp.run((ctx) => mail.saveSender(ctx, 'gifts@gum.example'))
  const { name, value } = mail.dkimRecord(row)
  const dmarc = '_dmarc.gum.example'
  const check = async (texts: Record<string, readonly string[]>, hasOwnServer = true) => {
    for (const key of [name, dmarc, 'gum.example', `${name}.gum.example`]) zone.texts.delete(key)
    for (const [key, records] of Object.entries(texts)) zone.texts.set(key, records)
    const records = await mail.checkRecords(row, hasOwnServer, testApp.deployment)
    return Object.fromEntries(records.map(({ kind, problem }) => [kind, problem]))
  }
  const spf = (text: string) => ({ 'gum.example': [text] })
  const good = { [name]: [value], [dmarc]: ['v=DMARC1; p=reject'] }
  for (let n = 0; n < 12; n++)
    zone.texts.set(`spf${n}.example`, [`v=spf1 include:spf${n + 1}.example ~all`])
  zone.texts.set('loop.example', ['v=spf1 include:loop.example ~all'])
  const rows: [Record<string, readonly string[]>, string, string | null][] = [
    [{}, 'spf', 'missing'],
    [spf('v=spf1 ip4:192.0.2.1 -all'), 'spf', null],
    [{ 'gum.example': ['v=spf1 -all', 'v=spf1 ~all'] }, 'spf', 'several'],
    [spf('v=spf1 include:spf0.example ~all'), 'spf', 'too_many_lookups'],
    [spf('v=spf1 include:loop.example ~all'), 'spf', 'too_many_lookups'],
    [spf('v=spf1 include:nowhere.example ~all'), 'spf', 'invalid'],
    [spf('v=spf1 includ:x ~all'), 'spf', 'invalid'],
    [{}, 'dkim', 'missing'],
    [good, 'dkim', null],
    [{ [name]: [value.replace(/p=.{9}/, 'p=AAAAAAAAA')] }, 'dkim', 'other_key'],
    [{ [name]: ['v=DKIM1; p='] }, 'dkim', 'revoked'],
    [{ [name]: ['hello'] }, 'dkim', 'invalid'],
    [{ [name]: [value, value] }, 'dkim', 'several'],
    [{ [`${name}.gum.example`]: [value] }, 'dkim', 'doubled_name'],
    [{}, 'dmarc', 'missing'],
    [good, 'dmarc', null],
    [{ [dmarc]: ['v=DMARC1; p=quarantine'] }, 'dmarc', 'would_reject'],
    [{ [dmarc]: ['v=DMARC1; p=none'] }, 'dmarc', null],
    [{ [dmarc]: ['v=DMARC1; p=maybe'] }, 'dmarc', 'invalid'],
    [{ [dmarc]: ['v=DMARC1; p=none', 'v=DMARC1; p=none'] }, 'dmarc', 'several'],
  ]
  for (const [texts, kind, problem] of rows)
    assert.equal((await check(texts))[kind], problem, JSON.stringify(texts))
  assert.equal((await check({}, false)).spf, null, 'SPF of the installation counts')
  zone.failure = 'broken'
  assert.deepEqual(await check({}), { spf: 'dns_failed', dkim: 'dns_failed', dmarc: 'dns_failed' })
  zone.failure = undefined
})
