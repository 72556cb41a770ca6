import { startLoop } from '#platform/loop'
import { everyone, inTransaction } from '#platform/postgres'
import type { EngineContext } from './engine-options.ts'

/** Milliseconds. Receivers refuse a timestamp that is five minutes off, so we stop well before. */
const limits = { warn: 5_000, stop: 60_000 } as const

/**
 * Compares our clock with the database's. All scheduling is by the database's; ours matters only for
 * the timestamps that are signed.
 */
export function watchClock({ db, clock, onError }: EngineContext, every: number) {
  let off: number | undefined

  async function compare(): Promise<number> {
    const asked = clock().getTime()
    const [row] = await inTransaction(db, everyone, (work) =>
      work.query<{ at: number }>(
        'select extract(epoch from clock_timestamp())::float8 * 1000 as at',
      ),
    )
    const answered = clock().getTime()
    if (row === undefined) return 0
    off = Math.round((asked + answered) / 2 - row.at)
    if (Math.abs(off) >= limits.warn)
      onError(new Error(`Our clock is ${off} ms ahead of the database's.`), 'clock')
    return 0
  }

  const loop = startLoop({ name: 'webhooks clock', every, run: compare, onError })
  return {
    off: () => off,
    isSafe: () => off === undefined || Math.abs(off) < limits.stop,
    stop: loop.stop,
  }
}
