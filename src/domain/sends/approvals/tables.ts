import type * as gifting from '#gifting'
import type { Amount } from '#spend'
import type { RowTable } from '../bulk-send/row-store.ts'
import type { BulkSendInput } from '../bulk-send/send-rows.ts'

/*
 * Approval of sends.
 *
 * - rule       which sends of users who are not admins need an approval
 * - use        the gifts that a user sent without approval in the last 24 hours; they count towards the limits of the rule
 * - approver   a user with the permission approvals:decide; approvals:confirm gives the second approval too
 * - approval   the state of a bulk send that needs approval, with its rows, until its gifts are created
 */

/** Which sends need approval. `limits`: those above the number of gifts, or above the cost. */
export interface ApprovalRule {
  mode: 'off' | 'all' | 'limits'
  max_gifts: number | null
  max_cost: Amount | null
  /** Sends that cost more need a second approval, by another person. Null: one approval is enough. */
  confirm_above: Amount | null
  /** Whether the emails to approvers have a link that decides without a sign-in. */
  decide_by_mail: boolean
}

/** Why a send needs approval. `unknown_cost`: the cost cannot be compared with the limit. */
export type ApprovalReason = 'all' | 'gifts' | 'cost' | 'unknown_cost'

/**
 * `preparing`: the rows are being saved. `awaiting`: the sender submitted it. `approved`: its gifts are created, or are being
 * created. The other states are final too.
 */
export const approvalStates = [
  'preparing',
  'awaiting',
  'approved',
  'rejected',
  'withdrawn',
  'expired',
] as const
export type ApprovalState = (typeof approvalStates)[number]

/** A row of gifting.send_approval, with members of its bulk send. */
export interface Approval {
  id: string
  state: ApprovalState
  name: string
  sender_id: string
  sender_name: string
  cancelled_at: Date | null
  /** Null after the gifts are created, and after the retention. */
  encrypted_content: Buffer | null
  /** The rows when it was submitted. */
  gifts: number
  submitted_at: Date | null
  expires_at: Date | null
  ended_at: Date | null
  /** Who gave the first of two approvals. */
  first_approved_by: string | null
  first_approved_by_name: string | null
  decided_by: string | null
  decided_by_name: string | null
  reason: string | null
  due_at: Date | null
}

/** The decrypted content of an approval. */
export interface ApprovalContent {
  options: gifting.SendOptions
  sender_email: string
}

export type SavedRow = BulkSendInput & { line: number }

export const savedRowTable: RowTable<SavedRow> = {
  name: 'gifting.send_approval_row',
  hasErrors: false,
  parse: JSON.parse,
}

/** Days until a send that awaits approval expires, and until the content of one that was not approved is deleted. */
export const approvalDays = 30
/** The most rows of a send that needs approval. */
export const maxApprovalRows = 10_000
export const maxReasonLength = 2_000

export const contentContext = (id: string): string =>
  `gifting.send_approval.encrypted_content ${id}`
