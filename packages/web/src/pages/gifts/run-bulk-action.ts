import type { BulkAction, ListedGift } from '#web/admin-api.ts'
import { ApiError, api } from '#web/api.ts'
import { reportFinished } from '#web/components/feedback/report-finished.ts'
import { toast, toastUndo } from '#web/components/feedback/toast.tsx'
import { withRetries } from '#web/components/feedback/with-retries.ts'
import type { RowSelection } from '#web/components/lists/data-list.tsx'
import { t } from '#web/i18n/gifts.ts'
import { queryClient } from '#web/query-client.ts'
import { type BulkActionInput, describeAction, describeEnd } from './bulk-actions.ts'
import { toastGiftError } from './server-texts.ts'

/*
 * The bulk actions that the user has started. The server processes them. While this window is open, it
 * reports the end of each action on any page.
 */

const pollMs = 1_500
const watchedIds = new Set<string>()

/** Returns whether this window has reported, or will report, the end of an action. */
export const isWatched = (id: string): boolean => watchedIds.has(id)

/**
 * Starts an action on the selected gifts. If the connection is lost, the function tries again, and the server
 * starts the action only once.
 */
export async function startBulkAction(
  action: BulkActionInput,
  { rows, matchingQuery }: Pick<RowSelection<ListedGift>, 'rows' | 'matchingQuery'>,
): Promise<void> {
  const body = {
    request_id: crypto.randomUUID(),
    ...action,
    ...(matchingQuery === undefined
      ? { ids: rows.map(({ id }) => id) }
      : { matching: withoutEmpty(matchingQuery) }),
  }
  const { signal } = new AbortController()
  const started = await withRetries(() => api.post('/bulk-actions', body), signal)
  watchBulkAction(started)
  toast(
    t('{label}: {count} gifts are being processed.', {
      count: started.gifts,
      label: describeAction(started),
    }),
  )
}

const withoutEmpty = (query: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value))

/** Undoes an extension. Returns the new action that restores the old expiry dates. */
export async function undoBulkAction(id: string): Promise<BulkAction> {
  const undo = await api.post(`/bulk-actions/${id}/undo`)
  watchBulkAction(undo)
  return undo
}

export async function stopBulkAction(id: string): Promise<void> {
  await api.post(`/bulk-actions/${id}/stop`)
}

/** Polls an action until it ends, and then reports its end. */
export function watchBulkAction({ id }: BulkAction): void {
  if (watchedIds.has(id)) return
  watchedIds.add(id)
  void watch(id)
}

async function watch(id: string): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, pollMs))
    try {
      const action = await api.get(`/bulk-actions/${id}`)
      if (action.state === 'running') continue
      reportEnd(action)
      await queryClient.invalidateQueries()
      return
    } catch (error) {
      if (isFinal(error)) return
    }
  }
}

/** Returns whether a retry is useless: the user has signed out, or the action was deleted. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429

function reportEnd(action: BulkAction): void {
  const values = { label: describeAction(action), done: action.done, all: action.gifts }
  reportFinished(describeEnd(action), `/gift-requests/bulk-actions/${action.id}`, action.id)
  if (action.kind === 'extend' && action.done > 0)
    toastUndo(describeExtension(action.done, action.days ?? 0), () => {
      undoBulkAction(action.id).catch(toastGiftError)
    })
  else toast(t('{label}: {done} of {all}.', values))
}

export const describeExtension = (count: number, days: number): string =>
  t('{count} gifts can be redeemed {days} days longer.', { count, days })
