import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** An email that the server accepted, with its envelope. */
interface ReceivedMail {
  from: string
  to: string
  source: string
  parsed: ParsedMail
  isSecure: boolean
}

/** The reply of the server to one step. Undefined means that the server accepts the step. */
type SmtpReply = { code: number; text: string } | 'hang' | 'hang up' | undefined

export interface SmtpServer {
  url: string
  received: ReceivedMail[]
  /** Returns the total number of connections that were opened. */
  connections(): number
  /** Returns the number of emails whose content arrived, whatever the reply was. */
  contentCount(): number
  close(): Promise<void>
}

export interface SmtpScript {
  /** Returns the reply to a recipient. Called for each recipient of each email. */
  onRecipient?: (to: string, time: number) => SmtpReply
  /**
   * Returns the reply to the content of an email. Called when the whole content has arrived,
   * before the email counts as received.
   */
  onContent?: (time: number) => SmtpReply
  /** Returns the reply to a sign-in. Called for each attempt to sign in. */
  onSignIn?: () => SmtpReply
  tls?: { key: string; cert: string }
  /** True if the server does not offer SMTPUTF8. */
  hideSmtpUtf8?: boolean
  /** True if the server sends no greeting. */
  isSilent?: boolean
  port?: number
}

/** Starts a real SMTP server on its own port. The server follows the script. */
export async function startSmtpServer(script: SmtpScript = {}): Promise<SmtpServer> {
  const received: ReceivedMail[] = []
  const counts = { connections: 0, recipients: 0, contents: 0 }
  const options: SMTPServerOptions = {
    authOptional: true,
    allowInsecureAuth: true,
    onAuth({ username }, _session, callback) {
      const reply = script.onSignIn?.()
      if (reply === undefined) callback(null, { user: username ?? '' })
      else sendReply(reply, server, callback)
    },
    logger: false,
    closeTimeout: 100,
    hideSMTPUTF8: script.hideSmtpUtf8 === true,
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
  server.on('error', () => {}) // Ignores the errors of connections that a test interrupts.
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
