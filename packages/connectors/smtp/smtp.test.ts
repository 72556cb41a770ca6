import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { after, it } from 'node:test'
import { startSmtpServer } from '#test/smtp-server'
import { mailTo } from './sample-mail.ts'
import { createSmtpTransport } from './smtp.ts'

const replies = { next: '' }
const recipients: string[] = []
const script = {
  onRecipient: (to: string) => {
    recipients.push(to)
    const [, code = '', text = ''] = /^(\d{3}) (.*)$/.exec(replies.next) ?? []
    return code === '' ? undefined : { code: Number(code), text }
  },
}
const server = await startSmtpServer(script)
const asciiServer = await startSmtpServer({ ...script, hideSmtpUtf8: true })
const transport = createSmtpTransport({ url: server.url, tls: 'none', maxConnections: 1 })
const asciiTransport = createSmtpTransport({ url: asciiServer.url, tls: 'none', maxConnections: 1 })
after(async () => {
  transport.close()
  asciiTransport.close()
  await server.close()
  await asciiServer.close()
})

const timeoutMs = 10_000

it('invalidates the address only if the reply to its recipient says so', async () => {
  const cases = [
    ['550 5.1.1 no such user', true],
    ['550 5.1.10 RESOLVER.ADR.RecipientNotFound', true],
    ['550 Blocked: 203.0.113.9 is listed at zen.example', false],
    ['550 SPF check failed for gifts.example', false],
    ['550 Mailbox is over its quota', false],
    ['554 5.7.1 client [5.1.1.9] rejected', false],
    ['552 5.2.2 mailbox full', false],
    ['550 User unknown', true],
  ] as const
  for (const [reply, isInvalidAddress] of cases) {
    replies.next = reply
    const result = await transport.send(mailTo('ada@example.org'), timeoutMs)
    assert.ok(!result.isAccepted && result.isPermanent, reply)
    assert.equal(result.isInvalidAddress, isInvalidAddress, reply)
  }
  replies.next = ''
})

it('sends to every kind of address in the form of the envelope', async () => {
  for (const [email, envelope] of [
    ['ada@bücher.example', 'ada@bücher.example'], // the domain has A-labels, which this server decodes
    ['用户@例子.广告', '用户@'],
  ] as const) {
    const result = await transport.send(mailTo(email), timeoutMs)
    assert.ok(result.isAccepted, `${email}: ${result.response}`)
    assert.ok(recipients.at(-1)?.startsWith(envelope), recipients.at(-1))
  }
})

it('bounces an international address where the server does not offer SMTPUTF8', async () => {
  const count = recipients.length
  const result = await asciiTransport.send(mailTo('用户@例子.广告'), timeoutMs)
  assert.ok(!result.isAccepted && result.isPermanent && !result.isInvalidAddress)
  assert.match(result.response, /does not offer SMTPUTF8/)
  assert.equal(recipients.length, count)
  const ascii = await asciiTransport.send(mailTo('ada@bücher.example'), timeoutMs)
  assert.ok(ascii.isAccepted, ascii.response)
})

it('quotes a local part with dots that are not those of a dot-atom', async () => {
  const commands: string[] = []
  const rawServer = createServer((socket) => {
    socket.write('220 test\r\n')
    socket.on('data', (data) => {
      const line = data.toString()
      commands.push(line.trim())
      if (/^RCPT/.test(line)) socket.write('550 5.1.1 no such user\r\n')
      else socket.write('250 test\r\n')
    })
    socket.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(rawServer, 'listening')
  const { port } = rawServer.address() as AddressInfo
  const rawTransport = createSmtpTransport({
    url: `smtp://127.0.0.1:${port}`,
    tls: 'none',
    maxConnections: 1,
  })
  await rawTransport.send(mailTo('taro..x@docomo.example'), timeoutMs)
  await rawTransport.send(mailTo('taro.@b\u00fccher.example'), timeoutMs)
  rawTransport.close()
  rawServer.close()
  const sent = commands.filter((line) => /^RCPT/.test(line)).map((line) => line.split(' NOTIFY')[0])
  assert.deepEqual(sent, [
    'RCPT TO:<"taro..x"@docomo.example>',
    'RCPT TO:<"taro."@xn--bcher-kva.example>',
  ])
})
