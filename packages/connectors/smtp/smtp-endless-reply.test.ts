import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after, it } from 'node:test'
import { eventually } from '#test/eventually'
import { mailTo } from './sample-mail.ts'
import { createSmtpTransport, testSmtp } from './smtp.ts'

/* A server that begins its reply to EHLO and never ends it, which no timeout between two bytes notices. */

const sockets = new Set<Socket>()
const server = createServer((socket) => {
  sockets.add(socket)
  socket.on('error', () => {})
  socket.write('220 test\r\n')
  const timer = setInterval(() => socket.write('250-X\r\n'), 200)
  socket.on('close', () => clearInterval(timer))
  socket.on('data', () => {})
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
after(() => {
  for (const socket of sockets) socket.destroy()
  server.close()
})

for (const email of ['ada@example.org', '用户@例子.广告'])
  it(`ends an email to ${email} in time`, { timeout: 8_000 }, async () => {
    const transport = createSmtpTransport({ url, tls: 'none', maxConnections: 1 })
    const result = await transport.send(mailTo(email), 500)
    transport.close()
    assert.ok(!result.isAccepted && !result.isPermanent, JSON.stringify(result))
  })

it('ends a test in time, and the connection', { timeout: 8_000 }, async () => {
  const options = { url, tls: 'none', maxConnections: 1 } as const
  const { ok, answer } = await testSmtp({ ...options, outbound: { allowPrivate: true } }, 500)
  assert.deepEqual([ok, answer], [false, 'the server took too long to reply'])
  const last = [...sockets].at(-1)
  await eventually(() => last?.destroyed)
})
