import { type AttentionKind, attentionKindNames, type Page } from '#contract'
import { newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { createBindings } from '#platform/postgres/table'
import { awakeSql, type ItemFilter, toConditions } from './item-filter.ts'
import type { Condition, ItemRow } from './tables.ts'

const columns = `account_id, id, number::float8 as number, kind, subject_type, subject_id, gift_request_id, sender_id, cause,
  since, raised_at, cleared_at, assignee_id, assigned_at, snoozed_until`

/** An item whose condition was true at the last check. */
export type OpenItem = Pick<ItemRow, 'id' | 'kind' | 'subject_id' | 'cause'>

/** Returns all open items of the account. Their number is limited, because the number of subjects is. */
export const findOpen = (ctx: TxContext): Promise<OpenItem[]> =>
  ctx.query<OpenItem>(
    `select id, kind, subject_id, cause from attention.item where account_id = $1 and cleared_at is null`,
    [ctx.account_id],
  )

/** A condition without an open item, with the sender of its gift. */
export type NewItem = Condition & Pick<ItemRow, 'sender_id'>

/** Inserts items with numbers after `lastNumber`. Returns them. */
export function raise(
  ctx: TxContext,
  kind: AttentionKind,
  items: readonly NewItem[],
  lastNumber: number,
): Promise<ItemRow[]> {
  return ctx.query<ItemRow>(
    `insert into attention.item (account_id, id, number, kind, subject_type, subject_id, gift_request_id,
       sender_id, cause, since, raised_at)
     select $1, id, $2 + nth, $3, subject_type, subject_id, gift_request_id, sender_id, cause, since, $4
       from unnest($5::uuid[], $6::text[], $7::uuid[], $8::uuid[], $9::uuid[], $10::text[], $11::timestamptz[])
         with ordinality as c (id, subject_type, subject_id, gift_request_id, sender_id, cause, since, nth)
     returning ${columns}`,
    [
      ctx.account_id,
      lastNumber,
      kind,
      ctx.now,
      items.map(() => newId()),
      items.map(({ subject_type }) => subject_type),
      items.map(({ subject_id }) => subject_id),
      items.map(({ gift_request_id }) => gift_request_id),
      items.map(({ sender_id }) => sender_id),
      items.map(({ cause }) => cause),
      items.map(({ since }) => since),
    ],
  )
}

/** Saves causes that have changed since their items were raised. */
export const updateCauses = (
  ctx: TxContext,
  changes: readonly Pick<ItemRow, 'id' | 'cause'>[],
): void =>
  ctx.enqueue(
    `update attention.item i set cause = c.cause from unnest($2::uuid[], $3::text[]) as c (id, cause)
      where i.account_id = $1 and i.id = c.id`,
    [ctx.account_id, changes.map(({ id }) => id), changes.map(({ cause }) => cause)],
  )

/** Locks items in the order of their ids, as the changes of users do, so that the two do not deadlock. */
export const lock = async (ctx: TxContext, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  await ctx.query(
    'select from attention.item where account_id = $1 and id = any ($2) order by id for update',
    [ctx.account_id, ids],
  )
}

/** Ends open items, which the transaction has locked. Returns them. */
export const clear = (ctx: TxContext, ids: readonly string[]): Promise<ItemRow[]> =>
  ctx.query<ItemRow>(
    `update attention.item set cleared_at = $3
      where account_id = $1 and id = any ($2) and cleared_at is null
     returning ${columns}`,
    [ctx.account_id, ids, ctx.now],
  )

/** Deletes items that ended before a time, at most `limit`. */
export const deleteCleared = (ctx: TxContext, before: Date, limit: number): void =>
  ctx.enqueue(
    `delete from attention.item where account_id = $1 and id in (
       select id from attention.item
        where account_id = $1 and cleared_at < $2 order by cleared_at limit $3)`,
    [ctx.account_id, before, limit],
  )

/** Builds a separate statement for each combination of filters, so that each uses a suitable index. */
export function findPage(
  ctx: TxContext,
  filter: ItemFilter,
  { limit, after, order }: Page,
): Promise<ItemRow[]> {
  const { bind, values } = createBindings(ctx.account_id)
  const where = toConditions(ctx, filter, bind)
  if (after !== undefined) where.push(`id ${order === 'asc' ? '>' : '<'} ${bind(after)}`)
  return ctx.query<ItemRow>(
    `select ${columns} from attention.item where ${where.join(' and ')}
      order by id ${order} limit ${bind(limit)}`,
    values,
  )
}

export const find = (ctx: TxContext, id: string): Promise<ItemRow | undefined> =>
  ctx.queryFirst<ItemRow>(
    `select ${columns} from attention.item where account_id = $1 and id = $2`,
    [ctx.account_id, id],
  )

/** Selects the gift requests of the account `$1` that do not move on after their redemption. */
export const stalledGiftsSql = `select gift_request_id from attention.item
  where account_id = $1 and cleared_at is null and gift_request_id is not null
    and kind = any (array['backordered', 'address_refused', 'delivery_attempt_failed', 'overdue'])`

/** Returns items in no order. Ids without an item are left out. */
export const findAll = (ctx: TxContext, ids: readonly string[]): Promise<ItemRow[]> =>
  ctx.query<ItemRow>(
    `select ${columns} from attention.item where account_id = $1 and id = any ($2)`,
    [ctx.account_id, ids],
  )

/** Counts the open items of each kind that are not snoozed, each up to `cap` + 1. */
export const countOpen = (
  ctx: TxContext,
  cap: number,
): Promise<{ kind: AttentionKind; count: number }[]> =>
  ctx.query(
    `select k.kind, n.count from unnest($2::text[]) as k (kind)
      cross join lateral (select count(*)::int from (
        select from attention.item i
         where i.account_id = $1 and i.kind = k.kind and i.cleared_at is null and ${awakeSql('$4', 'i')} limit $3) i) n
      where n.count > 0`,
    [ctx.account_id, attentionKindNames, cap + 1, ctx.now],
  )

/** Returns the subjects whose open items of these kinds are all snoozed. */
export const findSnoozedSubjects = (
  ctx: TxContext,
  kinds: readonly AttentionKind[],
): Promise<string[]> =>
  ctx.queryValues<string>(
    `select distinct s.subject_id from attention.item s
      where s.account_id = $1 and s.cleared_at is null and s.snoozed_until > $3 and s.kind = any ($2)
        and not exists (select from attention.item i
             where i.account_id = $1 and i.subject_id = s.subject_id and i.cleared_at is null
               and i.kind = any ($2) and ${awakeSql('$3', 'i')})`,
    [ctx.account_id, kinds, ctx.now],
  )

/** Returns open items that were raised after a number, in the order of their numbers. */
export const findOpenAfter = (
  ctx: TxContext,
  number: number,
  kinds: readonly AttentionKind[],
  limit: number,
): Promise<ItemRow[]> =>
  ctx.query<ItemRow>(
    `select ${columns} from attention.item
      where account_id = $1 and cleared_at is null and number > $2 and kind = any ($3)
      order by number limit $4`,
    [ctx.account_id, number, kinds, limit],
  )
