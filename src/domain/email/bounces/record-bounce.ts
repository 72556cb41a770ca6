import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { enqueue } from '../outbox/enqueue.ts'
import { isSameCode } from '../outbox/envelope.ts'
import { decryptPayload, hashEmail } from '../outbox/payload-encryption.ts'
import * as store from '../outbox/store.ts'
import type { MessageRow } from '../outbox/tables.ts'
import { isRecipientEmail, type TemplateWithData } from '../templates/template-data.ts'

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
export async function recordBounce(
  ctx: TxContext,
  { id, code, response, isInvalidAddress }: Bounce,
): Promise<boolean> {
  const row = isId(id) ? await store.find(ctx, id) : undefined
  if (row === undefined || !isSameCode(row.code, code)) return false
  const isNew = await store.markBounced(ctx, row, response.slice(0, 500))
  if (isNew) await handleRejection(ctx, row, { response, isInvalidAddress })
  return true
}

/** What follows from a refusal: nobody writes there any more, and the sender hears of it, once for each address. */
export async function handleRejection(
  ctx: TxContext,
  row: MessageRow,
  { response, isInvalidAddress }: { response: string; isInvalidAddress: boolean },
): Promise<void> {
  if (row.encrypted_payload === null) return
  const { to, facts: data } = decryptPayload(ctx.deployment, row.id, row.encrypted_payload)
  const digest = hashEmail(to.email)
  if (isInvalidAddress)
    store.saveBouncedAddress(ctx, row.account_id, digest, response.slice(0, 500))
  const template = { kind: row.kind, data } as TemplateWithData
  if (!isRecipientEmail(template) || row.gift_request_id === null) return
  const { name, reference, web_url, sender } = template.data
  enqueue(ctx, {
    account_id: row.account_id,
    kind: 'bounced',
    to: sender,
    gift_request_id: row.gift_request_id,
    campaign_id: row.campaign_id,
    dedup_key: `bounced ${digest.toString('hex').slice(0, 16)}`,
    data: { recipient: name, reference, web_url, email: to.email, error: response.slice(0, 500) },
  })
}

/** The address is right after all, or right again: from now on letters go there. */
export const clearBounce = (
  ctx: TxContext,
  email: string,
  account_id: string = ctx.account_id,
): void => store.deleteBouncedAddress(ctx, account_id, hashEmail(email))
