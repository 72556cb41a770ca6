import { randomBytes } from 'node:crypto'
import * as accounts from '#accounts'
import * as connections from '#connections'
import { html } from '#platform/lib/html'
import { newId } from '#platform/lib/ids'
import type { Mailbox, MailTransport, OutgoingEmail } from '#platform/lib/mail-transport'
import type { TxContext } from '#platform/postgres/database'
import { buildMessageId, buildReturnPath, type SenderConfig } from '../outbox/envelope.ts'
import { readSender, toIdentity } from '../sender/account-sender.ts'

/** How the installation sends emails. */
export interface InstallationMail {
  config: SenderConfig
  /** Opens the mail server. Returns undefined if the installation has none. */
  open(): MailTransport | undefined
}

type Transact = <T>(run: (ctx: TxContext) => Promise<T>) => Promise<T>

/**
 * Sends one real email from the address of the account, also if it is not enabled, and says what was tried. Returns
 * undefined if the account has no address.
 */
export async function sendTestEmail(
  transact: Transact,
  to: Mailbox,
  registry: connections.ConnectorRegistry,
  installation: InstallationMail,
): Promise<connections.TestResult | undefined> {
  const prepared = await transact((ctx) => prepare(ctx, to, registry, installation.config))
  if (prepared === undefined) return undefined
  const { own, email } = prepared
  const tried = `an email from ${email.from.email} to ${to.email}`
  if (own.kind === 'unusable') return { ok: false, tried, answer: own.problem }
  const transport = own.kind === 'usable' ? own.open() : installation.open()
  if (transport === undefined)
    return { ok: false, tried, answer: 'the installation has no mail server' }
  try {
    const { isAccepted, response } = await transport.send(email, testTimeoutMs)
    return {
      ok: isAccepted,
      tried: `${tried}, returned to ${email.envelope_from}`,
      answer: response,
    }
  } finally {
    transport.close()
  }
}

const testTimeoutMs = 25_000

async function prepare(
  ctx: TxContext,
  to: Mailbox,
  registry: connections.ConnectorRegistry,
  { from, bounceAddress }: SenderConfig,
) {
  const sender = await readSender(ctx)
  if (sender === undefined) return undefined
  const { name, sender_name } = await accounts.readSettings(ctx)
  const own = await connections.findDefault<MailTransport>(ctx, 'mail', registry)
  const { email, dkim } = toIdentity(ctx, sender)
  const ref = { id: newId(), code: randomBytes(6).toString('hex') }
  return {
    own,
    email: {
      message_id: buildMessageId(ref, email),
      from: { name: sender_name ?? name, email },
      reply_to: undefined,
      to,
      envelope_from: bounceAddress === undefined ? from.email : buildReturnPath(ref, bounceAddress),
      subject: `Test of ${email}`,
      ...toBody(`This is a test of the address from which ${name} sends emails with Bestow.`),
      language: 'en',
      unsubscribe_url: undefined,
      date: ctx.real_now,
      dkim,
    } satisfies OutgoingEmail,
  }
}

const toBody = (text: string) => ({ text, html: html`<p>${text}</p>`.text })
