import { isEmail, needsSmtpUtf8, toSmtpAddress } from '#contract'
import { lazyPackage } from './lazy-package.ts'
import { isAddressRejected } from './mail-rejection.ts'

const loadNodemailer = lazyPackage<typeof import('nodemailer')>('nodemailer')

/** An email that is rendered and ready to send. */
export interface OutgoingEmail {
  /**
   * The Message-ID `<…@…>`. Every attempt uses the same id, so that a duplicate can be
   * distinguished from a second email.
   */
  message_id: string
  from: Mailbox
  reply_to: Mailbox | undefined
  to: Mailbox
  /** The envelope sender address, which receives bounces. */
  envelope_from: string
  subject: string
  html: string
  text: string
  language: string
  /** The URL where the recipient can unsubscribe. */
  unsubscribe_url: string | undefined
  /** Whether a POST to the URL unsubscribes. Mail clients send this POST (RFC 8058). */
  unsubscribes_with_one_click?: boolean
  date: Date
}

export interface Mailbox {
  name: string
  email: string
}

/** The response of the mail server to an email. */
export type SendResult =
  | { isAccepted: true; response: string }
  /** `isPermanent`: a retry would also fail. `isInvalidAddress`: the server rejects the address. */
  | { isAccepted: false; isPermanent: boolean; isInvalidAddress: boolean; response: string }

/** A way to send emails. */
export interface MailTransport {
  /**
   * Sends an email. Never throws. After the timeout (in milliseconds), the attempt has
   * ended and nothing more is sent.
   */
  send(mail: OutgoingEmail, timeoutMs: number): Promise<SendResult>
  /** The maximum number of emails that are sent at the same time. */
  readonly concurrency: number
  /** Closes the connections. Also ends sends in progress, whose results are temporary rejections. */
  close(): void
}

/** Whether to use TLS. `required`: always. `offered`: when the server offers it. `none`: never. */
export type TlsMode = 'required' | 'offered' | 'none'

export interface SmtpOptions {
  /** The URL of the server, smtp:// or smtps://, with user and password, host and port. */
  url: string
  tls: TlsMode
  maxConnections: number
  /** Additional trusted certificates in PEM. */
  ca?: string
}

const timeoutsMs = { connect: 10_000, greeting: 10_000, response: 30_000, idle: 30_000 }

/** Sends emails to any SMTP server, over pooled connections. */
export function createSmtpTransport({ url, tls, maxConnections, ca }: SmtpOptions): MailTransport {
  const { protocol, hostname, port, username, password } = new URL(url)
  const isSecure = protocol === 'smtps:'
  const extensions = { hasSmtpUtf8: false }
  const server = loadNodemailer().createTransport({
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
    maxConnections,
    maxMessages: 100,
    maxRequeues: 0, // the outbox decides on a retry, because the server may have accepted the email
    connectionTimeout: timeoutsMs.connect,
    greetingTimeout: timeoutsMs.greeting,
    socketTimeout: timeoutsMs.response,
    idleTimeout: timeoutsMs.idle,
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: createExtensionReader(extensions),
    transactionLog: true,
  })
  server.on('error', () => {}) // ignores the loss of an idle connection; the next email opens another one
  return {
    concurrency: maxConnections,
    async send(mail, timeoutMs) {
      if (!isEmail(mail.to.email)) return invalidAddressResult
      try {
        if (needsSmtpUtf8(mail.to.email)) {
          await server.verify() // connects to learn the extensions of the server
          if (!extensions.hasSmtpUtf8) return noSmtpUtf8Result
        }
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

/** The result for an invalid address, or for several addresses in one. Nothing is sent to the server. */
const invalidAddressResult: SendResult = {
  isAccepted: false,
  isPermanent: true,
  isInvalidAddress: true,
  response: 'not a valid email address',
}

/**
 * The result when the server lacks the extension that the local part needs. No later
 * attempt can succeed (RFC 6531 §3.2).
 */
const noSmtpUtf8Result: SendResult = {
  isAccepted: false,
  isPermanent: true,
  isInvalidAddress: false,
  response:
    'the mail server of this service does not offer SMTPUTF8, which the letters before the @ need; use another address of the recipient',
}

/**
 * Creates a log that reads the extensions of the server from its responses to EHLO. Only
 * these responses have several lines.
 */
function createExtensionReader(extensions: { hasSmtpUtf8: boolean }) {
  const read = (_entry: unknown, text: unknown) => {
    if (typeof text === 'string' && /^250-/.test(text))
      extensions.hasSmtpUtf8 = /^250[ -]SMTPUTF8\b/im.test(text)
  }
  const ignore = () => {}
  return {
    level: () => {},
    trace: ignore,
    debug: read,
    info: ignore,
    warn: ignore,
    error: ignore,
    fatal: ignore,
  }
}

/** The transport that captures emails in staging without a server. The mailbox page shows them. */
export const captureTransport: MailTransport = {
  concurrency: 50,
  send: async () => ({ isAccepted: true, response: 'captured' }),
  close: () => {},
}

/** Renders the email in the format in which it is sent. */
export async function toRawMessage(mail: OutgoingEmail): Promise<string> {
  const composer = loadNodemailer().createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
  })
  const { message } = await composer.sendMail(toNodemailerMessage(mail))
  return message.toString()
}

const toNodemailerMessage = (mail: OutgoingEmail) => ({
  messageId: mail.message_id,
  from: toNodemailerAddress(mail.from),
  to: toNodemailerAddress(mail.to),
  ...(mail.reply_to === undefined ? {} : { replyTo: toNodemailerAddress(mail.reply_to) }),
  envelope: { from: mail.envelope_from, to: [toSmtpAddress(mail.to.email)] },
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
    ...(mail.unsubscribes_with_one_click === true && {
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
})

const toNodemailerAddress = ({ name, email }: Mailbox) => ({
  name: toSingleLine(name),
  address: email,
})

/** Replaces control characters by spaces, because a header is one line. */
const toSingleLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim()

/**
 * Converts an error to a rejection. Only a response about this email or its recipient is permanent. A
 * rejected connection or authentication is a problem that the operator must fix, and the email waits.
 */
function parseRejection(error: unknown): SendResult {
  const { code, command, responseCode, response, message } = error as SmtpFailure
  const reply = toSingleLine(response ?? message).slice(0, 500)
  const isMessageError = code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM')
  const isPermanent = isMessageError && (responseCode ?? 0) >= 500 && responseCode !== 503
  return {
    isAccepted: false,
    isPermanent,
    isInvalidAddress: isPermanent && isAddressRejected({ reply }),
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
