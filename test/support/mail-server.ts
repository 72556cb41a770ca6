import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail that the server has taken, with the envelope it came in. */
interface Taken {
  from: string
  to: string
  source: string
  parsed: ParsedMail
  isSecure: boolean
}

/** How it answers at one step; nothing for yes. */
type Answer = { code: number; text: string } | 'hang' | 'hang up' | undefined

export interface MailServer {
  url: string
  taken: Taken[]
  /** Connections that were opened, ever. */
  connections(): number
  /** Mails whose content has arrived, whatever was answered. */
  heard(): number
  close(): Promise<void>
}

export interface Script {
  /** Asked for each recipient of each mail. */
  onRecipient?: (to: string, time: number) => Answer
  /** Asked when the whole content is there, before it counts as taken. */
  onContent?: (time: number) => Answer
  tls?: { key: string; cert: string }
  /** Nobody is greeted. */
  isSilent?: boolean
  port?: number
}

/** A real SMTP server on a port of its own that does what the script says. */
export async function startMailServer(script: Script = {}): Promise<MailServer> {
  const taken: Taken[] = []
  const counted = { connections: 0, recipients: 0, contents: 0 }
  const options: SMTPServerOptions = {
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, answer) => answer(null, { user: username ?? '' }),
    logger: false,
    closeTimeout: 100,
    ...(script.tls === undefined ? { disabledCommands: ['STARTTLS'] } : script.tls),
    onConnect(_session, answer) {
      counted.connections += 1
      if (script.isSilent !== true) answer()
    },
    onRcptTo({ address }, _session, answer) {
      counted.recipients += 1
      give(script.onRecipient?.(address, counted.recipients), server, answer)
    },
    async onData(stream, session, answer) {
      const source = await textOf(stream)
      counted.contents += 1
      const said = script.onContent?.(counted.contents)
      if (said === undefined)
        taken.push({
          from: session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address,
          to: session.envelope.rcptTo.map(({ address }) => address).join(),
          source,
          parsed: await simpleParser(source),
          isSecure: session.secure,
        })
      give(said, server, answer)
    },
  }
  const server = new SMTPServer(options)
  server.on('error', () => {}) // connections that a test cuts
  const listening = server.listen(script.port ?? 0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  return {
    url: `smtp://localhost:${port}`,
    taken,
    connections: () => counted.connections,
    heard: () => counted.contents,
    async close() {
      for (const connection of server.connections) connection.close()
      await new Promise<void>((resolve) => server.close(resolve))
    },
  }
}

function give(said: Answer, server: SMTPServer, answer: (error?: Error | null) => void): void {
  if (said === 'hang') return
  if (said === 'hang up') {
    for (const connection of server.connections) connection.close()
    return
  }
  answer(said && Object.assign(new Error(said.text), { responseCode: said.code }))
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts).toString()
}

/** Waits until something is so; fails after ten seconds. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 10_000
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error('it did not come about')
    await sleep(10)
  }
}
