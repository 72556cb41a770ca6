import { createTransport } from 'nodemailer'
import { isEmail } from '#contract'

/** One mail, ready for the road. */
export interface OutgoingEmail {
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
export type SendResult =
  | { isAccepted: true; response: string }
  /** `isFinal`: it will say the same again. `isAddress`: it is the address that it does not want. */
  | { isAccepted: false; isPermanent: boolean; isInvalidAddress: boolean; response: string }

/** Whoever takes mails. */
export interface MailTransport {
  /** Never throws; after the deadline (in milliseconds) it has given up, and nothing more leaves. */
  send(mail: OutgoingEmail, timeoutMs: number): Promise<SendResult>
  /** How many it sends at once. */
  readonly concurrency: number
  /** Ends what is under way too: those mails were refused, and not for good. */
  close(): void
}

/** `required` never speaks in the clear; `offered` does when the server has no TLS; `none` always does. */
export type TlsMode = 'required' | 'offered' | 'none'

export interface SmtpOptions {
  /** smtp:// or smtps://, with user and password, host and port. */
  url: string
  tls: TlsMode
  maxConnections: number
  /** Certificates to trust besides the usual ones, as PEM. */
  ca?: string
}

const timeoutsMs = { connect: 10_000, greeting: 10_000, response: 30_000, idle: 30_000 }

/** Hands mails to any SMTP server, over connections that are kept for the next ones. */
export function createSmtpTransport({ url, tls, maxConnections, ca }: SmtpOptions): MailTransport {
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
    maxConnections: maxConnections,
    maxMessages: 100,
    maxRequeues: 0, // a mail whose connection was lost may have been taken: we decide when to try again
    connectionTimeout: timeoutsMs.connect,
    greetingTimeout: timeoutsMs.greeting,
    socketTimeout: timeoutsMs.response,
    idleTimeout: timeoutsMs.idle,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  server.on('error', () => {}) // an idle connection that was lost; the next mail opens another
  return {
    concurrency: maxConnections,
    async send(mail, timeoutMs) {
      if (!isEmail(mail.to.email)) return invalidAddressResult
      try {
        const { response } = await server.sendMail({
          ...toNodemailerMessage(mail),
          signal: AbortSignal.timeout(timeoutMs),
        })
        return { isAccepted: true, response: toSingleLine(response) }
      } catch (error) {
        return parseRejection(error)
      }
    },
    close: () => void server.transporter.close?.({ force: true }),
  }
}

/** One that was never looked at, or that holds more than one: nothing of it reaches the server. */
const invalidAddressResult: SendResult = {
  isAccepted: false,
  isPermanent: true,
  isInvalidAddress: true,
  response: 'this is not an e-mail address',
}

/** In staging, without a server: what is sent stays here, where the mailbox page shows it. */
export const captureTransport: MailTransport = {
  concurrency: 50,
  send: async () => ({ isAccepted: true, response: 'kept here' }),
  close: () => {},
}

/** The mail as it goes over the wire. */
export async function toRawMessage(mail: OutgoingEmail): Promise<string> {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { message } = await composer.sendMail(toNodemailerMessage(mail))
  return message.toString()
}

const toNodemailerMessage = (mail: OutgoingEmail) => ({
  messageId: mail.message_id,
  from: toNodemailerAddress(mail.from),
  to: toNodemailerAddress(mail.to),
  ...(mail.reply_to === undefined ? {} : { replyTo: toNodemailerAddress(mail.reply_to) }),
  envelope: { from: mail.envelope_from, to: [mail.to.email] },
  subject: toSingleLine(mail.subject),
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

const toNodemailerAddress = ({ name, email }: Mailbox) => ({
  name: toSingleLine(name),
  address: email,
})

/** A header is one line, whatever somebody has put into it. */
const toSingleLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim()

/**
 * Only what the server says about this mail or its reader is final. That it will not speak with us, or
 * not let us in, is for the operator to mend, and the mail waits.
 */
function parseRejection(error: unknown): SendResult {
  const { code, command, responseCode, response, message } = error as SmtpFailure
  const reply = toSingleLine(response ?? message).slice(0, 500)
  const isMessageError = code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM')
  const isPermanent = isMessageError && (responseCode ?? 0) >= 500 && responseCode !== 503
  return {
    isAccepted: false,
    isPermanent,
    isInvalidAddress: isPermanent && isAddressRejection(command, responseCode, reply),
    response: reply,
  }
}

interface SmtpFailure {
  code?: string
  command?: string
  responseCode?: number
  response?: string
  message: string
}

/** Policies (5.7.x) and full mailboxes (5.2.2) say nothing against the address (RFC 3463). */
function isAddressRejection(command = '', code = 0, reply = ''): boolean {
  const [, detail] = /\b5\.(\d{1,3}\.\d{1,3})\b/.exec(reply) ?? []
  if (detail !== undefined) return /^1\.[012346]$|^2\.1$/.test(detail)
  return command !== 'DATA' && [550, 551, 553].includes(code)
}
