import type { TxContext } from '#platform/postgres/database'
import type { ItemRow } from '../tables.ts'

export type NewItem = Pick<
  ItemRow,
  'id' | 'line_item_id' | 'number' | 'variant_id' | 'delivery' | 'needs_code'
>

/** Inserts the items of a gift request without codes. Items that exist stay as they are. */
export const insert = (
  ctx: TxContext,
  gift_request_id: string,
  items: readonly NewItem[],
): Promise<unknown> =>
  ctx.query(
    `insert into digital.item (account_id, id, gift_request_id, line_item_id, number, variant_id, delivery, needs_code,
       given_at, created_at)
     select $1, i.id, $2, i.line_item_id, i.number, i.variant_id, i.delivery, i.needs_code,
            case when i.needs_code then null else $3::timestamptz end, $3
       from unnest($4::uuid[], $5::uuid[], $6::int[], $7::uuid[], $8::text[], $9::boolean[])
         as i (id, line_item_id, number, variant_id, delivery, needs_code)
     on conflict do nothing`,
    [
      ctx.account_id,
      gift_request_id,
      ctx.now,
      items.map(({ id }) => id),
      items.map(({ line_item_id }) => line_item_id),
      items.map(({ number }) => number),
      items.map(({ variant_id }) => variant_id),
      items.map(({ delivery }) => delivery),
      items.map(({ needs_code }) => needs_code),
    ],
  )

const columns = `account_id, id, gift_request_id, line_item_id, number, variant_id, delivery, needs_code, code_id,
  given_at, revealed_at, replaced_at, downloads, created_at`

/** Returns the items of a gift request, in the order in which they were created. */
export const findByGift = (ctx: TxContext, gift_request_id: string): Promise<ItemRow[]> =>
  ctx.query<ItemRow>(
    `select ${columns} from digital.item where account_id = $1 and gift_request_id = $2 order by line_item_id, number`,
    [ctx.account_id, gift_request_id],
  )

/** Gives codes to items. */
export const setCodes = (
  ctx: TxContext,
  pairs: readonly { id: string; code_id: string }[],
  { replaced_at }: { replaced_at: Date | null } = { replaced_at: null },
): Promise<unknown> =>
  ctx.query(
    `update digital.item i set code_id = p.code_id, given_at = $2, replaced_at = $3, revealed_at = null
       from unnest($4::uuid[], $5::uuid[]) as p (id, code_id)
      where i.account_id = $1 and i.id = p.id`,
    [
      ctx.account_id,
      ctx.now,
      replaced_at,
      pairs.map(({ id }) => id),
      pairs.map(({ code_id }) => code_id),
    ],
  )

/** Records the first reveal of an item that has its content. Returns whether the item is revealed. */
export const markRevealed = (
  ctx: TxContext,
  gift_request_id: string,
  id: string,
): Promise<boolean> =>
  ctx.hasRows(
    `update digital.item set revealed_at = coalesce(revealed_at, $4)
      where account_id = $1 and gift_request_id = $2 and id = $3 and given_at is not null returning true`,
    [ctx.account_id, gift_request_id, id, ctx.now],
  )

export const countDownload = (ctx: TxContext, id: string): Promise<unknown> =>
  ctx.query('update digital.item set downloads = downloads + 1 where account_id = $1 and id = $2', [
    ctx.account_id,
    id,
  ])

/**
 * Deletes the items of a gift request that its recipient has not revealed, and makes their codes free again. The
 * statement is not awaited.
 */
export const release = (ctx: TxContext, account_id: string, gift_request_id: string): void =>
  ctx.enqueue(
    `with gone as (
       delete from digital.item where account_id = $1 and gift_request_id = $2 and revealed_at is null
       returning code_id
     )
     update digital.code c set given_at = null, gift_request_id = null
       from gone where c.account_id = $1 and c.id = gone.code_id`,
    [account_id, gift_request_id],
  )

/**
 * Deletes the items of these gift requests and the content of their codes. The codes stay given, so they are counted and
 * no import accepts them again. The statement is not awaited.
 */
export const erase = (ctx: TxContext, gift_request_ids: readonly string[]): void =>
  ctx.enqueue(
    `with gone as (delete from digital.item where account_id = $1 and gift_request_id = any ($2))
     update digital.code set encrypted_code = null, encrypted_pin = null, gift_request_id = null
      where account_id = $1 and gift_request_id = any ($2)`,
    [ctx.account_id, gift_request_ids],
  )

/** A gift request with an item that waits, for whose variant a code is free. */
export interface WaitingGift {
  gift_request_id: string
}

/**
 * Returns the gift requests that a free code can serve, the one that waits longest first. An item whose order at a supplier
 * is open may have a paid code already, so it waits for the order.
 */
export const findServable = (ctx: TxContext, limit: number): Promise<WaitingGift[]> =>
  ctx.query<WaitingGift>(
    `select i.gift_request_id from digital.item i
      where i.account_id = $1 and i.given_at is null
        and (select c.id from digital.code c
              where c.account_id = $1 and c.variant_id = i.variant_id and c.given_at is null and c.revoked_at is null
                and (c.expires_on is null or c.expires_on >= ($3::timestamptz at time zone 'UTC')::date)
              order by c.expires_on, c.id limit 1) is not null
        and not exists (select from digital.purchase p
                         where p.account_id = $1 and p.item_id = i.id and p.state = 'open')
      group by i.gift_request_id order by min(i.created_at), i.gift_request_id limit $2`,
    [ctx.account_id, limit, ctx.now],
  )

/** Counts the items that wait, by variant. */
export const countWaiting = (
  ctx: TxContext,
  variant_ids: readonly string[],
): Promise<{ variant_id: string; count: number }[]> =>
  ctx.query(
    `select variant_id, count(*)::int as count from digital.item
      where account_id = $1 and variant_id = any ($2) and given_at is null group by variant_id`,
    [ctx.account_id, variant_ids],
  )

/** Counts how many items of a variant were given, for links and files, and how often files were downloaded. */
export const countGiven = (
  ctx: TxContext,
  variant_ids: readonly string[],
): Promise<{ variant_id: string; given: number; downloads: number }[]> =>
  ctx.query(
    `select variant_id, count(*)::int as given, sum(downloads)::int as downloads from digital.item
      where account_id = $1 and variant_id = any ($2) and given_at is not null group by variant_id`,
    [ctx.account_id, variant_ids],
  )

/**
 * Returns the gift requests with an item whose orders have all failed, the last one before this time, and whose variant has a
 * source that can be asked again.
 */
export const findRetryable = (ctx: TxContext, before: Date, limit: number): Promise<string[]> =>
  ctx.queryValues<string>(
    `select i.gift_request_id from digital.item i
      where i.account_id = $1 and i.given_at is null
        and exists (select from digital.source s
                     where s.account_id = $1 and s.variant_id = i.variant_id and s.stopped_at is null)
        and not exists (select from digital.purchase p
                         where p.account_id = $1 and p.item_id = i.id and (p.state <> 'failed' or p.settled_at > $2))
      group by i.gift_request_id order by min(i.created_at), i.gift_request_id limit $3`,
    [ctx.account_id, before, limit],
  )
