import {
  ALL_ACCOUNTS,
  type Database,
  readWithoutTransaction,
  type TxContext,
} from '#platform/postgres/database'
import { selectGift } from '../lifecycle/gift-store.ts'
import type { Gift } from '../lifecycle/tables.ts'

/** A contact of the account, as far as the room keeps one. */
export interface ContactSummary {
  id: string
  thank_you_count: number
  created_at: Date
}

export async function findContact(
  ctx: TxContext,
  email_key: string,
): Promise<ContactSummary | undefined> {
  const [contact] = await ctx.query<ContactSummary>(
    'select id, thank_you_count, created_at from gifting.contact where account_id = $1 and email_key = $2',
    [ctx.account_id, email_key],
  )
  return contact
}

/** Nobody is found by this contact any more; a new one is made for whoever comes with the same address. */
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

/** Holds some of the gift requests that go to this address, always in the same order. */
export const lockGifts = (ctx: TxContext, email_key: string, limit: number): Promise<Gift[]> =>
  ctx.query<Gift>(
    `${selectGift} where g.account_id = $1 and g.email_key = $2 order by g.id limit $3 for update of g`,
    [ctx.account_id, email_key, limit],
  )

/**
 * Takes everything out of held gift requests that says who their recipient is, and what they and the
 * sender wrote. Does not wait.
 */
export const redact = (ctx: TxContext, ids: readonly string[]): void =>
  ctx.enqueue(
    `with visit as (
       delete from gifting.redemption_session where account_id = $1 and gift_request_id = any ($2)
     ), thanks as (
       delete from gifting.thank_you_note where account_id = $1 and gift_request_id = any ($2)
     ), sent as (
       delete from gifting.bulk_send_row where account_id = $1 and gift_request_id = any ($2)
     ), metadata as (
       delete from gifting.metadata_value where account_id = $1 and gift_request_id = any ($2)
     )
     update gifting.gift_request
        set email_key = '', first_name = '', last_name = '', email = '', search_first = '',
            search_last = '', search_middle = null, search_final = null, address = null, country = null,
            email_message = '{"subject":"","body":""}', metadata = '{}', link_digest = null, link_code = null,
            updated_at = greatest(updated_at, $3)
      where account_id = $1 and id = any ($2)`,
    [ctx.account_id, ids, ctx.now],
  )

/** Holds some that ended before then and still say where their recipient lives; what others hold waits. */
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

/** Keeps the digest of each link with the month, so that its page can say what became of the gift. Does not wait. */
export const savePastLinks = (ctx: TxContext, ids: readonly string[]): void =>
  ctx.enqueue(
    `insert into gifting.past_link (account_id, link_digest, status, ended_on)
     select account_id, link_digest, status, date_trunc('month', updated_at at time zone 'UTC')::date
       from gifting.gift_request
      where account_id = $1 and id = any ($2) and link_digest is not null
     on conflict do nothing`,
    [ctx.account_id, ids],
  )

/** Deletes those of gifts that ended before then. Does not wait. */
export const deletePastLinks = (ctx: TxContext, before: Date): void =>
  ctx.enqueue('delete from gifting.past_link where account_id = $1 and ended_on < $2', [
    ctx.account_id,
    before,
  ])

/** A link of a gift whose details were deleted: how the gift ended, and in which month. */
export interface PastLink {
  status: 'delivered' | 'cancelled'
  ended_on: Date
}

export async function findPastLink(db: Database, digest: Buffer): Promise<PastLink | undefined> {
  const [link] = await readWithoutTransaction<PastLink>(
    db,
    ALL_ACCOUNTS,
    `select p.status, p.ended_on::timestamp at time zone 'UTC' as ended_on from gifting.past_link p
      where p.link_digest = $2 and opened.account_id = '*'`,
    [digest],
  )
  return link
}

/** Takes out of held gift requests what only their way to the recipient needed. Does not wait. */
export const deleteAddresses = (ctx: TxContext, ids: readonly string[]): void =>
  ctx.enqueue(
    `with visit as (
       delete from gifting.redemption_session where account_id = $1 and gift_request_id = any ($2)
     ), thanks as (
       delete from gifting.thank_you_note where account_id = $1 and gift_request_id = any ($2)
     )
     update gifting.gift_request
        set address = null, link_digest = null, link_code = null, purged_at = $3,
            updated_at = greatest(updated_at, $3)
      where account_id = $1 and id = any ($2)`,
    [ctx.account_id, ids, ctx.now],
  )
