import { sha256 } from '#platform/crypto/encryption'
import type { DkimKey, Mailbox, OutgoingEmail } from '#platform/lib/mail-transport'
import { fullName } from '#platform/lib/person-name'
import type { RenderedEmail } from '../render/render-email.ts'
import type { SenderIdentity } from '../sender/account-sender.ts'
import { isRecipientEmail, type TemplateWithData } from '../templates/template-data.ts'
import type { EmailPayload } from './payload-encryption.ts'
import type { MessageRow } from './tables.ts'

/** The sender of all emails of the deployment, or of an account. */
export interface SenderConfig {
  from: Mailbox
  /**
   * The address that receives bounces, with the message id as a plus suffix. If it is undefined, the service
   * uses `from` of the deployment.
   */
  bounceAddress: string | undefined
  /** The address of the deployment, for an account with an address of its own. */
  returnAddress?: string
  /** The key of an account that signs the email. */
  dkim?: DkimKey
}

/** Returns the sender of an account with an address of its own. Bounces still go to the deployment. */
export const toAccountSender = (
  { from, bounceAddress }: SenderConfig,
  { email, dkim }: SenderIdentity,
  name: string,
): SenderConfig => ({ from: { name, email }, bounceAddress, returnAddress: from.email, dkim })

/** Builds the complete email: the rendered content with its envelope and headers. */
export function buildOutgoingEmail(
  row: MessageRow,
  template: TemplateWithData,
  { to }: EmailPayload,
  rendered: RenderedEmail,
  { from, bounceAddress, returnAddress = from.email, dkim }: SenderConfig,
): OutgoingEmail {
  return {
    message_id: buildMessageId(row, from.email),
    // The email has the sender's name with the deployment's address. With the sender's own address it would
    // fail the SPF and DMARC checks.
    from: rendered.from_name === undefined ? from : { name: rendered.from_name, email: from.email },
    reply_to: isRecipientEmail(template) ? template.data.sender : undefined,
    to: toAddressee(template, to, rendered.language),
    envelope_from:
      bounceAddress === undefined ? returnAddress : buildReturnPath(row, bounceAddress),
    dkim,
    subject: rendered.subject,
    html: rendered.html,
    text: rendered.text,
    language: rendered.language,
    ...findUnsubscribe(template),
    date: row.created_at,
  }
}

/**
 * Returns the addressee. The name has the order of the email's language, like the greeting: 山田 太郎 in
 * Japanese. The language is known only when the email is rendered, because the recipient can select another
 * one before.
 */
export function toAddressee(
  template: TemplateWithData,
  to: EmailPayload['to'],
  language: string,
): EmailPayload['to'] {
  // Claim emails have no name in the header. An earlier release queued emails without the family name.
  if (!isRecipientEmail(template) || to.name !== template.data.name) return to
  const { first_name, last_name } = template.data
  return last_name === undefined
    ? to
    : { ...to, name: fullName({ first_name, last_name }, language) }
}

/**
 * Finds the link that unsubscribes with one click (RFC 8058): a recipient stops the reminders of the gift,
 * and a user stops the digest. An email of an earlier release instead has a link to a page on which the
 * recipient can decline the gift.
 */
function findUnsubscribe(
  template: TemplateWithData,
): Pick<OutgoingEmail, 'unsubscribe_url' | 'unsubscribes_with_one_click'> {
  if (template.kind === 'attention_digest') {
    const { unsubscribe_url } = template.data
    return { unsubscribe_url, unsubscribes_with_one_click: true }
  }
  if (!isRecipientEmail(template) || !('expires_at' in template.data))
    return { unsubscribe_url: undefined }
  const { url, reminders_url } = template.data
  return reminders_url === undefined
    ? { unsubscribe_url: `${url}/decline` }
    : { unsubscribe_url: reminders_url, unsubscribes_with_one_click: true }
}

type MessageRef = Pick<MessageRow, 'id' | 'code'>

export const buildMessageId = ({ id, code }: MessageRef, from: string) =>
  `<${id.replaceAll('-', '')}.${code}@${from.slice(from.lastIndexOf('@') + 1)}>`

/** Builds the return path of an email: `bounces@example.com` becomes `bounces+{id}.{code}@example.com`. */
export function buildReturnPath({ id, code }: MessageRef, address: string): string {
  const atIndex = address.lastIndexOf('@')
  return `${address.slice(0, atIndex)}+${id.replaceAll('-', '')}.${code}${address.slice(atIndex)}`
}

/**
 * Parses the message reference in a text that contains a return path or a Message-ID. Anyone can write such a
 * text, so the caller must verify the code with `isSameCode`.
 */
export function parseMessageRef(text: string): MessageRef | undefined {
  const [, hex, code] = /(?:^|[<+\s])([0-9a-f]{32})\.([a-z0-9]{12})@/i.exec(text) ?? []
  if (hex === undefined || code === undefined) return undefined
  const id = hex.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { id, code: code.toLowerCase() }
}

/** Compares two codes in constant time. */
export const isSameCode = (one: string, other: string): boolean => sha256(one).equals(sha256(other))
