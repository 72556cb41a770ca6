import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { RowCheck, RowResult, SendOptions } from '#web/admin-api.ts'
import { ApiError } from '#web/api.ts'
import { reportFinished } from '#web/components/finished-work.ts'
import { plural } from '#web/i18n/send.ts'
import { reloadGifts } from '#web/pages/gifts/bulk-actions.ts'
import { checkRows, type Progress, sendRows } from './batch-api.ts'
import type { RecipientRow } from './recipient-rows.ts'
import { isDirectSend } from './send-draft.ts'
import { summarize } from './send-summary.ts'
import type { StepProps } from './step-props.ts'

/** Checks or sends the list. The result of each row is stored as it arrives, so that the run can be resumed. */
export function useBulkSend(
  stepProps: StepProps & { saveNow?: () => Promise<void> },
  options: SendOptions | undefined,
) {
  const { draft, change, choices, saveNow } = stepProps
  const client = useQueryClient()
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
    const isIncluded = action === 'check' ? () => true : (status?: string) => status === 'ready'
    const request = {
      options,
      rows: draft.rows,
      hasAddress: isDirectSend(draft, choices),
      indexes: draft.rows.flatMap((_, at) => (isIncluded(statuses[at]) ? [at] : [])),
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
        void saveNow?.()
      }
    try {
      if (action === 'check') {
        change((current) => ({ rows: current.rows.map(({ line, cells }) => ({ line, cells })) }))
        await checkRows({ ...request, onProgress: onProgress('check') })
      } else {
        change({ began_at: draft.began_at ?? new Date().toISOString() })
        await sendRows({ ...request, onProgress: onProgress('result') })
        if (request.indexes.length > 1 && !controller.signal.aborted)
          reportFinished(
            plural(
              request.indexes.length,
              'Sending to {count} recipient has ended',
              'Sending to {count} recipients has ended',
            ),
            '/gift-requests',
          )
        await reloadGifts(client)
      }
    } catch (failure) {
      setError(failure as Error)
      // a rejection of the whole batch has sent nothing, so its cause can be fixed
      if (failure instanceof ApiError && failure.status >= 400 && failure.status < 500)
        change((current) =>
          current.rows.some(({ result }) => result !== undefined) ? {} : { began_at: null },
        )
    } finally {
      setBusy(false)
      setProgress(undefined)
    }
  }
  return {
    isBusy,
    progress,
    error,
    check: () => void run('check'),
    send: () => void run('send'),
    stop: () => abortController.current?.abort(),
  }
}
