import type { TxContext } from '#platform/postgres/database'
import { createBindings } from '#platform/postgres/table'
import { type ItemFilter, toConditions } from './item-filter.ts'
import type { ItemRow } from './tables.ts'

/** An item that this transaction may change. */
export type LockedItem = Pick<
  ItemRow,
  'id' | 'kind' | 'cause' | 'subject_type' | 'gift_request_id' | 'assignee_id' | 'snoozed_until'
>

/**
 * Locks the open items that match, in the order of their ids, so that two changes do not wait for each other. An item that the
 * check ends first is not returned.
 */
export function lockOpen(ctx: TxContext, filter: ItemFilter): Promise<LockedItem[]> {
  const { bind, values } = createBindings(ctx.account_id)
  const where = toConditions(ctx, filter, bind)
  return ctx.query<LockedItem>(
    `select id, kind, cause, subject_type, gift_request_id, assignee_id, snoozed_until from attention.item
      where ${where.join(' and ')} and cleared_at is null order by id for update`,
    values,
  )
}

export const saveAssignee = (
  ctx: TxContext,
  ids: readonly string[],
  { assignee_id, assigned_at }: Pick<ItemRow, 'assignee_id' | 'assigned_at'>,
): void =>
  ctx.enqueue(
    `update attention.item set assignee_id = $3, assigned_at = $4
      where account_id = $1 and id = any ($2) and assignee_id is distinct from $3`,
    [ctx.account_id, ids, assignee_id, assigned_at],
  )

export const saveSnooze = (ctx: TxContext, ids: readonly string[], until: Date | null): void =>
  ctx.enqueue(
    `update attention.item set snoozed_until = $3 where account_id = $1 and id = any ($2)`,
    [ctx.account_id, ids, until],
  )

/** Returns the gift requests of open items that match, each once. */
export function findGifts(ctx: TxContext, filter: ItemFilter): Promise<string[]> {
  const { bind, values } = createBindings(ctx.account_id)
  const where = toConditions(ctx, filter, bind)
  return ctx.queryValues<string>(
    `select distinct gift_request_id from attention.item
      where ${where.join(' and ')} and cleared_at is null and gift_request_id is not null`,
    values,
  )
}
