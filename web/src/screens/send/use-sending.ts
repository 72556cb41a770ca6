import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#web/api.ts'
import { reloadGifts } from '#web/screens/gifts/bulk-run.ts'
import { isDirect } from './draft.ts'
import type { Part } from './part.ts'
import type { Outlook, Result, Row } from './rows.ts'
import { check, type Progress, send } from './run.ts'
import { sumsOf } from './sums.ts'

/** Checks the list or sends it. What became of each row is kept as it comes, so that it can be gone on with. */
export function useSending(
  part: Part & { keepNow?: () => Promise<void> },
  sending: object | undefined,
) {
  const { draft, change, choices, keepNow } = part
  const client = useQueryClient()
  const [progress, setProgress] = useState<Progress>()
  const [error, setError] = useState<Error>()
  const [isBusy, setBusy] = useState(false)
  const stopping = useRef<AbortController>(undefined)
  useEffect(() => () => stopping.current?.abort(), [])

  const run = async (which: 'check' | 'send') => {
    if (sending === undefined || isBusy) return
    const controller = new AbortController()
    stopping.current = controller
    setBusy(true)
    setError(undefined)
    const { kinds } = sumsOf(draft)
    const wanted = which === 'check' ? () => true : (kind?: string) => kind === 'ready'
    const asked = {
      sending,
      rows: draft.rows,
      hasAddress: isDirect(draft, choices),
      places: draft.rows.flatMap((_, at) => (wanted(kinds[at]) ? [at] : [])),
      signal: controller.signal,
    }
    const told =
      (name: 'outlook' | 'result') =>
      (answers: ReadonlyMap<number, Outlook | Result>, next: Progress) => {
        setProgress(next)
        change((was) => ({
          rows: was.rows.map((row, at) =>
            answers.has(at) ? ({ ...row, [name]: answers.get(at) } as Row) : row,
          ),
        }))
        void keepNow?.()
      }
    try {
      if (which === 'check') {
        change((was) => ({ rows: was.rows.map(({ line, cells }) => ({ line, cells })) }))
        await check({ ...asked, told: told('outlook') })
      } else {
        change({ began_at: draft.began_at ?? new Date().toISOString() })
        await send({ ...asked, told: told('result') })
        await reloadGifts(client)
      }
    } catch (failed) {
      setError(failed as Error)
      // what is refused as a whole has sent nothing, and can be mended
      if (failed instanceof ApiError && failed.status >= 400 && failed.status < 500)
        change((was) =>
          was.rows.some(({ result }) => result !== undefined) ? {} : { began_at: null },
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
    stop: () => stopping.current?.abort(),
  }
}
