import * as audit from '#audit'
import { ApiError, throwIfAny } from '#contract'
import * as giftLists from '#gift-lists'
import { isId, newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import type { SendingUser } from '../approvals/save-rows.ts'
import * as actionStore from './bulk-action-store.ts'
import * as resultStore from './gift-result-store.ts'
import {
  type BulkAction,
  type BulkActionInput,
  type BulkActionKind,
  maxSelected,
  maxUnfinished,
} from './tables.ts'

/** The selected gift requests: by id, or all that match the filter of the list. */
type GiftSelection = { ids: readonly string[] } | { matching: giftLists.AdminGiftQuery }

interface NewBulkAction {
  /** Identifies the request of the user, so that a repeated call starts one action. */
  request_id: string
  action: BulkActionInput
  selection: GiftSelection
}

/** The id of an action, and whether this call started it. */
interface Started {
  id: string
  isNew: boolean
}

/**
 * Starts an action on the gift requests that are selected now, at most 100,000. A loop processes them next. Returns the
 * action of the first call with this request id.
 */
export const startBulkAction = (
  ctx: TxContext,
  { request_id, action, selection }: NewBulkAction,
  user: SendingUser,
): Promise<Started> =>
  start(ctx, { request_id, action, undo_of: null }, user, (id) => select(ctx, id, selection))

async function select(ctx: TxContext, id: string, selection: GiftSelection): Promise<number> {
  if ('ids' in selection) {
    const ids = selection.ids.filter(isId)
    return assertSelected('ids', await resultStore.selectByIds(ctx, id, ids))
  }
  const filter = await giftLists.toFilter(ctx, selection.matching)
  const count =
    filter === undefined ? 0 : await resultStore.selectMatching(ctx, id, filter, maxSelected)
  return assertSelected('matching', count)
}

function assertSelected(param: 'ids' | 'matching', count: number): number {
  if (count === 0)
    throwIfAny([{ code: 'invalid', param, message: 'selects no gift of this account' }])
  if (count > maxSelected)
    throwIfAny([
      {
        code: 'too_many',
        param,
        message: `selects more than 100,000 gifts; narrow the filters, and start one action for each part`,
      },
    ])
  return count
}

/** Starts an action that restores the expiry of the gifts that another action extended. A second call returns the first undo. */
export async function undoBulkAction(
  ctx: TxContext,
  id: string,
  user: SendingUser,
): Promise<Started | undefined> {
  await actionStore.lockStarts(ctx)
  const extension = isId(id) ? await actionStore.find(ctx, id) : undefined
  if (extension === undefined) return undefined
  if (extension.undone_by !== null) return { id: extension.undone_by, isNew: false }
  const blocker = undoBlocker(extension)
  if (blocker !== undefined) throw new ApiError('invalid_transition', { message: blocker })
  const undo = {
    request_id: `undo ${id}`,
    action: { kind: 'restore_expiry' },
    undo_of: id,
  } as const
  return start(ctx, undo, user, (undoId) => resultStore.selectExtended(ctx, undoId, id))
}

/** Returns why an action cannot be undone; undefined if it can. */
export function undoBlocker({ kind, state, done }: BulkAction): string | undefined {
  if (kind === 'restore_expiry') return 'An undo cannot be undone. Extend the gifts again.'
  if (kind !== 'extend')
    return 'Only an extension can be undone: sent emails, new gifts and cancellations remain.'
  if (state === 'running') return 'The action is still running. Stop it first.'
  return done === 0 ? 'The action has changed no gift.' : undefined
}

async function start(
  ctx: TxContext,
  {
    request_id,
    action,
    undo_of,
  }: {
    request_id: string
    action: { kind: BulkActionKind; days?: number }
    undo_of: string | null
  },
  { sender }: SendingUser,
  selectGifts: (id: string) => Promise<number>,
): Promise<Started> {
  await actionStore.lockStarts(ctx)
  const existing = await actionStore.findIdByRequest(ctx, sender.id, request_id)
  if (existing !== undefined) return { id: existing, isNew: false }
  await assertBelowLimit(ctx)
  const id = newId(ctx.real_now)
  const { kind, days = null } = action
  actionStore.insert(ctx, {
    ...{ id, request_id, kind, days, undo_of },
    requested_by: sender.id,
    requested_by_name: sender.name,
  })
  const gifts = await selectGifts(id)
  actionStore.setGifts(ctx, id, gifts)
  recordAction(ctx, 'bulk_action.start', { id, kind, gifts }, { kind, days, gifts, undo_of })
  return { id, isNew: true }
}

async function assertBelowLimit(ctx: TxContext): Promise<void> {
  if ((await actionStore.countRunning(ctx)) >= maxUnfinished)
    throw new ApiError('invalid_transition', {
      message: `The account has ${maxUnfinished} bulk actions that are not finished, which is the limit. Wait until one finishes, or stop one.`,
    })
}

/** Records the start or the end of an action. */
export const recordAction = (
  ctx: TxContext,
  action: string,
  { id, kind, gifts }: Pick<BulkAction, 'id' | 'kind' | 'gifts'>,
  details: Record<string, unknown> = {},
): void =>
  audit.recordEntry(ctx, {
    action,
    subject: { kind: 'bulk_action', id, name: `${kind} (${gifts})` },
    details,
  })
