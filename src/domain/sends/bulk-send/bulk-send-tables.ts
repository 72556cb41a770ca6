import type { RowErrors } from './row-store.ts'

/*
 * Bulk sends.
 *
 * - bulk send   a list of gifts that a user of the web app sent at once
 * - failure     a row of the list that became no gift, with its errors
 * - undo window the time after the start of a bulk send in which none of its gifts is sent
 */

/** A row of gifting.bulk_send. */
export interface BulkSendRecord {
  id: string
  name: string
  campaign_id: string | null
  campaign_name: string | null
  sender_id: string
  sender_name: string
  undo_until: Date
  cancelled_at: Date | null
  created_at: Date
}

/** The gift requests of a bulk send. Each stage counts the gifts that reached it, as in the funnel. */
interface BulkSendCounts {
  gifts: number
  /** Not sent yet. */
  waiting: number
  sent: number
  opened: number
  redeemed: number
  delivered: number
  /** Cancelled or expired. */
  cancelled: number
  /** Sent and not redeemed yet. */
  unredeemed: number
  /** Rows that became no gift. */
  failed: number
}

export type BulkSend = BulkSendRecord & BulkSendCounts

/** A row that became no gift, as the sender entered it. */
export interface BulkSendFailure {
  line: number
  cells: Record<string, string>
  errors: RowErrors
}
