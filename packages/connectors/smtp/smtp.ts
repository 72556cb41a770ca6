import type { Socket } from 'node:net'
import type { TestResult } from '#connections'
import { isEmail, needsSmtpUtf8 } from '#contract'
import type { MailTransport, SendResult, TlsMode } from '#email'
import type { OutboundRules } from '#platform/http-client/guarded-request'
import { openGuardedSocket } from '#platform/http-client/ssrf-agent'
import { isAddressRejected } from '#platform/lib/mail-rejection'
import { loadNodemailer, toNodemailerMessage, toSingleLine } from './smtp-message.ts'

export interface SmtpOptions {
  /** The URL of the server, smtp:// or smtps://, with user and password, host and port. */
  url: string
  tls: TlsMode
  maxConnections: number
  /** Additional trusted certificates in PEM. */
  ca?: string
  /** The addresses that may be reached. Without rules, every address: the operator has chosen the server. */
  outbound?: OutboundRules | undefined
  /** Whether returned emails go to the address of the sender, and not to the bounce address of the installation. */
  returnsToSender?: boolean
}

const timeoutsMs = { connect: 10_000, greeting: 10_000, response: 30_000, idle: 30_000 }

/** Sends emails to any SMTP server, over pooled connections. */
export function createSmtpTransport(options: SmtpOptions): MailTransport {
  const extensions = { hasSmtpUtf8: false }
  const server = createPool(options, extensions)
  return {
    concurrency: options.maxConnections,
    async send(mail, timeoutMs) {
      if (!isEmail(mail.to.email)) return invalidAddressResult
      try {
        if (needsSmtpUtf8(mail.to.email)) {
          await connect(options, extensions, timeoutMs) // to learn the extensions of the server
          if (!extensions.hasSmtpUtf8) return noSmtpUtf8Result
        }
        const { response } = await server.sendMail({
          ...toNodemailerMessage(
            options.returnsToSender === true ? { ...mail, envelope_from: mail.from.email } : mail,
          ),
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

const testTimeoutMs = 20_000

/** Connects, and signs in, without sending an email. */
export async function testSmtp(
  options: SmtpOptions,
  timeoutMs: number = testTimeoutMs,
): Promise<TestResult> {
  const { protocol, host } = new URL(options.url)
  const tried = `EHLO ${protocol}//${host}`
  try {
    await connect(options, { hasSmtpUtf8: false }, timeoutMs)
    return { ok: true, tried, answer: 'the server accepts the sign-in' }
  } catch (error) {
    return { ok: false, tried, answer: parseRejection(error).response }
  }
}

/**
 * Connects and signs in within the time. The library has no limit for both: its timeouts begin again with each byte, so a
 * server that replies slowly would occupy a sender without end.
 */
async function connect(
  options: SmtpOptions,
  extensions: { hasSmtpUtf8: boolean },
  timeoutMs: number,
): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs)
  const server = createPool(options, extensions, signal)
  const late = new Promise<never>((_, reject) => {
    signal.onabort = () => reject(new Error('the server took too long to reply'))
  })
  try {
    await Promise.race([server.verify(), late])
  } finally {
    server.transporter.close?.({ force: true })
  }
}

function createPool(
  { url, tls, maxConnections, ca, outbound }: SmtpOptions,
  extensions: { hasSmtpUtf8: boolean },
  signal?: AbortSignal,
) {
  const { protocol, hostname, port: portText, username, password } = new URL(url)
  const isSecure = protocol === 'smtps:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const port = portText === '' ? (isSecure ? 465 : 587) : Number(portText)
  const server = loadNodemailer().createTransport({
    pool: true,
    ...{ host, port, maxConnections },
    secure: isSecure,
    requireTLS: tls === 'required' && !isSecure,
    ignoreTLS: tls === 'none',
    ...(username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    ...(ca === undefined ? {} : { tls: { ca } }),
    ...(outbound && { getSocket: createSocketOpener(host, port, outbound, signal) }),
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
  return server
}

/** The ports of mail servers. The rules for ports of webhooks do not apply. */
const smtpPorts = [25, 465, 587, 2525]

/** Opens connections only to addresses that the rules allow. The signal ends them. */
const createSocketOpener =
  (host: string, port: number, outbound: OutboundRules, signal?: AbortSignal) =>
  (
    _: unknown,
    callback: (error: Error | null, options: { connection: Socket } | false) => void,
  ) => {
    const ports = outbound.allowPrivate ? undefined : smtpPorts
    openGuardedSocket(host, port, { ...outbound, ports }, timeoutsMs.connect).then(
      (connection) => {
        const end = () => connection.destroy()
        signal?.addEventListener('abort', end, { once: true })
        if (signal?.aborted === true) end()
        callback(null, { connection })
      },
      (error: Error) => callback(error, false),
    )
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
