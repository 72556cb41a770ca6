import { useLocalStorage } from '@mantine/hooks'
import type { AttentionKindName, AttentionReport, EndedAction } from '#web/admin-api.ts'
import { type FinishedWork, useFinishedWork } from '#web/components/feedback/finished-work.ts'
import { useRead } from '#web/use-read.ts'

const pollIntervalMs = 60_000

/** The number of open items of one kind. */
interface AttentionCount {
  kind: AttentionKindName
  count: number
}

interface Seen {
  /** The number of items of each kind when the user last opened the notifications. */
  counts: Partial<Record<AttentionKindName, number>>
  /** The number of sends that awaited the user's approval when the user last opened the notifications. */
  approvals?: number
  /** The ids of the ended actions that the user has seen. */
  finished?: readonly string[]
}

/**
 * Returns the open problems, the sends to approve and the long actions that have ended, and counts the
 * entries that are new since the last look. The server reports each bulk action for a day after its end. So a
 * window that was closed at the end shows the action later.
 */
export function useNotifications(): {
  attention: readonly AttentionCount[]
  /** The number of sends that await the user's approval. */
  approvals: number
  /** The ended actions that this window has reported. */
  finished: readonly FinishedWork[]
  /**
   * The bulk actions that ended in the last day and are not in `finished`. The user has not seen their end in
   * this browser.
   */
  unseen: readonly EndedAction[]
  newCount: number
  markSeen: () => void
} {
  const finished = useFinishedWork()
  const { data } = useRead('/overview/attention', undefined, { refetchInterval: pollIntervalMs })
  const [seen, setSeen] = useLocalStorage<Seen>({
    key: 'bestow.seen_notifications',
    defaultValue: { counts: {} },
    getInitialValueInEffect: false,
  })
  const attention = data === undefined ? [] : toCounts(data)
  const approvals = data?.awaiting_approval ?? 0
  const newKinds = attention.filter(({ kind, count }) => count > (seen.counts[kind] ?? 0))
  const ended = data?.ended_actions ?? []
  const isUnseen = ({ id }: { id: string }) => !seen.finished?.includes(id)
  const unseen = ended.filter(
    (action) => isUnseen(action) && !finished.some(({ id }) => id === action.id),
  )
  return {
    attention,
    approvals,
    finished,
    unseen,
    newCount:
      newKinds.length +
      finished.filter(isUnseen).length +
      unseen.length +
      (approvals > (seen.approvals ?? 0) ? 1 : 0),
    markSeen: () =>
      setSeen({
        counts: Object.fromEntries(attention.map(({ kind, count }) => [kind, count])),
        approvals,
        finished: [...finished, ...ended].map(({ id }) => id),
      }),
  }
}

/**
 * Counts the open items of all kinds. The report of the server lists failing endpoints and lost parcels
 * separately, so the function adds them.
 */
function toCounts({ counts, failing_endpoints, undelivered }: AttentionReport): AttentionCount[] {
  const byKind = new Map(counts.map(({ kind, count }) => [kind, count]))
  const failing = failing_endpoints.filter(({ state }) => state === 'failing').length
  if (failing > 0) byKind.set('endpoint_failing', failing)
  if (undelivered.length > 0) byKind.set('parcel_lost', undelivered.length)
  return [...byKind].flatMap(([kind, count]) => (count > 0 ? [{ kind, count }] : []))
}
