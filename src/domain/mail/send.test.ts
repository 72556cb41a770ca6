import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, before, beforeEach, it } from 'node:test'
import * as access from '#access'
import * as mail from '#mail'
import { ALL_ACCOUNTS, type Database, inTransaction } from '#platform/postgres'
import { captureTransport, createSmtpTransport, type TlsMode } from '#platform/smtp'
import { selfSigned } from '#test/certificate'
import { freshDatabase } from '#test/database'
import { type MailServer, type Script, startMailServer, until } from '#test/mail-server'
import { newAccount, openTestDatabase } from '#test/webhook-world'
import type { Letter } from './letters.ts'

const sending: mail.Sending = {
  from: { name: 'Bestow', email: 'gifts@example.com' },
  bounceAddress: 'bounces@example.com',
}
const pace: mail.Pace = { retryDelays: [0, 0], deadline: 5_000, lease: 60_000 }

let url: string
let db: Database
let account_id: string
const closing: (() => unknown)[] = []

before(async () => {
  url = (await freshDatabase()).url
  db = openTestDatabase(url)
})
beforeEach(async () => {
  await inTransaction(db, ALL_ACCOUNTS, (ctx) => ctx.query('delete from mail.message'))
  account_id = await newAccount(db)
})
after(async () => {
  for (const close of closing) await close()
  await db.pool.end()
})

const message = {
  subject: 'Für dich: “a gift” & more',
  body: 'Dear Ada,\n\n<b>not bold</b> & “quoted” — 👋\n.\nA line that begins with a dot, and one with 日本語.\n\n-- \nDana',
}

const invitation = (more: Partial<Letter> = {}): Letter =>
  ({
    account_id,
    kind: 'invitation',
    to: { name: 'Ada King', email: 'ada@example.org' },
    gift_request_id: '0192d3a4-0000-7000-8000-000000000001',
    facts: {
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
  }) as Letter

const post = (letter: Letter) =>
  inTransaction(db, account_id, async (ctx) => mail.post(ctx, letter))

const look = (id: string) =>
  inTransaction(db, account_id, async (ctx) => (await mail.find(ctx, id))?.message)

async function server(script?: Script): Promise<MailServer> {
  const started = await startMailServer(script)
  closing.push(() => started.close())
  return started
}

function transportTo({ url }: { url: string }, tls: TlsMode = 'offered', ca?: string) {
  const transport = createSmtpTransport({
    url,
    tls,
    maxConnections: 3,
    ...(ca === undefined ? {} : { ca }),
  })
  closing.unshift(() => transport.close())
  return transport
}

const send = (transport: ReturnType<typeof transportTo>, at: mail.Pace = pace) =>
  mail.sendDue(db, transport, sending, at)

it('hands over what the sender wrote, byte for byte, in an envelope that says where refusals go', async () => {
  const smtp = await server()
  const id = await post(invitation())
  assert.equal(await send(transportTo(smtp)), 1)
  const [taken] = smtp.taken
  assert.ok(taken)
  const { parsed, from, to } = taken
  assert.equal(parsed.subject, message.subject)
  assert.ok(parsed.text?.startsWith(message.body), parsed.text)
  assert.match(String(parsed.html), /&lt;b&gt;not bold&lt;\/b&gt; &amp; “quoted” — 👋/)
  assert.doesNotMatch(String(parsed.html), /<b>not bold/)
  assert.match(String(parsed.html), /href="http:\/\/localhost:3000\/r\/abc"/)
  assert.equal(parsed.from?.text, '"Dana Lee" <gifts@example.com>')
  assert.equal(parsed.replyTo?.text, '"Dana Lee" <dana@larkfield.example>')
  assert.equal(to, 'ada@example.org')
  const named = mail.namedIn(parsed.messageId ?? '')
  assert.equal(named?.id, id)
  assert.equal(from, `bounces+${id.replaceAll('-', '')}.${named?.code}@example.com`)
  assert.equal(parsed.headers.get('auto-submitted'), 'auto-generated')
  assert.match(taken.source, /^List-Unsubscribe: <http:\/\/localhost:3000\/r\/abc\/decline>\r$/m)
  const sent = await look(id)
  assert.equal(sent?.state, 'sent')
  assert.equal(sent.attempts, 1)
})

it('wears the account’s brand, and is from the giver and the account, where an admin has said so', async () => {
  const brand = { brand_color: '#0b5d3b', logo_url: 'https://example.com/logo.png' }
  await inTransaction(db, account_id, (ctx) =>
    access.updateSettings(ctx, { ...brand, sender_name: 'Larkfield Gifts' }, () => {}),
  )
  const smtp = await server()
  await post(invitation())
  assert.equal(await send(transportTo(smtp)), 1)
  const parsed = smtp.taken[0]?.parsed
  assert.equal(parsed?.from?.text, '"Dana Lee, Larkfield Gifts" <gifts@example.com>')
  const html = String(parsed?.html)
  assert.ok(
    html.includes('#0b5d3b') && html.includes(brand.logo_url) && html.includes('Larkfield Gifts'),
  )
})

it('tries again when the server says later, with the same Message-ID', async () => {
  const smtp = await server({
    onContent: (time) => (time === 1 ? { code: 451, text: 'come back later' } : undefined),
  })
  const id = await post(invitation())
  const transport = transportTo(smtp)
  await send(transport)
  const waiting = await look(id)
  assert.equal(waiting?.state, 'queued')
  assert.match(waiting.error ?? '', /451.*come back later/)
  await send(transport)
  assert.equal((await look(id))?.state, 'sent')
  assert.equal((await look(id))?.attempts, 2)
  assert.equal(mail.namedIn(smtp.taken[0]?.parsed.messageId ?? '')?.id, id)
})

it('takes a refusal of the address for an answer: the sender hears of it, and nothing more goes there', async () => {
  const smtp = await server({
    onRecipient: (to) =>
      to === 'ada@example.org' ? { code: 550, text: '5.1.1 nobody of that name' } : undefined,
  })
  const transport = transportTo(smtp)
  const waiting = await post(invitation({ slot: 'second' }))
  const id = await post(invitation())
  await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
    ctx.query("update mail.message set due_at = now() + interval '1 hour' where id = $1", [
      waiting,
    ]),
  )
  await send(transport)
  const bounced = await look(id)
  assert.equal(bounced?.state, 'bounced')
  assert.match(bounced.error ?? '', /nobody of that name/)
  assert.equal((await look(waiting))?.state, 'suppressed')
  assert.equal((await look(await post(invitation())))?.state, 'suppressed')
  await send(transport)
  assert.deepEqual(
    smtp.taken.map((each) => [each.to, each.parsed.subject]),
    [['dana@larkfield.example', 'A message to Ada King did not arrive']],
  )
  const again = await inTransaction(db, account_id, (ctx) =>
    mail.resend(ctx, id, { to: 'ada.king@example.org' }),
  )
  await send(transport)
  assert.equal((await look(again ?? ''))?.state, 'sent')
  assert.equal(smtp.taken.at(-1)?.to, 'ada.king@example.org')
})

it('does not hold a policy against the address', async () => {
  const smtp = await server({
    onContent: (time) => (time === 1 ? { code: 554, text: '5.7.1 looks like spam' } : undefined),
  })
  const id = await post(invitation())
  await send(transportTo(smtp))
  assert.equal((await look(id))?.state, 'bounced')
  assert.equal((await look(await post(invitation())))?.state, 'queued')
})

it('gives a server that hangs up on waiting its time, and no more', async () => {
  for (const script of [{ isSilent: true }, { onRecipient: () => 'hang' as const }]) {
    const smtp = await server(script)
    const id = await post(invitation())
    await send(transportTo(smtp), { ...pace, retryDelays: [3_600_000], deadline: 200 })
    const waiting = await look(id)
    assert.equal(waiting?.state, 'queued')
    assert.equal(waiting.attempts, 1)
    assert.ok((waiting.error ?? '') !== '')
    assert.equal(smtp.taken.length, 0)
  }
})

it('sends a second copy under the same name when the connection is lost after the content', async () => {
  const smtp = await server({ onContent: (time) => (time === 1 ? 'hang up' : undefined) })
  const id = await post(invitation())
  const transport = transportTo(smtp)
  await send(transport)
  assert.equal(smtp.heard(), 1)
  assert.equal((await look(id))?.state, 'queued')
  await send(transport)
  assert.equal((await look(id))?.state, 'sent')
  assert.equal(mail.namedIn(smtp.taken[0]?.parsed.messageId ?? '')?.id, id)
})

it('speaks TLS when it has to, with a server it can trust, and otherwise not at all', async () => {
  const tls = selfSigned()
  const secure = await server({ tls })
  const first = await post(invitation())
  await send(transportTo(secure, 'required', tls.cert))
  assert.equal((await look(first))?.state, 'sent')
  assert.equal(secure.taken[0]?.isSecure, true)

  const later = { ...pace, retryDelays: [3_600_000] }
  const untrusted = await post(invitation())
  await send(transportTo(secure, 'required'), later)
  assert.equal((await look(untrusted))?.state, 'queued')

  const plain = await server()
  const second = await post(invitation())
  await send(transportTo(plain, 'required'), later)
  assert.equal((await look(second))?.state, 'queued')
  assert.equal(plain.taken.length, 0)
})

it('survives an outage, and gives up when it lasts too long', async () => {
  const id = await post(invitation())
  const nobody = transportTo({ url: 'smtp://localhost:9' })
  for (let time = 1; time <= 3; time++) await send(nobody)
  const failed = await look(id)
  assert.equal(failed?.state, 'failed')
  assert.equal(failed.attempts, 3)
  assert.match(failed.error ?? '', /ECONNREFUSED/)
  assert.equal((await look(await post(invitation())))?.state, 'queued')
})

it('lets two processes send side by side, each letter once', async () => {
  const smtp = await server()
  await inTransaction(db, account_id, async (ctx) =>
    mail.postAll(
      ctx,
      Array.from({ length: 40 }, (_, n) =>
        invitation({ to: { name: '', email: `ada${n}@example.org` } }),
      ),
    ),
  )
  const nodes = [transportTo(smtp), transportTo(smtp)]
  const drain = async (node: ReturnType<typeof transportTo>) => {
    while ((await send(node)) > 0);
  }
  await Promise.all(nodes.map(drain))
  const reached = smtp.taken.map(({ to }) => to).filter((to) => /^ada\d/.test(to))
  assert.equal(new Set(reached).size, 40)
  assert.equal(reached.length, 40)
  assert.ok(smtp.connections() <= 6, `${smtp.connections()} connections`)
})

it('keeps every header to its line, whatever somebody has put into it', async () => {
  const smtp = await server()
  const evil = 'x\r\nBcc: victim@example.net\r\n\r\n<script>alert(1)</script>'
  const base = invitation()
  const facts = base.kind === 'invitation' ? base.facts : assert.fail()
  await post(
    invitation({
      to: { name: evil, email: 'ada@example.org' },
      facts: {
        ...facts,
        first_name: evil,
        name: evil,
        sender: { name: evil, email: 'dana@larkfield.example' },
        message: { subject: evil, body: evil },
      },
    } as Partial<Letter>),
  )
  await send(transportTo(smtp))
  const [taken] = smtp.taken
  assert.ok(taken)
  assert.equal(taken.to, 'ada@example.org')
  assert.equal(taken.parsed.bcc, undefined)
  assert.doesNotMatch(taken.source.split('\r\n\r\n')[0] ?? '', /^Bcc:/im)
  assert.doesNotMatch(String(taken.parsed.html), /<script>/)
  assert.equal(taken.parsed.subject, 'x Bcc: victim@example.net <script>alert(1)</script>')
})

it('does not let an address be more than an address', async () => {
  const smtp = await server()
  for (const email of [
    'ada@example.org\r\nRCPT TO:<victim@example.net>',
    'ada@example.org, victim@example.net',
    'ada@example.org> <victim@example.net',
  ]) {
    const id = await post(invitation({ to: { name: 'Ada', email } }))
    await send(transportTo(smtp))
    assert.equal((await look(id))?.state, 'bounced', email)
  }
  assert.ok(!smtp.taken.some(({ to }) => to.includes('victim')))
})

it('loses nothing when a process is killed between handing over and writing that down', async () => {
  const smtp = await server({ onContent: (time) => (time === 1 ? 'hang' : undefined) })
  const id = await post(invitation())
  const sender = spawn(process.execPath, ['test/support/mail-sender.ts', url, smtp.url], {
    stdio: 'inherit',
  })
  await until(() => smtp.heard() === 1)
  sender.kill('SIGKILL')
  await once(sender, 'exit')
  assert.equal((await look(id))?.state, 'queued')
  const other = transportTo(smtp)
  await until(async () => {
    await send(other)
    return smtp.taken.length === 1
  })
  assert.equal((await look(id))?.state, 'sent')
  assert.equal((await look(id))?.attempts, 2)
})

it('does not listen to whoever settles after the lease has gone to another', async () => {
  const smtp = await server({ onContent: (time) => (time === 1 ? 'hang' : undefined) })
  const id = await post(invitation())
  const late = mail.sendDue(db, transportTo(smtp), sending, { ...pace, deadline: 1_000, lease: 1 })
  await until(() => smtp.heard() === 1)
  await send(transportTo(smtp))
  await late
  assert.equal((await look(id))?.state, 'sent')
  assert.equal(smtp.taken.length, 1)
})

it('goes nowhere and says so, where mail is kept', async () => {
  const id = await post(invitation())
  await mail.sendDue(db, captureTransport, sending, pace)
  assert.equal((await look(id))?.state, 'sent')
})

it('sends what somebody waits for before everything else', async () => {
  const smtp = await server()
  await post(invitation())
  await post({
    account_id,
    kind: 'reset_password',
    to: { name: '', email: 'sam@example.org' },
    facts: { url: 'http://localhost:3000/reset', minutes: 30 },
  })
  const narrow = { ...transportTo(smtp), width: 1 }
  await send(narrow)
  assert.deepEqual(
    smtp.taken.map(({ to }) => to),
    ['sam@example.org'],
  )
  await send(narrow)
})

it('sends an email of each account before the second of any', async () => {
  const one = await newAccount(db)
  const letters = Array.from({ length: 12 }, (_, n) =>
    invitation({
      account_id: one,
      gift_request_id: `0192d3a4-0000-7000-8000-${String(n).padStart(12, '0')}`,
    }),
  )
  await inTransaction(db, one, async (ctx) => mail.postAll(ctx, letters))
  const id = await post(invitation())
  const smtp = await server()
  assert.equal(await send(transportTo(smtp)), 3)
  assert.equal((await look(id))?.state, 'sent')
})

it('puts an email off whose outcome cannot be written down, and gives it up in the end', async () => {
  const bad = await post(invitation())
  await inTransaction(db, account_id, (ctx) =>
    ctx.query(`update mail.message set sealed = '\\x00' where id = $1`, [bad]),
  )
  const transport = transportTo(await server())
  for (let n = 0; n < 2; n += 1) assert.equal(await send(transport), 1)
  await assert.rejects(send(transport))
  assert.equal(await send(transport), 0)
  const [row] = await inTransaction(db, account_id, (ctx) =>
    ctx.query<{ state: string }>('select state from mail.message where id = $1', [bad]),
  )
  assert.equal(row?.state, 'failed')
})
