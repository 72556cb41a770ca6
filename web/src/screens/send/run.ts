import { ApiError, api } from '#web/api.ts'
import { type Outlook, occurrences, type Result, type Row, wireRow } from './rows.ts'

const most = 50 // rows in one call
const tries = 4

/** How far it has come. */
export interface Progress {
  done: number
  all: number
  /** Rows a second, as far as that can be said. */
  rate: number
}

interface Asked<T> {
  path: '/send/check' | '/send'
  sending: object
  rows: readonly Row[]
  hasAddress: boolean
  /** The places, in `rows`, of those that are asked about. */
  places: readonly number[]
  told: (answers: ReadonlyMap<number, T>, progress: Progress) => void
  signal: AbortSignal
}

/**
 * Asks about rows, or sends them, some at a time. A part that was lost on the way is asked again: what
 * was sent by it is found, and not sent twice. Stops between two parts when it is told to.
 */
async function inParts<T>(asked: Asked<T>): Promise<void> {
  const { path, sending, rows, hasAddress, places, told, signal } = asked
  const which = occurrences(rows)
  const began = performance.now()
  let done = 0
  for (let first = 0; first < places.length && !signal.aborted; first += most) {
    const part = places.slice(first, first + most)
    const body = {
      sending,
      rows: part.flatMap((place) => {
        const row = rows[place]
        return row === undefined ? [] : [wireRow(row, which[place] ?? 0, hasAddress)]
      }),
    }
    const answer = await patiently(() => api.post<{ rows: T[] }>(path, body), signal)
    done += part.length
    const rate = done / Math.max(0.001, (performance.now() - began) / 1000)
    const pairs = part.flatMap((place, at): [number, T][] => {
      const one = answer.rows[at]
      return one === undefined ? [] : [[place, one]]
    })
    told(new Map(pairs), { done, all: places.length, rate })
  }
}

export const check = (asked: Omit<Asked<Outlook>, 'path'>): Promise<void> =>
  inParts({ ...asked, path: '/send/check' })

export const send = (asked: Omit<Asked<Result>, 'path'>): Promise<void> =>
  inParts({ ...asked, path: '/send' })

/** What failed may work in a moment; what was refused will not. */
async function patiently<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask()
    } catch (error) {
      const mayWork = error instanceof ApiError && (error.status === 0 || error.status >= 500)
      if (!mayWork || attempt === tries || signal.aborted) throw error
      await new Promise((resolve) => setTimeout(resolve, 400 * 2 ** attempt))
    }
  }
}
