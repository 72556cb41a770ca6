import * as connections from '#connections'
import { isE164 } from '#contract'
import { sha256 } from '#platform/crypto/encryption'
import type { TxContext } from '#platform/postgres/database'
import * as store from './phone-store.ts'

type GiftRef = Pick<store.PhoneRow, 'account_id' | 'id'>

/** Returns the encryption context, which binds the ciphertext to its row. */
export const phoneContext = (id: string) => `mail.recipient_phone ${id}`

/**
 * Returns the hash of a phone number. The database finds the number by its hash and does not store the plain
 * text.
 */
export const hashPhone = (phone: string): Buffer => sha256(`tel ${phone}`)

/**
 * Saves the phone number of the recipient of a gift request. The function does not wait for the statement.
 */
export function saveRecipientPhone(ctx: TxContext, gift: GiftRef, phone: string): void {
  if (!isE164(phone)) throw new Error('not a phone number in E.164')
  const encrypted_phone = ctx.deployment.cipher.encrypt(phone, phoneContext(gift.id))
  const { account_id, id } = gift
  store.save(ctx, { account_id, id, encrypted_phone, phone_digest: hashPhone(phone) })
}

/** Copies the phone numbers of gift requests to the gift requests that replace them. */
export async function copyRecipientPhones(
  ctx: TxContext,
  copies: readonly { from: GiftRef; to: GiftRef }[],
): Promise<void> {
  const phones = await findRecipientPhones(
    ctx,
    copies.map(({ from }) => from),
  )
  for (const { from, to } of copies) {
    const phone = phones.get(from.id)
    if (phone !== undefined) saveRecipientPhone(ctx, to, phone)
  }
}

/**
 * Returns the phone numbers of gift requests, by the ids of the gift requests. They can belong to several
 * accounts.
 */
export async function findRecipientPhones(
  ctx: TxContext,
  gifts: readonly GiftRef[],
): Promise<ReadonlyMap<string, string>> {
  if (gifts.length === 0) return new Map()
  const { cipher } = ctx.deployment
  const rows = await store.findAll(ctx, gifts)
  return new Map(
    rows.map(({ id, encrypted_phone }) => [id, cipher.decrypt(encrypted_phone, phoneContext(id))]),
  )
}

/** Returns the phone numbers of text messages, by the ids of their gift requests. */
export const findPhonesOfMessages = (
  ctx: TxContext,
  rows: readonly { account_id: string; channel: string; gift_request_id: string | null }[],
): Promise<ReadonlyMap<string, string>> =>
  findRecipientPhones(
    ctx,
    rows.flatMap(({ account_id, channel, gift_request_id }) =>
      channel === 'sms' && gift_request_id !== null ? [{ account_id, id: gift_request_id }] : [],
    ),
  )

/**
 * Deletes the phone numbers of gift requests of the transaction's account. The function does not wait for the
 * statement.
 */
export const deleteRecipientPhones = (ctx: TxContext, ids: readonly string[]): void => {
  if (ids.length > 0) store.remove(ctx, ids)
}

/** Who pays for text messages. */
export type TextPayer = 'account' | 'installation'

/**
 * Returns who pays for the text messages of the account: `account` if it has a default connection of its own that is
 * enabled, `installation`, or undefined if it can send none. In staging the installation always can, because the mailbox
 * captures the messages.
 */
export async function findTextPayer(ctx: TxContext): Promise<TextPayer | undefined> {
  const own = await connections.findOfPort(ctx, 'text')
  if (own.length > 0)
    return own.some(({ is_default, enabled }) => is_default && enabled) ? 'account' : undefined
  const { stage, hasSms } = ctx.deployment
  return stage === 'staging' || hasSms === true ? 'installation' : undefined
}

/** Hides the middle of a phone number. Lists show only its country and its last digits. */
export const maskPhone = (phone: string): string => `${phone.slice(0, 3)} … ${phone.slice(-3)}`
