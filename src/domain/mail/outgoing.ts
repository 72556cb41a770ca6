import { sha256 } from '#platform/secrets'
import type { Mailbox, OutgoingEmail } from '#platform/smtp'
import { type Content, isToRecipient } from './letters.ts'
import type { Rendered } from './render.ts'
import type { Sealed } from './seal.ts'
import type { Row } from './tables.ts'

/** Who all mail comes from. */
export interface Sending {
  from: Mailbox
  /** Where refusals that come later go, each with its message's name behind a plus; `from` when undefined. */
  bounceAddress: string | undefined
}

/** The whole mail: what was rendered, in its envelope. */
export function outgoingOf(
  row: Row,
  letter: Content,
  { to }: Sealed,
  rendered: Rendered,
  { from, bounceAddress }: Sending,
  fromName?: string | null,
): OutgoingEmail {
  const isGift = isToRecipient(letter)
  return {
    message_id: messageIdOf(row, from.email),
    // the giver's name, our address: the giver's own would fail every check of where mail comes from
    from: isGift ? { name: namesOf(letter.facts.sender.name, fromName), email: from.email } : from,
    reply_to: isGift ? letter.facts.sender : undefined,
    to,
    envelope_from: bounceAddress === undefined ? from.email : returnPathOf(row, bounceAddress),
    subject: rendered.subject,
    html: rendered.html,
    text: rendered.text,
    language: rendered.language,
    unsubscribe_url:
      isGift && 'expires_at' in letter.facts ? `${letter.facts.url}/decline` : undefined,
    date: row.made_at,
  }
}

/** People know the giver; programs that sort mail, and people who do not, know the account. */
const namesOf = (giver: string, account: string | null | undefined) =>
  account === null || account === undefined || account === giver ? giver : `${giver}, ${account}`

type Named = Pick<Row, 'id' | 'code'>

const messageIdOf = ({ id, code }: Named, from: string) =>
  `<${id.replaceAll('-', '')}.${code}@${from.slice(from.lastIndexOf('@') + 1)}>`

/** `bounces@example.com` becomes `bounces+{id}.{code}@example.com`. */
function returnPathOf({ id, code }: Named, address: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, at)}+${id.replaceAll('-', '')}.${code}${address.slice(at)}`
}

/** The message that a return path or a Message-ID in this text names, whoever wrote it there. */
export function namedIn(text: string): Named | undefined {
  const [, hex, code] = /(?:^|[<+\s])([0-9a-f]{32})\.([a-z0-9]{12})@/i.exec(text) ?? []
  if (hex === undefined || code === undefined) return undefined
  const id = hex.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { id, code: code.toLowerCase() }
}

/** Compares without telling by its time how much was right. */
export const isSameCode = (one: string, other: string): boolean => sha256(one).equals(sha256(other))
