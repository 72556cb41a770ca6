import type { AttentionChange, AttentionEntry, AttentionGroup } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { toast, toastUndo } from '#web/components/feedback/toast.tsx'
import { t } from '#web/i18n/attention.ts'
import { formatDate } from '#web/i18n/format.ts'
import { watchBulkAction } from '#web/pages/gifts/run-bulk-action.ts'

/** The items of a request: some by id, or a whole group with the filters of the page. */
export type Selection =
  | { ids: string[] }
  | {
      matching: Pick<AttentionGroup, 'kind' | 'cause'> & {
        state: 'open' | 'snoozed'
        assignee_id?: string
      }
    }

export interface NewAssignee {
  /** Null for no one. */
  id: string | null
  name: string
}

/** Returns the start of a day in the time zone of the browser, `days` after today on the clock of the account. */
export function startOfDay(days: number, clockOffsetMs: number): Date {
  const day = new Date(Date.now() + clockOffsetMs)
  day.setHours(0, 0, 0, 0)
  day.setDate(day.getDate() + days)
  return day
}

/** Snoozes items, says how many, and offers to undo it. */
export async function snooze(selection: Selection, until: Date): Promise<void> {
  const changed = await api.post('/attention/snooze', { ...selection, until: until.toISOString() })
  const date = formatDate(until, { dateStyle: 'medium' })
  const message = describe(
    changed,
    t('Snoozed until {date}: {number}.', { number: changed.done, date }),
  )
  const { ids } = changed
  if (ids === null || ids.length === 0) toast(message)
  else toastUndo(message, () => api.post('/attention/snooze', { ids, until: null }))
}

/** Shows snoozed items in the list again. */
export async function wake(selection: Selection): Promise<void> {
  const changed = await api.post('/attention/snooze', { ...selection, until: null })
  toast(describe(changed, t('Back in the list: {number}.', { number: changed.done })))
}

/**
 * Assigns items to a member, or to no one.
 *
 * @param onlyUnassigned  leaves out what other members look after, such as those who took an item a moment ago
 */
export async function assign(
  selection: Selection,
  { id, name }: NewAssignee,
  onlyUnassigned: boolean,
): Promise<void> {
  const changed = await api.post('/attention/assign', {
    ...selection,
    assignee_id: id,
    only_unassigned: onlyUnassigned,
  })
  const number = changed.done
  toast(
    describe(
      changed,
      id === null
        ? t('No longer assigned: {number}.', { number })
        : t('Assigned to {name}: {number}.', { number, name }),
    ),
  )
}

/** Starts the reminders of the recipients. The server sends them, and the end is reported on any page. */
export async function remind(selection: Selection): Promise<void> {
  const started = await api.post('/attention/remind', {
    ...selection,
    request_id: crypto.randomUUID(),
  })
  watchBulkAction(started)
  toast(t('Reminders are being sent: {number}.', { number: started.gifts }))
}

/** Returns whether the page shows no assignee for these items: a change then leaves out those that someone took since. */
export const areUnassigned = (entries: readonly AttentionEntry[]): boolean =>
  entries.every(({ assignee_id }) => assignee_id === null)

/** Describes what became of the items: the sentence of the change, if any changed, and why others did not. */
function describe({ done, rejected }: AttentionChange, sentence: string): string {
  return [
    ...(done > 0 || rejected.length === 0 ? [sentence] : []),
    ...rejected.map(({ reason, count }) => describeRejected(reason, count)),
  ].join(' ')
}

function describeRejected(reason: AttentionChange['rejected'][number]['reason'], count: number) {
  if (reason === 'ended') return t('Already ended: {number}.', { number: count })
  if (reason === 'assigned') return t('Assigned to someone else: {number}.', { number: count })
  return t('Not visible to this person: {number}.', { number: count })
}
