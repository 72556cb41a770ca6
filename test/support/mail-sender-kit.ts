import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { TestResult } from '#connections'
import type { MailTransport, OutgoingEmail } from '#email'
import type { OutboundRules } from '#platform/http-client/guarded-request'
import { type Check, createKit } from './conformance-kit.ts'
import type { SmtpScript, SmtpServer } from './smtp-server.ts'
import { startSmtpServer } from './smtp-server.ts'

/*
 * The conformance kit of the port `mail`. It attacks each guarantee of docs/connectors/mail-senders.md with a mail server that
 * follows a script.
 */

export interface MailOptions {
  /** The port of the mail server on this machine, which offers no encryption. */
  port: number
  outbound: OutboundRules
  returnsToSender: boolean
}

/** A mail transport under test. */
export interface MailSubject {
  open(options: MailOptions): MailTransport
  /** The test of its connection. */
  test(options: MailOptions): Promise<TestResult>
  /** The credentials with which it signs in, which no result may contain. */
  secrets: readonly string[]
}

interface Context extends MailSubject {
  transport: MailTransport
  server: SmtpServer
  script: SmtpScript
}

const timeoutMs = 3_000
const allowed = { allowPrivate: true } as const
const { privateKey: private_key } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

const mailTo = (email = 'ada@example.org'): OutgoingEmail => ({
  message_id: '<0192d3a4000070008000000000000001.abcdefghjkmn@gifts.example.com>',
  from: { name: 'Dana Lee, Larkfield', email: 'hello@gifts.example.com' },
  reply_to: { name: 'Dana Lee', email: 'dana@larkfield.example' },
  to: { name: 'Ada King', email },
  envelope_from: 'bounces+1.abc@bestow.example',
  subject: 'A gift for you\r\nBcc: eve@evil.example',
  html: '<p>Hello “Ada” 👋</p>',
  text: 'Hello\n.\nFrom here on',
  language: 'en',
  unsubscribe_url: 'https://gifts.example.com/u',
  unsubscribes_with_one_click: true,
  date: new Date('2026-05-01T10:00:00Z'),
  dkim: { domain: 'gifts.example.com', selector: 'bestow-1', private_key },
})

async function assertRetried(transport: MailTransport, withinMs = 4 * timeoutMs) {
  const late = AbortSignal.timeout(withinMs)
  const result = await Promise.race([
    transport.send(mailTo(), timeoutMs),
    new Promise<never>((_, reject) => {
      late.onabort = () => reject(new Error(`no result within ${withinMs} ms`))
    }),
  ])
  assert.ok(!result.isAccepted && !result.isPermanent, JSON.stringify(result))
  return result
}

const checks: readonly Check<Context>[] = [
  {
    name: 'sends one email with its headers, to one recipient',
    async run({ transport, server }) {
      const result = await transport.send(mailTo(), timeoutMs)
      assert.ok(result.isAccepted, JSON.stringify(result))
      const [received, ...more] = server.received
      assert.deepEqual([received?.to, more.length], ['ada@example.org', 0])
      const { parsed } = received ?? assert.fail('received nothing')
      assert.equal(parsed.from?.text, '"Dana Lee, Larkfield" <hello@gifts.example.com>')
      assert.equal(parsed.replyTo?.text, '"Dana Lee" <dana@larkfield.example>')
      assert.equal(parsed.messageId, mailTo().message_id)
      assert.equal(parsed.subject, 'A gift for you Bcc: eve@evil.example')
      assert.equal(parsed.text?.trimEnd(), mailTo().text)
      assert.match(received?.source ?? '', /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
    },
  },
  {
    name: 'returns emails to the address that it is given',
    async run({ open, transport, server }) {
      await transport.send(mailTo(), timeoutMs)
      const port = Number(new URL(server.url).port)
      const other = open({ port, outbound: allowed, returnsToSender: true })
      await other.send(mailTo(), timeoutMs)
      other.close()
      assert.deepEqual(
        server.received.map(({ from }) => from),
        [mailTo().envelope_from, mailTo().from.email],
      )
    },
  },
  {
    name: 'signs with the key of the email, and the headers of unsubscription too',
    async run({ transport, server }) {
      await transport.send(mailTo(), timeoutMs)
      const source = server.received[0]?.source.replace(/\r\n[ \t]+/g, ' ') ?? ''
      const [header = ''] = /^DKIM-Signature:.*$/im.exec(source) ?? []
      assert.match(header, /d=gifts\.example\.com;.*s=bestow-1;/)
      for (const name of ['from', 'to', 'subject', 'list-unsubscribe', 'list-unsubscribe-post'])
        assert.match(header, new RegExp(`h=[^;]*\\b${name}(:|;)`, 'i'))
    },
  },
  {
    name: 'ends an email that is refused, and suppresses only an unknown address',
    async run({ transport, script }) {
      for (const [text, isInvalidAddress] of [
        ['5.1.1 no such user', true],
        ['5.7.1 blocked as spam', false],
      ] as const) {
        script.onRecipient = () => ({ code: 550, text })
        const result = await transport.send(mailTo(), timeoutMs)
        assert.ok(!result.isAccepted && result.isPermanent, JSON.stringify(result))
        assert.equal(result.isInvalidAddress, isInvalidAddress, text)
      }
    },
  },
  {
    name: 'retries when the server defers, ends the connection, or rejects the sign-in',
    async run({ transport, script }) {
      script.onRecipient = () => ({ code: 451, text: '4.7.1 greylisted' })
      await assertRetried(transport)
      script.onRecipient = () => 'hang up'
      await assertRetried(transport)
      delete script.onRecipient
      script.onContent = () => ({ code: 452, text: '4.3.1 disk full' })
      await assertRetried(transport)
    },
  },
  {
    name: 'ends an email to a server that does not respond',
    async run({ transport, script }) {
      script.onContent = () => 'hang'
      await assertRetried(transport)
    },
  },
  {
    name: 'sends no second copy within one attempt',
    async run({ transport, script, server }) {
      script.onContent = () => 'hang up'
      await assertRetried(transport)
      assert.equal(server.contentCount(), 1)
    },
  },
  {
    name: 'reaches no private address without permission',
    async run({ open, server }) {
      const port = Number(new URL(server.url).port)
      const guarded = open({ port, outbound: { allowPrivate: false }, returnsToSender: false })
      await assertRetried(guarded)
      guarded.close()
      assert.equal(server.connections(), 0)
    },
  },
  {
    name: 'reveals no credential, and tests without sending',
    async run({ transport, test, script, server, secrets }) {
      const port = Number(new URL(server.url).port)
      const options = { port, outbound: allowed, returnsToSender: false }
      const results: unknown[] = [await test(options), await transport.send(mailTo(), timeoutMs)]
      assert.equal(server.received.length, 1, 'the test sent an email')
      script.onSignIn = () => ({ code: 535, text: '5.7.8 wrong password' })
      script.onRecipient = () => ({ code: 450, text: 'later' })
      results.push(await transport.send(mailTo(), timeoutMs))
      const closed = createServer().listen(0, '127.0.0.1')
      await once(closed, 'listening')
      const { port: freePort } = closed.address() as AddressInfo
      closed.close()
      await once(closed, 'close')
      const down = await test({ ...options, port: freePort })
      assert.equal(down.ok, false)
      assert.ok(down.tried.length > 5 && down.answer.length > 0)
      for (const secret of secrets) assert.ok(!JSON.stringify([...results, down]).includes(secret))
    },
  },
]

const kit = createKit<MailSubject, Context>(checks, async (subject, run) => {
  const script: SmtpScript = {}
  const server = await startSmtpServer(script)
  const port = Number(new URL(server.url).port)
  const transport = subject.open({ port, outbound: allowed, returnsToSender: false })
  try {
    await run({ ...subject, transport, server, script })
  } finally {
    transport.close()
    await server.close()
  }
})
export const testMailSender = kit.test
export const failsMailCheck = kit.fails
