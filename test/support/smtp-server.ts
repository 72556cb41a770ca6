import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail that the server has taken, with the envelope it came in. */
interface ReceivedMail {
  from: string
  to: string
  source: string
  parsed: ParsedMail
  isSecure: boolean
}

/** How it answers at one step; nothing for yes. */
type SmtpReply = { code: number; text: string } | 'hang' | 'hang up' | undefined

export interface SmtpServer {
  url: string
  received: ReceivedMail[]
  /** Connections that were opened, ever. */
  connections(): number
  /** Mails whose content has arrived, whatever was answered. */
  contentCount(): number
  close(): Promise<void>
}

export interface SmtpScript {
  /** Asked for each recipient of each mail. */
  onRecipient?: (to: string, time: number) => SmtpReply
  /** Asked when the whole content is there, before it counts as taken. */
  onContent?: (time: number) => SmtpReply
  tls?: { key: string; cert: string }
  /** Nobody is greeted. */
  isSilent?: boolean
  port?: number
}

/** A real SMTP server on a port of its own that does what the script says. */
export async function startSmtpServer(script: SmtpScript = {}): Promise<SmtpServer> {
  const received: ReceivedMail[] = []
  const counts = { connections: 0, recipients: 0, contents: 0 }
  const options: SMTPServerOptions = {
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, callback) => callback(null, { user: username ?? '' }),
    logger: false,
    closeTimeout: 100,
    ...(script.tls === undefined ? { disabledCommands: ['STARTTLS'] } : script.tls),
    onConnect(_session, callback) {
      counts.connections += 1
      if (script.isSilent !== true) callback()
    },
    onRcptTo({ address }, _session, callback) {
      counts.recipients += 1
      sendReply(script.onRecipient?.(address, counts.recipients), server, callback)
    },
    async onData(stream, session, callback) {
      const source = await readText(stream)
      counts.contents += 1
      const reply = script.onContent?.(counts.contents)
      if (reply === undefined)
        received.push({
          from: session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address,
          to: session.envelope.rcptTo.map(({ address }) => address).join(),
          source,
          parsed: await simpleParser(source),
          isSecure: session.secure,
        })
      sendReply(reply, server, callback)
    },
  }
  const server = new SMTPServer(options)
  server.on('error', () => {}) // connections that a test cuts
  const listening = server.listen(script.port ?? 0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  return {
    url: `smtp://localhost:${port}`,
    received,
    connections: () => counts.connections,
    contentCount: () => counts.contents,
    async close() {
      for (const connection of server.connections) connection.close()
      await new Promise<void>((resolve) => server.close(resolve))
    },
  }
}

function sendReply(
  reply: SmtpReply,
  server: SMTPServer,
  callback: (error?: Error | null) => void,
): void {
  if (reply === 'hang') return
  if (reply === 'hang up') {
    for (const connection of server.connections) connection.close()
    return
  }
  callback(reply && Object.assign(new Error(reply.text), { responseCode: reply.code }))
}

async function readText(stream: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts).toString()
}

/** Waits until something is so; fails after ten seconds. */
export async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 10_000
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('it did not come about')
    await sleep(10)
  }
}
