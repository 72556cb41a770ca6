import { useEffect, useRef, useState } from 'react'
import type { RowCheck, RowResult, SendOptions } from '#web/admin-api.ts'
import { ApiError, api } from '#web/api.ts'
import { reportFinished } from '#web/components/feedback/report-finished.ts'
import { toast } from '#web/components/feedback/toast.tsx'
import { withRetries } from '#web/components/feedback/with-retries.ts'
import { t } from '#web/i18n/send.ts'
import { reloadAfterSeries } from '#web/query-client.ts'
import { cancelSend, checkRows, type Progress, saveFailedRows, sendRows } from './batch-api.ts'
import { findUsedRowFields } from './merge-fields.ts'
import { clearResults, type RecipientRow } from './recipient-rows.ts'
import {
  defaultName,
  hasItemPerRow,
  isDirectSend,
  type StartedSend,
  toEditable,
} from './send-draft.ts'
import { type RowStatus, summarize } from './send-summary.ts'
import type { StepProps } from './step-props.ts'

/**
 * Provides functions that check or send the list. The result of each row is stored when it arrives, so that
 * the run can be continued later.
 */
export function useBulkSend(stepProps: StepProps, options: SendOptions | undefined) {
  const { draft, change, choices } = stepProps
  const [progress, setProgress] = useState<Progress>()
  const [error, setError] = useState<Error>()
  const [isBusy, setBusy] = useState(false)
  const abortController = useRef<AbortController>(undefined)
  useEffect(() => () => abortController.current?.abort(), [])

  const run = async (action: 'check' | 'send') => {
    if (options === undefined || isBusy) return
    const controller = new AbortController()
    abortController.current = controller
    setBusy(true)
    setError(undefined)
    const { statuses } = summarize(draft)
    const indexesOf = (status: RowStatus) =>
      draft.rows.flatMap((_, at) => (statuses[at] === status ? [at] : []))
    const request = {
      options,
      rows: draft.rows,
      format: {
        hasAddress: isDirectSend(draft, choices),
        hasItem: hasItemPerRow(draft),
        messageFields: findUsedRowFields(draft, draft.rows),
      },
      indexes: action === 'check' ? draft.rows.map((_, at) => at) : indexesOf('ready'),
      signal: controller.signal,
    }
    const onProgress =
      (name: 'check' | 'result') =>
      (results: ReadonlyMap<number, RowCheck | RowResult>, next: Progress) => {
        setProgress(next)
        change((current) => ({
          rows: current.rows.map((row, at) =>
            results.has(at) ? ({ ...row, [name]: results.get(at) } as RecipientRow) : row,
          ),
        }))
      }
    try {
      if (action === 'check') {
        change((current) => ({ rows: current.rows.map(clearResults) }))
        await checkRows({ ...request, onProgress: onProgress('check') })
      } else {
        change({ began_at: draft.began_at ?? new Date().toISOString() })
        const bulkSend = draft.bulk_send ?? (await start(options, controller.signal))
        const { id } = bulkSend
        await saveFailedRows(id, { ...request, indexes: indexesOf('rejected') })
        await sendRows(id, { ...request, onProgress: onProgress('result') })
        if (bulkSend.needs_approval === true && !controller.signal.aborted)
          await submit(bulkSend, controller.signal)
        else if (request.indexes.length > 1 && !controller.signal.aborted)
          reportFinished(
            t('Sending to {count} recipients has ended', { count: request.indexes.length }),
            `/sends/${id}`,
          )
      }
    } catch (failure) {
      setError(failure as Error)
      // If the server rejects the whole batch, it has sent nothing, so the user can fix the cause.
      if (failure instanceof ApiError && failure.status >= 400 && failure.status < 500)
        change((current) =>
          current.rows.some(({ result }) => result !== undefined) ? {} : toEditable(current),
        )
    } finally {
      setBusy(false)
      setProgress(undefined)
    }
  }
  /** Starts the send of this draft. If the function runs again, it returns the same send. */
  const start = async (options: SendOptions, signal: AbortSignal): Promise<StartedSend> => {
    const name = draft.name?.trim() || defaultName(draft, choices)
    const recipients = Math.max(1, summarize(draft).count.ready)
    const body = { draft_id: draft.id, name, options, recipients }
    const { id, undo_seconds, approval } = await withRetries(() => api.post('/sends', body), signal)
    const undo_until = Date.now() + undo_seconds * 1000
    const bulk_send = { id, undo_until, needs_approval: approval !== null }
    change({ bulk_send })
    return bulk_send
  }

  /** Submits the saved rows for approval. If the function runs again, it changes nothing. */
  const submit = async (bulkSend: StartedSend, signal: AbortSignal) => {
    await withRetries(() => api.post(`/sends/${bulkSend.id}/submit`), signal)
    change({ bulk_send: { ...bulkSend, is_submitted: true } })
  }

  /** Withdraws a send that awaits approval, and makes the draft editable again. */
  const withdraw = async () => {
    abortController.current?.abort()
    if (draft.bulk_send === undefined) return
    try {
      await api.post(`/sends/${draft.bulk_send.id}/withdraw`)
      change(toEditable)
      toast(t('Send withdrawn.'))
    } catch (failure) {
      setError(failure as Error)
    }
  }

  /** Stops sending, cancels the gifts that are not sent, and makes the draft editable again. */
  const undo = async () => {
    abortController.current?.abort()
    if (draft.bulk_send === undefined) return
    try {
      const count = await cancelSend(draft.bulk_send.id, 'unsent')
      change(toEditable)
      toast(t('Send undone. {count} gifts are cancelled.', { count }))
    } catch (failure) {
      setError(failure as Error)
    }
  }
  return {
    isBusy,
    progress,
    error,
    check: () => void run('check'),
    send: () => void reloadAfterSeries(() => run('send')),
    undo,
    withdraw,
    stop: () => abortController.current?.abort(),
  }
}
