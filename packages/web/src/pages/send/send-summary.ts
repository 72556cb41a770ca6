import { countOccurrences, personKey, type RecipientRow } from './recipient-rows.ts'
import type { SendDraft } from './send-draft.ts'

/**
 * The status of a row. Each row of the list has exactly one status, and the page counts the rows in each
 * status.
 */
export type RowStatus =
  | 'ready'
  | 'sent'
  | 'saved'
  | 'already_sent'
  | 'rejected'
  | 'duplicate'
  | 'unchecked'

function getRowStatus(
  row: RecipientRow,
  occurrence: number,
  includesDuplicates: boolean,
): RowStatus {
  if (row.result !== undefined) return row.result.status
  if (occurrence > 0 && !includesDuplicates) return 'duplicate'
  return row.check?.status ?? 'unchecked'
}

export interface SendSummary {
  statuses: RowStatus[]
  count: Record<RowStatus, number>
  bounced: number
  /** The number of recipients who want no campaign emails. */
  optedOut: number
  /** The number of recipients who received a gift recently. */
  recent: number
  /** The items that the ready rows name, the most frequent first. Rows without an item are left out. */
  items: { name: string; count: number }[]
}

export function summarize({ rows, includes_duplicates }: SendDraft): SendSummary {
  const occurrenceByRow = countOccurrences(rows)
  const statuses = rows.map((row, at) =>
    getRowStatus(row, occurrenceByRow[at] ?? 0, includes_duplicates),
  )
  const count = {
    ...{ ready: 0, sent: 0, saved: 0, already_sent: 0, rejected: 0, duplicate: 0, unchecked: 0 },
  }
  for (const status of statuses) count[status] += 1
  const ready = rows.filter((_, at) => statuses[at] === 'ready')
  return {
    statuses,
    count,
    bounced: ready.filter(({ check }) => check?.status === 'ready' && check.has_bounced).length,
    optedOut: ready.filter(({ check }) => check?.status === 'ready' && check.has_opted_out).length,
    items: countItems(ready),
    recent: ready.filter(({ check }) => check?.status === 'ready' && check.latest !== null).length,
  }
}

function countItems(ready: readonly RecipientRow[]): SendSummary['items'] {
  const names = ready.flatMap(({ check }) =>
    check?.status === 'ready' && check.item != null ? [check.item] : [],
  )
  return [...Map.groupBy(names, (name) => name)]
    .map(([name, rows]) => ({ name, count: rows.length }))
    .toSorted((one, other) => other.count - one.count)
}

/**
 * Returns whether the browser has nothing more to do for a started send. In this case its rows were sent, or
 * they were submitted for approval.
 */
export function hasEnded(draft: SendDraft): boolean {
  const { bulk_send } = draft
  if (draft.began_at === null || bulk_send === undefined) return false
  if (bulk_send.needs_approval === true && bulk_send.is_submitted !== true) return false
  return summarize(draft).count.ready === 0
}

/** Returns whether a row is empty. An empty row does not count as a recipient. */
export const isBlank = (row: RecipientRow): boolean =>
  personKey(row) === '' && Object.values(row.cells).every((cell) => cell.trim() === '')
