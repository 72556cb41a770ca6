import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as bouncedAddresses from '../outbox/bounced-address-store.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { isSameCode } from '../outbox/envelope.ts'
import { decryptPayload, hashEmail } from '../outbox/payload-encryption.ts'
import * as store from '../outbox/store.ts'
import type { MessageRow } from '../outbox/tables.ts'
import { isRecipientEmail, type TemplateWithData } from '../templates/template-data.ts'

/** A rejection that arrived after the mail server had accepted the email. */
export interface Bounce {
  id: string
  code: string
  /** The mail server's response, for display. */
  response: string
  /** Whether the address itself is invalid, so that further emails are suppressed. */
  isInvalidAddress: boolean
}

/**
 * Marks an email as bounced. Returns false when the email does not exist or the code does not match.
 * Repeated reports of the same email have no effect.
 */
export async function recordBounce(
  ctx: TxContext,
  { id, code, response, isInvalidAddress }: Bounce,
): Promise<boolean> {
  const row = isId(id) ? await store.find(ctx, id) : undefined
  if (row === undefined || row.channel !== 'email' || !isSameCode(row.code, code)) return false
  const isNew = await store.markBounced(ctx, row, response.slice(0, 500))
  if (isNew) await handleRejection(ctx, row, { response, isInvalidAddress })
  return true
}

/** Suppresses further emails to an invalid address, and notifies the sender once per address. */
export async function handleRejection(
  ctx: TxContext,
  row: MessageRow,
  { response, isInvalidAddress }: { response: string; isInvalidAddress: boolean },
): Promise<void> {
  if (row.encrypted_payload === null) return
  const { to, facts: data } = decryptPayload(ctx.deployment, row.id, row.encrypted_payload)
  const digest = hashEmail(to.email)
  if (isInvalidAddress)
    bouncedAddresses.saveBouncedAddress(ctx, row.account_id, digest, response.slice(0, 500))
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

/** Suppresses emails to an address of the account, as after a permanent rejection. */
export const suppressAddress = (ctx: TxContext, email: string, reason: string): void =>
  bouncedAddresses.saveBouncedAddress(ctx, ctx.account_id, hashEmail(email), reason)

/** Clears the bounces of addresses with these SHA-256 digests of their keys. Returns how many. */
export const clearBounces = (ctx: TxContext, digests: readonly Buffer[]): Promise<number> =>
  bouncedAddresses.deleteBouncedDigests(ctx, digests)

/** Clears the bounce of an address, so that emails to this address are sent again. */
export const clearBounce = (
  ctx: TxContext,
  email: string,
  account_id: string = ctx.account_id,
): void => bouncedAddresses.deleteBouncedAddress(ctx, account_id, hashEmail(email))
