import { type AttentionKind, type AttentionSubject, attentionKindNames, type Page } from '#contract'
import { newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { createBindings } from '#platform/postgres/table'
import type { Condition, ItemRow } from './tables.ts'

const columns = `account_id, id, number::float8 as number, kind, subject_type, subject_id, gift_request_id, sender_id, cause,
  since, raised_at, cleared_at`

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

/** Ends open items. Returns them. */
export const clear = (ctx: TxContext, ids: readonly string[]): Promise<ItemRow[]> =>
  ctx.query<ItemRow>(
    `update attention.item set cleared_at = $3
      where account_id = $1 and id = any ($2) and cleared_at is null returning ${columns}`,
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

/** The filters of the feed. */
export interface ItemFilter {
  kind?: AttentionKind
  state?: 'open' | 'cleared'
  gift_request_id?: string
  subject_id?: string
  /** The subjects about which the caller sees no items. */
  hidden?: readonly AttentionSubject[]
}

/** Builds a separate statement for each combination of filters, so that each uses a suitable index. */
export function findPage(
  ctx: TxContext,
  { kind, state, gift_request_id, subject_id, hidden }: ItemFilter,
  { limit, after, order }: Page,
): Promise<ItemRow[]> {
  const { bind: param, values } = createBindings(ctx.account_id)
  const where = ['account_id = $1']
  if (kind !== undefined) where.push(`kind = ${param(kind)}`)
  if (state !== undefined) where.push(`cleared_at is ${state === 'open' ? 'null' : 'not null'}`)
  if (gift_request_id !== undefined) where.push(`gift_request_id = ${param(gift_request_id)}`)
  if (subject_id !== undefined) where.push(`subject_id = ${param(subject_id)}`)
  if (hidden !== undefined) where.push(`subject_type <> all (${param(hidden)})`)
  if (after !== undefined) where.push(`id ${order === 'asc' ? '>' : '<'} ${param(after)}`)
  return ctx.query<ItemRow>(
    `select ${columns} from attention.item where ${where.join(' and ')}
      order by id ${order} limit ${param(limit)}`,
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

/** Counts the open items of each kind, each up to `cap` + 1. */
export const countOpen = (
  ctx: TxContext,
  cap: number,
): Promise<{ kind: AttentionKind; count: number }[]> =>
  ctx.query(
    `select k.kind, n.count from unnest($2::text[]) as k (kind)
      cross join lateral (select count(*)::int from (
        select from attention.item i
         where i.account_id = $1 and i.kind = k.kind and i.cleared_at is null limit $3) i) n
      where n.count > 0`,
    [ctx.account_id, attentionKindNames, cap + 1],
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
