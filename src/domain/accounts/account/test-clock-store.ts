import type { TxContext } from '#platform/postgres/database'

export const findClockOffsets = (
  ctx: TxContext,
  account_ids: readonly string[],
): Promise<{ id: string; offset_ms: number }[]> =>
  ctx.query(
    `select id, (extract(epoch from clock_offset) * 1000)::float8 as offset_ms
       from access.account where id = any($1) and clock_offset > interval '0'`,
    [account_ids],
  )

/** Returns the new offset of the clock; undefined if it would exceed the maximum. */
export const advanceTestClock = (
  ctx: TxContext,
  ms: number,
  maxOffsetMs: number,
): Promise<number | undefined> =>
  ctx.queryValue<number>(
    `update access.account set clock_offset = clock_offset + make_interval(secs => $2::float8 / 1000)
      where id = $1 and extract(epoch from clock_offset) * 1000 + $2::float8 <= $3::float8
      returning (extract(epoch from clock_offset) * 1000)::float8 as offset_ms`,
    [ctx.account_id, ms, maxOffsetMs],
  )
