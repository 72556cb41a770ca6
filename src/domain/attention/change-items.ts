import { throwIfAny } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { type Assignee, isAssigned, listAssignees } from './assignees.ts'
import * as changeStore from './change-store.ts'
import { type FeedFilter, toItemFilter } from './feed.ts'

/** Why an item was not changed: it has ended, another member looks after it, or the new assignee may not see it. */
type Rejection = 'ended' | 'assigned' | 'hidden_from_assignee'

/** The items that now are as requested, and how many are not, by reason. */
export interface Changed {
  items: changeStore.LockedItem[]
  rejected: { reason: Rejection; count: number }[]
}

/** The last day to which an item can be snoozed, plus the day that time zones differ. */
const maxSnoozeMs = 91 * 24 * 60 * 60 * 1000

/**
 * Assigns open items to a member, or to no one with null.
 *
 * @param by  the user who assigns; an item that users take themselves is no news for their daily email
 * @param onlyUnassigned  leaves out the items that another member looks after
 * @throws ApiError when the member does not exist, was suspended, or may not see what needs attention
 */
export async function assign(
  ctx: TxContext,
  selection: FeedFilter,
  {
    assignee_id,
    by,
    onlyUnassigned,
  }: { assignee_id: string | null; by: string; onlyUnassigned: boolean },
): Promise<Changed & { assignee: Assignee | undefined }> {
  const assignees = await listAssignees(ctx)
  const assignee = assignees.find(({ id }) => id === assignee_id)
  if (assignee_id !== null && assignee === undefined)
    throwIfAny([
      {
        code: 'invalid',
        param: 'assignee_id',
        message: 'must be an active member of the account who may see gift requests',
      },
    ])
  const changed = await change(ctx, selection, (item) => {
    if (assignee?.hidden.includes(item.subject_type)) return 'hidden_from_assignee'
    const isTaken = item.assignee_id !== assignee_id && isAssigned(item, assignees)
    return onlyUnassigned && isTaken ? 'assigned' : undefined
  })
  changeStore.saveAssignee(ctx, idsOf(changed), {
    assignee_id,
    assigned_at: assignee_id === null || assignee_id === by ? null : ctx.now,
  })
  return { ...changed, assignee }
}

/**
 * Hides open items until a time of the account's clock; null shows them at once.
 *
 * @throws ApiError when the time is not within the next 90 days
 */
export async function snooze(
  ctx: TxContext,
  selection: FeedFilter,
  until: Date | null,
): Promise<Changed> {
  const delay = until === null ? 1 : until.getTime() - ctx.now.getTime()
  if (delay <= 0 || delay > maxSnoozeMs)
    throwIfAny([
      {
        code: 'invalid',
        param: 'until',
        message: 'must be in the future and at most 90 days ahead',
      },
    ])
  const changed = await change(ctx, selection, () => undefined)
  changeStore.saveSnooze(ctx, idsOf(changed), until)
  return changed
}

/** Returns the gift requests of open items, each once. */
export async function findGifts(ctx: TxContext, selection: FeedFilter): Promise<string[]> {
  const filter = await toItemFilter(ctx, selection)
  return filter === undefined ? [] : changeStore.findGifts(ctx, filter)
}

/** Locks the items that are open now, and separates those that the change cannot have. */
async function change(
  ctx: TxContext,
  selection: FeedFilter,
  reject: (item: changeStore.LockedItem) => Rejection | undefined,
): Promise<Changed> {
  const filter = await toItemFilter(ctx, selection)
  const locked = filter === undefined ? [] : await changeStore.lockOpen(ctx, filter)
  const { accepted = [], ...byReason } = Object.groupBy(
    locked,
    (item) => reject(item) ?? 'accepted',
  )
  const ended = selection.ids === undefined ? 0 : new Set(selection.ids).size - locked.length
  const rejected = [
    { reason: 'ended' as const, count: ended },
    ...(['assigned', 'hidden_from_assignee'] as const).map((reason) => ({
      reason,
      count: byReason[reason]?.length ?? 0,
    })),
  ]
  return { items: accepted, rejected: rejected.filter(({ count }) => count > 0) }
}

const idsOf = ({ items }: Changed): string[] => items.map(({ id }) => id)
