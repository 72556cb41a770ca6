import { isId } from '#platform/ids'
import type { TxContext } from '#platform/postgres'
import { type Content, isToRecipient } from './letters.ts'
import { isSameCode } from './outgoing.ts'
import { post } from './post.ts'
import { digestOf, open } from './seal.ts'
import * as store from './store.ts'
import type { Row } from './tables.ts'

/** A refusal that came after the server had taken the mail. */
export interface Bounce {
  id: string
  code: string
  /** What was response, for people. */
  response: string
  /** Whether it is the address that is wrong, so that nothing more should go there. */
  isInvalidAddress: boolean
}

/**
 * Writes down that a mail did not arrive after all. Answers false when there is no such mail, or when
 * whoever says so does not know its code. A second report of the same mail changes nothing.
 */
export async function noteBounce(
  ctx: TxContext,
  { id, code, response, isInvalidAddress }: Bounce,
): Promise<boolean> {
  const row = isId(id) ? await store.find(ctx, id) : undefined
  if (row === undefined || !isSameCode(row.code, code)) return false
  const isNew = await store.markBounced(ctx, row, response.slice(0, 500))
  if (isNew) await noteRefusal(ctx, row, { response, isInvalidAddress })
  return true
}

/** What follows from a refusal: nobody writes there any more, and the sender hears of it, once for each address. */
export async function noteRefusal(
  ctx: TxContext,
  row: Row,
  { response, isInvalidAddress }: { response: string; isInvalidAddress: boolean },
): Promise<void> {
  if (row.sealed === null) return
  const { to, facts } = open(ctx.deployment, row.id, row.sealed)
  const digest = digestOf(to.email)
  if (isInvalidAddress) store.addBounced(ctx, row.account_id, digest, response.slice(0, 500))
  const letter = { kind: row.kind, facts } as Content
  if (!isToRecipient(letter) || row.gift_request_id === null) return
  const { name, reference, web_url, sender } = letter.facts
  post(ctx, {
    account_id: row.account_id,
    kind: 'bounced',
    to: sender,
    gift_request_id: row.gift_request_id,
    campaign_id: row.campaign_id,
    slot: `bounced ${digest.toString('hex').slice(0, 16)}`,
    facts: { recipient: name, reference, web_url, email: to.email, error: response.slice(0, 500) },
  })
}

/** The address is right after all, or right again: from now on letters go there. */
export const clearBounce = (
  ctx: TxContext,
  email: string,
  account_id: string = ctx.account_id,
): void => store.removeBounced(ctx, account_id, digestOf(email))
