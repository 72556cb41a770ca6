import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, before, beforeEach, it } from 'node:test'
import * as accounts from '#accounts'
import { captureTransport, type TlsMode } from '#platform/lib/mail-transport'
import { ALL_ACCOUNTS, type Database, inTransaction } from '#platform/postgres/database'
import { drain, eventually } from '#test/eventually'
import { pluck } from '#test/pluck'
import { createSelfSignedCertificate } from '#test/self-signed-certificate'
import { type SmtpScript, type SmtpServer, startSmtpServer } from '#test/smtp-server'
import { createSmtpTransport } from '#test/smtp-transport'
import { createMigratedDatabase } from '#test/throwaway-database'
import { createAccount, openTestDatabase } from '#test/webhook-harness'
import * as mail from '../index.ts'
import type { Email } from '../templates/template-data.ts'

const senderConfig: mail.SenderConfig = {
  from: { name: 'Bestow', email: 'gifts@example.com' },
  bounceAddress: 'bounces@example.com',
}
const limits: mail.SendLimits = { retryDelaysMs: [0, 0], timeoutMs: 5_000, leaseMs: 60_000 }

let url: string
let db: Database
let account_id: string
const cleanups: (() => unknown)[] = []

before(async () => {
  url = (await createMigratedDatabase()).url
  db = openTestDatabase(url)
})
beforeEach(async () => {
  await inTransaction(db, ALL_ACCOUNTS, (ctx) => ctx.query('delete from mail.message'))
  account_id = await createAccount(db)
})
after(async () => {
  for (const close of cleanups) await close()
  await db.pool.end()
})

const message = {
  subject: 'Für dich: “a gift” & more',
  body: 'Dear Ada,\n\n<b>not bold</b> & “quoted” — 👋\n.\nA line that begins with a dot, and one with 日本語.\n\n-- \nDana',
}

const invitation = (more: Partial<Email> = {}): Email =>
  ({
    account_id,
    kind: 'invitation',
    to: { name: 'Ada King', email: 'ada@example.org' },
    gift_request_id: '0192d3a4-0000-7000-8000-000000000001',
    data: {
      first_name: 'Ada',
      name: 'Ada King',
      reference: 'GR-7K3M9QTX',
      sender: { name: 'Dana Lee', email: 'dana@larkfield.example' },
      url: 'http://localhost:3000/r/abc',
      web_url: 'http://localhost:3000/gift-requests/1',
      expires_at: '2026-05-01T10:00:00.000Z',
      message,
    },
    ...more,
  }) as Email

const enqueue = (email: Email) =>
  inTransaction(db, account_id, async (ctx) => mail.enqueue(ctx, email))

const findMessage = (id: string) =>
  inTransaction(db, account_id, async (ctx) => (await mail.find(ctx, id))?.message)

async function startServer(script?: SmtpScript): Promise<SmtpServer> {
  const started = await startSmtpServer(script)
  cleanups.push(() => started.close())
  return started
}

function openTransport({ url }: { url: string }, tls: TlsMode = 'offered', ca?: string) {
  const transport = createSmtpTransport({
    url,
    tls,
    maxConnections: 3,
    ...(ca === undefined ? {} : { ca }),
  })
  cleanups.unshift(() => transport.close())
  return transport
}

const send = (transport: ReturnType<typeof openTransport>, sendLimits: mail.SendLimits = limits) =>
  mail.sendDue(db, transport, senderConfig, sendLimits)

it('sends the sender’s text byte for byte, with a return path for bounces', async () => {
  const smtp = await startServer()
  const id = await enqueue(invitation())
  assert.equal(await send(openTransport(smtp)), 1)
  const [taken] = smtp.received
  assert.ok(taken)
  const { parsed, from, to } = taken
  assert.equal(parsed.subject, message.subject)
  assert.ok(parsed.text?.startsWith(message.body), parsed.text)
  assert.match(String(parsed.html), /&lt;b&gt;not bold&lt;\/b&gt; &amp; “quoted” — 👋/)
  assert.doesNotMatch(String(parsed.html), /<b>not bold/)
  assert.match(String(parsed.html), /href="http:\/\/localhost:3000\/r\/abc"/)
  assert.equal(parsed.from?.text, '"Dana Lee at Acme" <gifts@example.com>')
  assert.equal(parsed.replyTo?.text, '"Dana Lee" <dana@larkfield.example>')
  assert.equal(to, 'ada@example.org')
  const ref = mail.parseMessageRef(parsed.messageId ?? '')
  assert.equal(ref?.id, id)
  assert.equal(from, `bounces+${id.replaceAll('-', '')}.${ref?.code}@example.com`)
  assert.equal(parsed.headers.get('auto-submitted'), 'auto-generated')
  assert.match(taken.source, /^List-Unsubscribe: <http:\/\/localhost:3000\/r\/abc\/decline>\r$/m)
  const sent = await findMessage(id)
  assert.equal(sent?.state, 'sent')
  assert.equal(sent.attempts, 1)
})

it('applies the account’s brand, and its sender name where an admin has set one', async () => {
  const brand = { brand_color: '#0b5d3b', logo_url: 'https://example.com/logo.png' }
  await inTransaction(db, account_id, (ctx) =>
    accounts.updateSettings(ctx, { ...brand, sender_name: 'Larkfield Gifts' }, () => {}),
  )
  const smtp = await startServer()
  await enqueue(invitation())
  assert.equal(await send(openTransport(smtp)), 1)
  const parsed = smtp.received[0]?.parsed
  assert.equal(parsed?.from?.text, '"Dana Lee at Larkfield Gifts" <gifts@example.com>')
  const html = String(parsed?.html)
  assert.ok(
    html.includes('#0b5d3b') && html.includes(brand.logo_url) && html.includes('Larkfield Gifts'),
  )
})

it('retries a temporary rejection with the same Message-ID', async () => {
  const smtp = await startServer({
    onContent: (time) => (time === 1 ? { code: 451, text: 'come back later' } : undefined),
  })
  const id = await enqueue(invitation())
  const transport = openTransport(smtp)
  await send(transport)
  const queued = await findMessage(id)
  assert.equal(queued?.state, 'queued')
  assert.match(queued.error ?? '', /451.*come back later/)
  await send(transport)
  assert.equal((await findMessage(id))?.state, 'sent')
  assert.equal((await findMessage(id))?.attempts, 2)
  assert.equal(mail.parseMessageRef(smtp.received[0]?.parsed.messageId ?? '')?.id, id)
})

it('bounces on an invalid address, notifies the sender, and suppresses further emails', async () => {
  const smtp = await startServer({
    onRecipient: (to) =>
      to === 'ada@example.org' ? { code: 550, text: '5.1.1 no such user' } : undefined,
  })
  const transport = openTransport(smtp)
  const queued = await enqueue(invitation({ dedup_key: 'second' }))
  const id = await enqueue(invitation())
  await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
    ctx.query("update mail.message set due_at = now() + interval '1 hour' where id = $1", [queued]),
  )
  await send(transport)
  const bounced = await findMessage(id)
  assert.equal(bounced?.state, 'bounced')
  assert.match(bounced.error ?? '', /no such user/)
  assert.equal((await findMessage(queued))?.state, 'suppressed')
  assert.equal((await findMessage(await enqueue(invitation())))?.state, 'suppressed')
  await send(transport)
  assert.deepEqual(
    smtp.received.map((each) => [each.to, each.parsed.subject]),
    [['dana@larkfield.example', 'An email to Ada King wasn’t delivered']],
  )
  // sending it again clears the bounce
  const resentId = await inTransaction(db, account_id, (ctx) => mail.resend(ctx, id))
  assert.equal((await findMessage(resentId ?? ''))?.state, 'queued')
  await send(transport)
  assert.equal((await findMessage(resentId ?? ''))?.state, 'bounced')
})

it('does not suppress the address after a policy rejection', async () => {
  const smtp = await startServer({
    onContent: (time) => (time === 1 ? { code: 554, text: '5.7.1 looks like spam' } : undefined),
  })
  const id = await enqueue(invitation())
  await send(openTransport(smtp))
  assert.equal((await findMessage(id))?.state, 'bounced')
  assert.equal((await findMessage(await enqueue(invitation())))?.state, 'queued')
})

it('times out on a silent server', async () => {
  for (const script of [{ isSilent: true }, { onRecipient: () => 'hang' as const }]) {
    const smtp = await startServer(script)
    const id = await enqueue(invitation())
    await send(openTransport(smtp), { ...limits, retryDelaysMs: [3_600_000], timeoutMs: 200 })
    const queued = await findMessage(id)
    assert.equal(queued?.state, 'queued')
    assert.equal(queued.attempts, 1)
    assert.ok((queued.error ?? '') !== '')
    assert.equal(smtp.received.length, 0)
  }
})

it('sends a second copy with the same Message-ID when the connection is lost after the content', async () => {
  const smtp = await startServer({ onContent: (time) => (time === 1 ? 'hang up' : undefined) })
  const id = await enqueue(invitation())
  const transport = openTransport(smtp)
  await send(transport)
  assert.equal(smtp.contentCount(), 1)
  assert.equal((await findMessage(id))?.state, 'queued')
  await send(transport)
  assert.equal((await findMessage(id))?.state, 'sent')
  assert.equal(mail.parseMessageRef(smtp.received[0]?.parsed.messageId ?? '')?.id, id)
})

it('requires TLS with a trusted certificate, and sends nothing without', async () => {
  const tls = createSelfSignedCertificate()
  const secure = await startServer({ tls })
  const first = await enqueue(invitation())
  await send(openTransport(secure, 'required', tls.cert))
  assert.equal((await findMessage(first))?.state, 'sent')
  assert.equal(secure.received[0]?.isSecure, true)

  const retryLater = { ...limits, retryDelaysMs: [3_600_000] }
  const untrusted = await enqueue(invitation())
  await send(openTransport(secure, 'required'), retryLater)
  assert.equal((await findMessage(untrusted))?.state, 'queued')

  const plainServer = await startServer()
  const second = await enqueue(invitation())
  await send(openTransport(plainServer, 'required'), retryLater)
  assert.equal((await findMessage(second))?.state, 'queued')
  assert.equal(plainServer.received.length, 0)
})

it('retries during an outage, and fails after the last attempt', async () => {
  const id = await enqueue(invitation())
  const unreachable = openTransport({ url: 'smtp://localhost:9' })
  for (let time = 1; time <= 3; time++) await send(unreachable)
  const failed = await findMessage(id)
  assert.equal(failed?.state, 'failed')
  assert.equal(failed.attempts, 3)
  assert.match(failed.error ?? '', /ECONNREFUSED/)
  assert.equal((await findMessage(await enqueue(invitation())))?.state, 'queued')
})

it('sends each email once from two concurrent processes', async () => {
  const smtp = await startServer()
  await inTransaction(db, account_id, async (ctx) =>
    mail.enqueueAll(
      ctx,
      Array.from({ length: 40 }, (_, n) =>
        invitation({ to: { name: '', email: `ada${n}@example.org` } }),
      ),
    ),
  )
  const transports = [openTransport(smtp), openTransport(smtp)]
  await Promise.all(transports.map((transport) => drain(() => send(transport))))
  const recipients = smtp.received.map(({ to }) => to).filter((to) => /^ada\d/.test(to))
  assert.equal(new Set(recipients).size, 40)
  assert.equal(recipients.length, 40)
  assert.ok(smtp.connections() <= 6, `${smtp.connections()} connections`)
})

it('prevents header injection from user input', async () => {
  const smtp = await startServer()
  const injection = 'x\r\nBcc: victim@example.net\r\n\r\n<script>alert(1)</script>'
  const base = invitation()
  const data = base.kind === 'invitation' ? base.data : assert.fail()
  await enqueue(
    invitation({
      to: { name: injection, email: 'ada@example.org' },
      data: {
        ...data,
        first_name: injection,
        name: injection,
        sender: { name: injection, email: 'dana@larkfield.example' },
        message: { subject: injection, body: injection },
      },
    } as Partial<Email>),
  )
  await send(openTransport(smtp))
  const [taken] = smtp.received
  assert.ok(taken)
  assert.equal(taken.to, 'ada@example.org')
  assert.equal(taken.parsed.bcc, undefined)
  assert.doesNotMatch(taken.source.split('\r\n\r\n')[0] ?? '', /^Bcc:/im)
  assert.doesNotMatch(String(taken.parsed.html), /<script>/)
  assert.equal(taken.parsed.subject, 'x Bcc: victim@example.net <script>alert(1)</script>')
})

it('rejects an address that contains more than an address', async () => {
  const smtp = await startServer()
  for (const email of [
    'ada@example.org\r\nRCPT TO:<victim@example.net>',
    'ada@example.org, victim@example.net',
    'ada@example.org> <victim@example.net',
  ]) {
    const id = await enqueue(invitation({ to: { name: 'Ada', email } }))
    await send(openTransport(smtp))
    assert.equal((await findMessage(id))?.state, 'bounced', email)
  }
  assert.ok(!smtp.received.some(({ to }) => to.includes('victim')))
})

it('resends after a process is killed between sending and settling', async () => {
  const smtp = await startServer({ onContent: (time) => (time === 1 ? 'hang' : undefined) })
  const id = await enqueue(invitation())
  const sender = spawn(process.execPath, ['test/support/mail-sender-process.ts', url, smtp.url], {
    stdio: 'inherit',
  })
  await eventually(() => smtp.contentCount() === 1)
  sender.kill('SIGKILL')
  await once(sender, 'exit')
  assert.equal((await findMessage(id))?.state, 'queued')
  const other = openTransport(smtp)
  await eventually(async () => {
    await send(other)
    return smtp.received.length === 1
  })
  assert.equal((await findMessage(id))?.state, 'sent')
  assert.equal((await findMessage(id))?.attempts, 2)
})

it('ignores a result that settles after its lease was claimed by another process', async () => {
  const smtp = await startServer({ onContent: (time) => (time === 1 ? 'hang' : undefined) })
  const id = await enqueue(invitation())
  const slowSend = mail.sendDue(db, openTransport(smtp), senderConfig, {
    ...limits,
    timeoutMs: 1_000,
    leaseMs: 1,
  })
  await eventually(() => smtp.contentCount() === 1)
  await send(openTransport(smtp))
  await slowSend
  assert.equal((await findMessage(id))?.state, 'sent')
  assert.equal(smtp.received.length, 1)
})

it('marks captured emails as sent, where the transport only captures', async () => {
  const id = await enqueue(invitation())
  await mail.sendDue(db, captureTransport, senderConfig, limits)
  assert.equal((await findMessage(id))?.state, 'sent')
})

it('sends urgent emails before all others', async () => {
  const smtp = await startServer()
  await enqueue(invitation())
  await enqueue({
    account_id,
    kind: 'reset_password',
    to: { name: '', email: 'sam@example.org' },
    data: { url: 'http://localhost:3000/reset', minutes: 30 },
  })
  const singleConnection = { ...openTransport(smtp), concurrency: 1 }
  await send(singleConnection)
  assert.deepEqual(pluck(smtp.received, 'to'), ['sam@example.org'])
  await send(singleConnection)
})

it('sends one email of each account before the second of any', async () => {
  const otherAccount = await createAccount(db)
  const emails = Array.from({ length: 12 }, (_, n) =>
    invitation({
      account_id: otherAccount,
      gift_request_id: `0192d3a4-0000-7000-8000-${String(n).padStart(12, '0')}`,
    }),
  )
  await inTransaction(db, otherAccount, async (ctx) => mail.enqueueAll(ctx, emails))
  const id = await enqueue(invitation())
  const smtp = await startServer()
  assert.equal(await send(openTransport(smtp)), 3)
  assert.equal((await findMessage(id))?.state, 'sent')
})

it('defers an email whose result cannot be saved, and fails it after the last attempt', async () => {
  const corruptId = await enqueue(invitation())
  await inTransaction(db, account_id, (ctx) =>
    ctx.query(`update mail.message set encrypted_payload = '\\x00' where id = $1`, [corruptId]),
  )
  const transport = openTransport(await startServer())
  for (let n = 0; n < 2; n += 1) assert.equal(await send(transport), 1)
  await assert.rejects(send(transport))
  assert.equal(await send(transport), 0)
  const [row] = await inTransaction(db, account_id, (ctx) =>
    ctx.query<{ state: string }>('select state from mail.message where id = $1', [corruptId]),
  )
  assert.equal(row?.state, 'failed')
})
