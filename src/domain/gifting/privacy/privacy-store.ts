import type { TxContext } from '#platform/postgres/database'
import { selectGift } from '../lifecycle/gift-store.ts'
import type { Gift } from '../lifecycle/tables.ts'

/** A contact of the account. */
export interface ContactSummary {
  id: string
  thank_you_count: number
  created_at: Date
}

export const findContact = (
  ctx: TxContext,
  email_key: string,
): Promise<ContactSummary | undefined> =>
  ctx.queryFirst<ContactSummary>(
    'select id, thank_you_count, created_at from gifting.contact where account_id = $1 and email_key = $2',
    [ctx.account_id, email_key],
  )

/** Returns whether one of these addresses has got a gift. */
export const isRecipient = (ctx: TxContext, email_keys: readonly string[]): Promise<boolean> =>
  ctx.hasRows('select from gifting.contact where account_id = $1 and email_key = any ($2)', [
    ctx.account_id,
    email_keys,
  ])

/**
 * Removes the address from the contact. A later gift to the same address creates a new contact. The statement
 * is not awaited.
 */
export const eraseContact = (ctx: TxContext, email_key: string): void =>
  ctx.enqueue(
    `update gifting.contact set email_key = null, domain_key = null, digest = null, erased_at = $3 where account_id = $1 and email_key = $2`,
    [ctx.account_id, email_key, ctx.now],
  )

export const findGifts = (ctx: TxContext, email_key: string): Promise<Gift[]> =>
  ctx.query<Gift>(`${selectGift} where g.account_id = $1 and g.email_key = $2 order by g.id`, [
    ctx.account_id,
    email_key,
  ])

/** Locks a batch of gift requests to this address, in id order to avoid deadlocks. */
export const lockGifts = (ctx: TxContext, email_key: string, limit: number): Promise<Gift[]> =>
  ctx.query<Gift>(
    `${selectGift} where g.account_id = $1 and g.email_key = $2 order by g.id limit $3 for update of g`,
    [ctx.account_id, email_key, limit],
  )

/** Removes the recipient's data and all messages from locked gift requests. The statement is not awaited. */
export const redact = (ctx: TxContext, ids: readonly string[]): void =>
  ctx.enqueue(
    `with visit as (
       delete from gifting.redemption_session where account_id = $1 and gift_request_id = any ($2)
     ), thanks as (
       delete from gifting.thank_you_note where account_id = $1 and gift_request_id = any ($2)
     ), sent as (
       delete from gifting.bulk_send_row where account_id = $1 and gift_request_id = any ($2)
     ), rows as (
       delete from gifting.batch_row where account_id = $1 and gift_request_id = any ($2)
     ), metadata as (
       delete from gifting.metadata_value where account_id = $1 and gift_request_id = any ($2)
     ), change as (
       update gifting.gift_change set address = null where account_id = $1 and gift_request_id = any ($2)
     )
     update gifting.gift_request
        set email_key = '', first_name = '', last_name = '', email = '', search_first = '',
            search_last = '', search_middle = null, search_final = null, address = null, country = null,
            email_message = '{"subject":"","body":""}', metadata = '{}', link_digest = null, link_code = null,
            updated_at = greatest(updated_at, $3)
      where account_id = $1 and id = any ($2)`,
    [ctx.account_id, ids, ctx.now],
  )

/**
 * Locks a batch of ended gift requests that are not purged yet. Skips rows that another transaction has locked.
 */
export const lockEnded = (
  ctx: TxContext,
  before: Date,
  limit: number,
): Promise<{ id: string; is_direct: boolean }[]> =>
  ctx.query(
    `select id, is_direct from gifting.gift_request
      where account_id = $1 and purged_at is null and status in ('delivered', 'cancelled') and updated_at < $2
      order by updated_at limit $3 for update skip locked`,
    [ctx.account_id, before, limit],
  )

/** Deletes addresses, links, sessions and notes of locked gift requests. The statement is not awaited. */
export const deleteAddresses = (ctx: TxContext, ids: readonly string[]): void =>
  ctx.enqueue(
    `with visit as (
       delete from gifting.redemption_session where account_id = $1 and gift_request_id = any ($2)
     ), thanks as (
       delete from gifting.thank_you_note where account_id = $1 and gift_request_id = any ($2)
     ), change as (
       delete from gifting.gift_change where account_id = $1 and gift_request_id = any ($2) and state <> 'pending'
     )
     update gifting.gift_request
        set address = null, link_digest = null, link_code = null, purged_at = $3,
            updated_at = greatest(updated_at, $3)
      where account_id = $1 and id = any ($2)`,
    [ctx.account_id, ids, ctx.now],
  )
