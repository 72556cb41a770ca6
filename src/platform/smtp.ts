import { createTransport } from 'nodemailer'
import { isEmail } from '#contract'

/** One mail, ready for the road. */
export interface Outgoing {
  /** `<…@…>`; the same one at each attempt, so that a second copy can be told from a second mail. */
  message_id: string
  from: Mailbox
  reply_to: Mailbox | undefined
  to: Mailbox
  /** Where refusals go that come later. */
  envelope_from: string
  subject: string
  html: string
  text: string
  language: string
  /** Where the reader can stop further mails. */
  unsubscribe_url: string | undefined
  date: Date
}

export interface Mailbox {
  name: string
  email: string
}

/** What the server made of a mail. */
export type Outcome =
  | { taken: true; said: string }
  /** `isFinal`: it will say the same again. `isAddress`: it is the address that it does not want. */
  | { taken: false; isFinal: boolean; isAddress: boolean; said: string }

/** Whoever takes mails. */
export interface Transport {
  /** Never throws; after the deadline (in milliseconds) it has given up, and nothing more leaves. */
  send(mail: Outgoing, deadline: number): Promise<Outcome>
  /** How many it sends at once. */
  readonly width: number
  /** Ends what is under way too: those mails were refused, and not for good. */
  close(): void
}

/** `required` never speaks in the clear; `offered` does when the server has no TLS; `none` always does. */
export type TlsUse = 'required' | 'offered' | 'none'

export interface SmtpOptions {
  /** smtp:// or smtps://, with user and password, host and port. */
  url: string
  tls: TlsUse
  connections: number
  /** Certificates to trust besides the usual ones, as PEM. */
  ca?: string
}

const patience = { connect: 10_000, greeting: 10_000, silence: 30_000, idle: 30_000 }

/** Hands mails to any SMTP server, over connections that are kept for the next ones. */
export function createSmtp({ url, tls, connections, ca }: SmtpOptions): Transport {
  const { protocol, hostname, port, username, password } = new URL(url)
  const isSecure = protocol === 'smtps:'
  const server = createTransport({
    pool: true,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    requireTLS: tls === 'required' && !isSecure,
    ignoreTLS: tls === 'none',
    ...(username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    ...(ca === undefined ? {} : { tls: { ca } }),
    maxConnections: connections,
    maxMessages: 100,
    maxRequeues: 0, // a mail whose connection was lost may have been taken: we decide when to try again
    connectionTimeout: patience.connect,
    greetingTimeout: patience.greeting,
    socketTimeout: patience.silence,
    idleTimeout: patience.idle,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  server.on('error', () => {}) // an idle connection that was lost; the next mail opens another
  return {
    width: connections,
    async send(mail, deadline) {
      if (!isEmail(mail.to.email)) return notAnAddress
      try {
        const { response } = await server.sendMail({
          ...composed(mail),
          signal: AbortSignal.timeout(deadline),
        })
        return { taken: true, said: oneLine(response) }
      } catch (error) {
        return refusalFrom(error)
      }
    },
    close: () => void server.transporter.close?.({ force: true }),
  }
}

/** One that was never looked at, or that holds more than one: nothing of it reaches the server. */
const notAnAddress: Outcome = {
  taken: false,
  isFinal: true,
  isAddress: true,
  said: 'this is not an e-mail address',
}

/** In staging, without a server: what is sent stays here, where the mailbox page shows it. */
export const keptHere: Transport = {
  width: 50,
  send: async () => ({ taken: true, said: 'kept here' }),
  close: () => {},
}

/** The mail as it goes over the wire. */
export async function sourceOf(mail: Outgoing): Promise<string> {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { message } = await composer.sendMail(composed(mail))
  return message.toString()
}

const composed = (mail: Outgoing) => ({
  messageId: mail.message_id,
  from: boxOf(mail.from),
  to: boxOf(mail.to),
  ...(mail.reply_to === undefined ? {} : { replyTo: boxOf(mail.reply_to) }),
  envelope: { from: mail.envelope_from, to: [mail.to.email] },
  subject: oneLine(mail.subject),
  text: mail.text,
  html: mail.html,
  date: mail.date,
  headers: {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    'Content-Language': mail.language,
    ...(mail.unsubscribe_url === undefined
      ? {}
      : { 'List-Unsubscribe': { prepared: true, value: `<${mail.unsubscribe_url}>` } }),
  },
})

const boxOf = ({ name, email }: Mailbox) => ({ name: oneLine(name), address: email })

/** A header is one line, whatever somebody has put into it. */
const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim()

/**
 * Only what the server says about this mail or its reader is final. That it will not speak with us, or
 * not let us in, is for the operator to mend, and the mail waits.
 */
function refusalFrom(error: unknown): Outcome {
  const { code, command, responseCode, response, message } = error as Failure
  const said = oneLine(response ?? message).slice(0, 500)
  const isAboutMail = code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM')
  const isFinal = isAboutMail && (responseCode ?? 0) >= 500 && responseCode !== 503
  return {
    taken: false,
    isFinal,
    isAddress: isFinal && isAboutAddress(command, responseCode, said),
    said,
  }
}

interface Failure {
  code?: string
  command?: string
  responseCode?: number
  response?: string
  message: string
}

/** Policies (5.7.x) and full mailboxes (5.2.2) say nothing against the address (RFC 3463). */
function isAboutAddress(command = '', code = 0, said = ''): boolean {
  const [, detail] = /\b5\.(\d{1,3}\.\d{1,3})\b/.exec(said) ?? []
  if (detail !== undefined) return /^1\.[012346]$|^2\.1$/.test(detail)
  return command !== 'DATA' && [550, 551, 553].includes(code)
}
