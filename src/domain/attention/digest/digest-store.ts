import type { TxContext } from '#platform/postgres/database'
import { awakeSql } from '../item-filter.ts'
import type { ItemRow } from '../tables.ts'

/** A user, and one sender whose gifts the digest of this user covers; null for the items assigned to the user. */
export interface Responsibility {
  user_id: string
  sender_id: string | null
}

/** The items that digests have: raised before a time. Those that a member looks after are only in the digest of this member. */
export interface DigestScope {
  before: Date
  assignees: readonly string[]
}

const scopeValues = (ctx: TxContext, { before, assignees }: DigestScope): unknown[] => [
  ...[ctx.account_id, before, ctx.now, assignees],
]

/** Is true for open items that digests have, with the values of `scopeValues`. */
const coveredSql = `i.account_id = $1 and i.cleared_at is null and i.raised_at <= $2 and ${awakeSql('$3', 'i')}`

/** Builds SQL that is true for items about gifts of a sender that no member looks after. */
const ofSenderSql = (sender: string) =>
  `i.sender_id = ${sender} and (i.assignee_id is null or i.assignee_id <> all ($4::uuid[]))`

/** The time of the account's clock at the last digest. */
const readSql = `coalesce(d.read_until, '-infinity')`

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

/** Returns the users to whom open items are assigned. */
export const findAssigneeIds = (ctx: TxContext): Promise<string[]> =>
  ctx.queryValues<string>(
    `select distinct assignee_id from attention.item
      where account_id = $1 and cleared_at is null and assignee_id is not null`,
    [ctx.account_id],
  )

/**
 * Finds the users who are due for a digest: at least one item is new for them. It was raised after the last digest, was
 * assigned to them by another user since, or was snoozed and is back since. The items of a sender are read in the order of
 * their numbers, and the others by the indexes of assigned and of snoozed items.
 */
export const findDueUsers = (
  ctx: TxContext,
  responsibilities: readonly Responsibility[],
  scope: DigestScope,
): Promise<string[]> =>
  ctx.queryValues<string>(
    `select distinct r.user_id from unnest($5::uuid[], $6::uuid[]) as r (user_id, sender_id)
       left join attention.digest d on d.account_id = $1 and d.user_id = r.user_id
      where d.unsubscribed_at is null and (d.sent_at is null or d.sent_at <= now() - interval '24 hours')
        and (exists (
               select from attention.item i
                where ${coveredSql} and ${ofSenderSql('r.sender_id')} and i.number > coalesce(d.last_number, 0))
          or exists (
               select from attention.item i
                where ${coveredSql} and ${ofSenderSql('r.sender_id')} and i.snoozed_until > ${readSql})
          or exists (
               select from attention.item i
                where ${coveredSql} and r.sender_id is null and i.assignee_id = r.user_id
                  and (i.number > coalesce(d.last_number, 0) or i.assigned_at > ${readSql} or i.snoozed_until > ${readSql})))
      order by r.user_id`,
    [
      ...scopeValues(ctx, scope),
      responsibilities.map(({ user_id }) => user_id),
      responsibilities.map(({ sender_id }) => sender_id),
    ],
  )

/** Finds the items of a digest, newest first: about gifts of these senders, and assigned to the user. */
export const findOpenItems = (
  ctx: TxContext,
  { user_id, sender_ids }: { user_id: string; sender_ids: readonly string[] },
  scope: DigestScope,
  limit: number,
): Promise<ItemRow[]> =>
  ctx.query(
    `with of_senders as (
       select i.* from unnest($6::uuid[]) as s (id)
        cross join lateral (
          select * from attention.item i where ${coveredSql} and ${ofSenderSql('s.id')}
           order by i.number desc limit $7) i
     ), assigned as (
       select * from attention.item i where ${coveredSql} and i.assignee_id = $5 and $5 = any ($4::uuid[])
        order by i.number desc limit $7
     ) select i.*, i.number::float8 as number from (select * from of_senders union all select * from assigned) i
        order by i.number desc limit $7`,
    [...scopeValues(ctx, scope), user_id, sender_ids, limit],
  )

/**
 * Claims the digest of a user for the next 24 hours. Returns false if another process has claimed it, or if
 * the user has unsubscribed.
 */
export const claim = (ctx: TxContext, user_id: string, last_number: number): Promise<boolean> =>
  ctx.hasRows(
    `insert into attention.digest as d (account_id, user_id, last_number, sent_at, read_until) values ($1, $2, $3, now(), $4)
     on conflict (account_id, user_id) do update
       set last_number = greatest(d.last_number, excluded.last_number), sent_at = now(), read_until = excluded.read_until
      where d.unsubscribed_at is null and (d.sent_at is null or d.sent_at <= now() - interval '24 hours')
     returning true`,
    [ctx.account_id, user_id, last_number, ctx.now],
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
