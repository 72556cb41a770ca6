import type { Page } from '#contract'
import * as giftLists from '#gift-lists'
import type { TxContext } from '#platform/postgres/database'
import type { GiftResult, RejectedGift } from './tables.ts'

/** Selects the gift requests with these ids. Returns how many exist in the account. */
export const selectByIds = async (
  ctx: TxContext,
  bulk_action_id: string,
  ids: readonly string[],
): Promise<number> =>
  insertSelection(
    ctx,
    'select g.id from gifting.gift_request g where g.account_id = $1 and g.id = any ($3)',
    [ctx.account_id, bulk_action_id, ids],
  )

/** Selects the gift requests that match the filter of the list, up to one more than `limit`. Returns how many. */
export function selectMatching(
  ctx: TxContext,
  bulk_action_id: string,
  filter: giftLists.AdminGiftFilter,
  limit: number,
): Promise<number> {
  const { bind, values, where } = giftLists.buildGiftWhere(ctx, filter)
  const id = bind(bulk_action_id)
  const select = `select g.id from gifting.gift_request g where ${where.join(' and ')} limit ${bind(limit + 1)}`
  return insertSelection(ctx, select, values, id)
}

const insertSelection = (
  ctx: TxContext,
  select: string,
  values: readonly unknown[],
  bulkActionId = '$2',
): Promise<number> =>
  ctx.queryCount(
    `with selected as (
       insert into gifting.bulk_action_gift (account_id, bulk_action_id, gift_request_id)
       select $1, ${bulkActionId}::uuid, s.id from (${select}) s returning 1)
     select count(*)::int as count from selected`,
    values,
  )

/** Selects the gift requests that another action extended. The previous expiry becomes the next one. Returns how many. */
export const selectExtended = (
  ctx: TxContext,
  bulk_action_id: string,
  undo_of: string,
): Promise<number> =>
  ctx.queryCount(
    `with selected as (
       insert into gifting.bulk_action_gift (account_id, bulk_action_id, gift_request_id, expires_before, expires_after)
       select $1, $2, gift_request_id, expires_after, expires_before from gifting.bulk_action_gift
        where account_id = $1 and bulk_action_id = $3 and result = 'done' returning 1)
     select count(*)::int as count from selected`,
    [ctx.account_id, bulk_action_id, undo_of],
  )

/** A gift request that is not processed yet. */
export type PendingGift = Pick<GiftResult, 'gift_request_id' | 'expires_before' | 'expires_after'>

/** Returns the next gift requests, in id order to avoid deadlocks. */
export const nextPending = (
  ctx: TxContext,
  bulk_action_id: string,
  limit: number,
): Promise<PendingGift[]> =>
  ctx.query<PendingGift>(
    `select gift_request_id, expires_before, expires_after from gifting.bulk_action_gift
      where account_id = $1 and bulk_action_id = $2 and result is null order by gift_request_id limit $3`,
    [ctx.account_id, bulk_action_id, limit],
  )

/** Saves the results of gift requests that have none. Returns how many. */
export const save = (
  ctx: TxContext,
  bulk_action_id: string,
  results: readonly GiftResult[],
): Promise<number> =>
  ctx.countRows(
    `update gifting.bulk_action_gift g
          set result = r.result, reason_code = r.reason_code, reason = r.reason,
              expires_before = coalesce(r.expires_before, g.expires_before),
              expires_after = coalesce(r.expires_after, g.expires_after)
         from unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::timestamptz[], $8::timestamptz[])
           as r (id, result, reason_code, reason, expires_before, expires_after)
        where g.account_id = $1 and g.bulk_action_id = $2 and g.gift_request_id = r.id and g.result is null
        returning true`,
    [
      ...[ctx.account_id, bulk_action_id],
      results.map(({ gift_request_id }) => gift_request_id),
      results.map(({ result }) => result),
      results.map(({ reason_code }) => reason_code),
      results.map(({ reason }) => reason),
      results.map(({ expires_before }) => expires_before),
      results.map(({ expires_after }) => expires_after),
    ],
  )

/** Counts the rejected gift requests by reason, most frequent first. */
export const countByReason = (
  ctx: TxContext,
  bulk_action_id: string,
  limit: number,
): Promise<{ reason_code: string; reason: string; count: number }[]> =>
  ctx.query(
    `select reason_code, reason, count(*)::int as count from gifting.bulk_action_gift
      where account_id = $1 and bulk_action_id = $2 and result = 'rejected'
      group by reason_code, reason order by count(*) desc, reason limit $3`,
    [ctx.account_id, bulk_action_id, limit],
  )

/** Returns up to one rejected gift request more than the page size. */
export const listRejected = (
  ctx: TxContext,
  bulk_action_id: string,
  page: Page,
  reason: string | undefined,
): Promise<RejectedGift[]> =>
  ctx.query<RejectedGift>(
    `select g.id, g.reference, g.state, trim(g.first_name || ' ' || g.last_name) as recipient_name, r.reason_code, r.reason
       from gifting.bulk_action_gift r
       join gifting.gift_request g on g.account_id = r.account_id and g.id = r.gift_request_id
      where r.account_id = $1 and r.bulk_action_id = $2 and r.result = 'rejected'
        and ($3::uuid is null or r.gift_request_id ${page.order === 'asc' ? '>' : '<'} $3) and ($4::text is null or r.reason = $4)
      order by r.gift_request_id ${page.order} limit $5`,
    [ctx.account_id, bulk_action_id, page.after ?? null, reason ?? null, page.limit + 1],
  )
