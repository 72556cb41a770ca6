import type { TxContext } from '#platform/postgres/database'
import type { ItemRow } from '../tables.ts'

/** A user, and one sender whose gifts the digest of this user covers. */
export interface Responsibility {
  user_id: string
  sender_id: string
}

/**
 * Builds SQL that reads the first open item of a sender after the last one that the digest covered. This is
 * the oldest item, and the query reads one index entry.
 */
const firstNewItemSql = (sender: string, lastNumber: string) => `
  select i.raised_at from attention.item i
   where i.account_id = $1 and i.sender_id = ${sender} and i.cleared_at is null and i.number > ${lastNumber}
   order by i.number limit 1`

/**
 * Returns the senders of gifts with open items. Reads one index entry for each sender, whatever the number of
 * items.
 */
export const findSenders = (ctx: TxContext): Promise<string[]> =>
  ctx.queryValues<string>(
    `with recursive each_sender (sender_id) as (
       (select sender_id from attention.item
         where account_id = $1 and cleared_at is null and sender_id is not null order by sender_id limit 1)
       union all
       select (select i.sender_id from attention.item i
                where i.account_id = $1 and i.cleared_at is null and i.sender_id > s.sender_id
                order by i.sender_id limit 1)
         from each_sender s where s.sender_id is not null
     ) select sender_id from each_sender where sender_id is not null`,
    [ctx.account_id],
  )

/**
 * Finds the users who are due for a digest: at least one item is new for them and was raised before the time
 * `before`.
 */
export const findDueUsers = (
  ctx: TxContext,
  responsibilities: readonly Responsibility[],
  before: Date,
): Promise<string[]> =>
  ctx.queryValues<string>(
    `select distinct r.user_id from unnest($2::uuid[], $3::uuid[]) as r (user_id, sender_id)
       left join attention.digest d on d.account_id = $1 and d.user_id = r.user_id
      where d.unsubscribed_at is null and (d.sent_at is null or d.sent_at <= now() - interval '24 hours')
        and (${firstNewItemSql('r.sender_id', 'coalesce(d.last_number, 0)')}) <= $4
      order by r.user_id`,
    [
      ctx.account_id,
      responsibilities.map(({ user_id }) => user_id),
      responsibilities.map(({ sender_id }) => sender_id),
      before,
    ],
  )

/**
 * Finds the open items about gifts of these senders that were raised before the time `before`, newest first.
 */
export const findOpenItems = (
  ctx: TxContext,
  sender_ids: readonly string[],
  before: Date,
  limit: number,
): Promise<ItemRow[]> =>
  ctx.query(
    `select i.*, i.number::float8 as number from unnest($2::uuid[]) as s (id)
      cross join lateral (
        select * from attention.item
         where account_id = $1 and sender_id = s.id and cleared_at is null and raised_at <= $3
         order by number desc limit $4) i
      order by i.number desc limit $4`,
    [ctx.account_id, sender_ids, before, limit],
  )

/**
 * Claims the digest of a user for the next 24 hours. Returns false if another process has claimed it, or if
 * the user has unsubscribed.
 */
export const claim = (ctx: TxContext, user_id: string, last_number: number): Promise<boolean> =>
  ctx.hasRows(
    `insert into attention.digest as d (account_id, user_id, last_number, sent_at) values ($1, $2, $3, now())
     on conflict (account_id, user_id) do update set last_number = excluded.last_number, sent_at = now()
      where d.unsubscribed_at is null and (d.sent_at is null or d.sent_at <= now() - interval '24 hours')
     returning true`,
    [ctx.account_id, user_id, last_number],
  )

export const isUnsubscribed = (ctx: TxContext, user_id: string): Promise<boolean> =>
  ctx.hasRows(
    `select from attention.digest
      where account_id = $1 and user_id = $2 and unsubscribed_at is not null`,
    [ctx.account_id, user_id],
  )

/** Saves whether a user receives the digest. Returns whether the setting changed. */
export const saveSubscription = (
  ctx: TxContext,
  user_id: string,
  isSubscribed: boolean,
): Promise<boolean> =>
  ctx.hasRows(
    isSubscribed
      ? `update attention.digest set unsubscribed_at = null
          where account_id = $1 and user_id = $2 and unsubscribed_at is not null returning true`
      : `insert into attention.digest as d (account_id, user_id, unsubscribed_at) values ($1, $2, now())
         on conflict (account_id, user_id) do update set unsubscribed_at = now()
          where d.unsubscribed_at is null returning true`,
    [ctx.account_id, user_id],
  )
