import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { createServer } from '#app/http-server'
import { toRawMessage } from '#connectors/smtp'
import * as mail from '#email'
import { bounceWebhook, mailbox } from '#http/mailbox'
import { captureTransport } from '#platform/lib/mail-transport'
import { createLog } from '#platform/observability/log'
import { type Database, inTransaction } from '#platform/postgres/database'
import { createMigratedDatabase } from '#test/throwaway-database'
import { createAccount, openTestDatabase } from '#test/webhook-harness'

const sending = { from: { name: 'Bestow', email: 'gifts@example.com' }, bounceAddress: undefined }
const secret = 'a-long-random-text-of-32-characters'

let db: Database
let app: FastifyInstance
let account_id: string
let id: string

before(async () => {
  db = openTestDatabase((await createMigratedDatabase()).url)
  app = createServer(createLog({ level: 'silent' }))
  await app.register(mailbox({ db, sending, toRawMessage }))
  await app.register(bounceWebhook({ db, secret }))
  account_id = await createAccount(db)
  id = await inTransaction(db, account_id, async (ctx) => {
    const [sampleEmail] = mail.sampleEmails('http://localhost:3000')
    assert.equal(sampleEmail?.kind, 'invitation')
    return mail.enqueue(ctx, {
      ...sampleEmail,
      account_id,
      to: { name: '<Ada>', email: 'ada@example.org' },
      gift_request_id: '0192d3a4-0000-7000-8000-000000000001',
    })
  })
})
after(async () => {
  await app.close()
  await db.pool.end()
})

const get = (url: string, host = 'localhost:3000') =>
  app.inject({ method: 'GET', url, headers: { host } })

it('lists all emails, and shows each as its recipient sees it', async () => {
  const listed = await get('/mailbox')
  assert.equal(listed.statusCode, 200)
  assert.match(listed.body, new RegExp(`href="/mailbox/${id}"`))
  assert.match(listed.body, /<a href="\/">← Web app<\/a>/)
  assert.match(listed.body, /ada@<wbr>example<wbr>\.org</, 'the places where an address breaks')
  const one = await get(`/mailbox/${id}?scheme=dark&width=phone`)
  assert.match(one.body, /&lt;Ada&gt; &lt;ada@example\.org&gt;/)
  assert.match(one.body, /<iframe class="phone"[^>]+sandbox="allow-popups/)
  const text = await get(`/mailbox/${id}?part=text`)
  assert.match(text.body, /<a href="http:\/\/localhost:3000\/r\/4mWq8TzK2pVb7NcX1sYdRe"/)
  const source = await get(`/mailbox/${id}?part=source`)
  assert.match(source.body, /Message-ID: &lt;[0-9a-f]{32}\.\w{12}@example\.com&gt;/)
  assert.match(source.body, /Auto-Submitted: auto-generated/)
})

it('shows the HTML of an email in a sandbox', async () => {
  const dark = await get(`/mailbox/${id}/html?scheme=dark`)
  const policy = String(dark.headers['content-security-policy'])
  assert.match(policy, /^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'/)
  assert.doesNotMatch(policy, /allow-scripts|allow-same-origin/)
  assert.match(dark.body, /<base target="_blank">/)
  assert.match(dark.body, /@media all\{\.paper/)
  assert.match((await get(`/mailbox/${id}/html`)).body, /@media not all\{\.paper/)
})

it('is served for local host names only, and is not cached', async () => {
  assert.equal((await get('/mailbox', 'rebound.example.net')).statusCode, 404)
  assert.equal((await get('/mailbox', '127.0.0.1:3000')).statusCode, 200)
  const { headers } = await get('/mailbox')
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal(headers['referrer-policy'], 'no-referrer')
})

it('returns 404 for unknown emails', async () => {
  for (const path of [
    '/mailbox/nonsense',
    '/mailbox/0192d3a4-0000-7000-8000-000000000009',
    '/mailbox/x/html',
  ])
    assert.equal((await get(path)).statusCode, 404, path)
})

const report = (messageName: string) =>
  `To: gifts+${messageName}@example.com\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nFinal-Recipient: rfc822; ada@example.org\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--b--\r\n`

const postReport = (payload: string, authorization = `Bearer ${secret}`) =>
  app.inject({
    method: 'POST',
    url: '/mail/bounces',
    payload,
    headers: { authorization, 'content-type': 'message/rfc822' },
  })

it('the bounce webhook requires the secret, and ignores unknown messages', async () => {
  await mail.sendDue(db, captureTransport, sending)
  const source = (await get(`/mailbox/${id}?part=source`)).body
  const [, name = ''] = /&lt;([0-9a-f]{32}\.\w{12})@/.exec(source) ?? []
  for (const wrong of ['', 'Bearer', `Bearer ${secret}x`, `Basic ${secret}`])
    assert.equal((await postReport(report(name), wrong)).statusCode, 401)
  assert.deepEqual((await postReport('hello')).json(), { is_known: false })
  assert.deepEqual((await postReport(report(name.replace(/.$/, '_')))).json(), { is_known: false })
  assert.deepEqual((await postReport(report(name))).json(), { is_known: true })
  const found = await inTransaction(db, account_id, (ctx) => mail.find(ctx, id))
  assert.equal(found?.message.state, 'bounced')
})

it('the bounce webhook does not exist without a secret', async () => {
  const plainServer = createServer(createLog({ level: 'silent' }))
  await plainServer.register(bounceWebhook({ db, secret: undefined }))
  const response = await plainServer.inject({ method: 'POST', url: '/mail/bounces', payload: '' })
  assert.equal(response.statusCode, 404)
  await plainServer.close()
})
