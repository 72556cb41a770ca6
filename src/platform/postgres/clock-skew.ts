import type { Clock } from '../lib/clock.ts'
import { ALL_ACCOUNTS, type Database, inTransaction } from './database.ts'

/**
 * Measures how many milliseconds a clock is ahead of the clock of the database. The result is
 * exact to half of the round trip.
 */
export async function measureClockSkew(db: Database, clock: Clock): Promise<number> {
  const requestedAt = clock().getTime()
  const [row] = await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
    ctx.query<{ at: number }>('select extract(epoch from clock_timestamp())::float8 * 1000 as at'),
  )
  const respondedAt = clock().getTime()
  if (row === undefined) throw new Error('the database returned no time')
  return Math.round((requestedAt + respondedAt) / 2 - row.at)
}
