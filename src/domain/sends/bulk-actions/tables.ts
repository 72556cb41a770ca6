import type * as gifting from '#gifting'

/*
 * Bulk actions.
 *
 * - bulk action  an action of a user on many gift requests, which a loop processes in batches
 * - selection    the gift requests of the action; they are saved at its start, so later ones do not join
 * - result       of one gift request: done, or rejected with a reason
 * - undo         an action of its own, which restores the previous expiry
 */

/** What a user can start. */
export type BulkActionInput =
  | { kind: 'remind' | 'send_again' | 'cancel' }
  | { kind: 'extend'; days: number }

/** `restore_expiry` undoes `extend`. */
export type BulkActionKind = BulkActionInput['kind'] | 'restore_expiry'

/** A row of gifting.bulk_action. */
export interface BulkAction {
  id: string
  kind: BulkActionKind
  days: number | null
  undo_of: string | null
  requested_by: string
  requested_by_name: string
  state: 'running' | 'stopped' | 'finished'
  gifts: number
  done: number
  rejected: number
  /** `role`: the user who started the action may no longer change gifts. */
  stop_reason: 'user' | 'role' | null
  stopped_by_name: string | null
  created_at: Date
  ended_at: Date | null
}

/** An action with the one that undoes it. */
export type ListedBulkAction = BulkAction & { undone_by: string | null }

/** The result of one gift request. */
export interface GiftResult {
  gift_request_id: string
  result: 'done' | 'rejected'
  reason_code: string | null
  reason: string | null
  /** The expiry before and after the action; null if the action does not change it. */
  expires_before: Date | null
  expires_after: Date | null
}

/** A gift request that the action does not change, with its present state. */
export interface RejectedGift {
  id: string
  reference: string
  state: gifting.State
  recipient_name: string
  reason_code: string
  reason: string
}

/** The most gift requests of one action. */
export const maxSelected = 100_000
/** The most actions of one account that are not finished. */
export const maxUnfinished = 5
