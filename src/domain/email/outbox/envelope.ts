import { sha256 } from '#platform/crypto/encryption'
import type { Mailbox, OutgoingEmail } from '#platform/lib/smtp'
import type { RenderedEmail } from '../render/render-email.ts'
import { isRecipientEmail, type TemplateWithData } from '../templates/template-data.ts'
import type { EmailPayload } from './payload-encryption.ts'
import type { MessageRow } from './tables.ts'

/** Who all mail comes from. */
export interface SenderConfig {
  from: Mailbox
  /** Where refusals that come later go, each with its message's name behind a plus; `from` when undefined. */
  bounceAddress: string | undefined
}

/** The whole mail: what was rendered, in its envelope. */
export function buildOutgoingEmail(
  row: MessageRow,
  template: TemplateWithData,
  { to }: EmailPayload,
  rendered: RenderedEmail,
  { from, bounceAddress }: SenderConfig,
  fromName?: string | null,
): OutgoingEmail {
  const isForRecipient = isRecipientEmail(template)
  return {
    message_id: buildMessageId(row, from.email),
    // the giver's name, our address: the giver's own would fail every check of where mail comes from
    from: isForRecipient
      ? { name: formatFromName(template.data.sender.name, fromName), email: from.email }
      : from,
    reply_to: isForRecipient ? template.data.sender : undefined,
    to,
    envelope_from: bounceAddress === undefined ? from.email : buildReturnPath(row, bounceAddress),
    subject: rendered.subject,
    html: rendered.html,
    text: rendered.text,
    language: rendered.language,
    unsubscribe_url:
      isForRecipient && 'expires_at' in template.data ? `${template.data.url}/decline` : undefined,
    date: row.created_at,
  }
}

/** People know the giver; programs that sort mail, and people who do not, know the account. */
const formatFromName = (senderName: string, accountName: string | null | undefined) =>
  accountName === null || accountName === undefined || accountName === senderName
    ? senderName
    : `${senderName}, ${accountName}`

type MessageRef = Pick<MessageRow, 'id' | 'code'>

const buildMessageId = ({ id, code }: MessageRef, from: string) =>
  `<${id.replaceAll('-', '')}.${code}@${from.slice(from.lastIndexOf('@') + 1)}>`

/** `bounces@example.com` becomes `bounces+{id}.{code}@example.com`. */
function buildReturnPath({ id, code }: MessageRef, address: string): string {
  const atIndex = address.lastIndexOf('@')
  return `${address.slice(0, atIndex)}+${id.replaceAll('-', '')}.${code}${address.slice(atIndex)}`
}

/** The message that a return path or a Message-ID in this text names, whoever wrote it there. */
export function parseMessageRef(text: string): MessageRef | undefined {
  const [, hex, code] = /(?:^|[<+\s])([0-9a-f]{32})\.([a-z0-9]{12})@/i.exec(text) ?? []
  if (hex === undefined || code === undefined) return undefined
  const id = hex.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { id, code: code.toLowerCase() }
}

/** Compares without telling by its time how much was right. */
export const isSameCode = (one: string, other: string): boolean => sha256(one).equals(sha256(other))
