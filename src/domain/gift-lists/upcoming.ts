import type { TxContext } from '#platform/postgres/database'

const dayMs = 24 * 60 * 60 * 1000
const days = 7
/** Counts of a week stop here. */
const maxCounted = 10_000

/** What timers do on one day in UTC. */
export interface UpcomingDay {
  /** The day as `2026-05-01`. */
  day: string
  /** Gifts to send. */
  scheduled: number
  /** Gifts that expire, unless their recipients redeem them. */
  expiring: number
}

/** Counts what is due per day. Whatever is overdue counts for the first day. */
const selectDays = (column: string, state: string) =>
  `select to_char(greatest(due, $2) at time zone 'UTC', 'YYYY-MM-DD') as day, count(*) from (
     select g.${column} as due from gifting.gift_request g
      where g.account_id = $1 and g.state = '${state}' and g.${column} < $3 order by g.${column} limit ${maxCounted + 1}) found
    group by 1`

/** Returns the next seven days, today included, and whether there is more than what the counts say. */
export async function listUpcoming(
  ctx: TxContext,
): Promise<{ days: UpcomingDay[]; is_capped: boolean }> {
  const today = new Date(Math.floor(ctx.now.getTime() / dayMs) * dayMs)
  const values = [ctx.account_id, today, new Date(today.getTime() + days * dayMs)]
  const count = async (column: string, state: string) => {
    const rows = await ctx.query<{ day: string; count: number }>(selectDays(column, state), values)
    return new Map(rows.map((row) => [row.day, row.count]))
  }
  const [scheduled, expiring] = await Promise.all([
    count('send_at', 'scheduled'),
    count('expires_at', 'awaiting_recipient'),
  ])
  const sum = (counts: ReadonlyMap<string, number>) =>
    [...counts.values()].reduce((all, each) => all + each, 0)
  return {
    days: Array.from({ length: days }, (_, at) => {
      const day = new Date(today.getTime() + at * dayMs).toISOString().slice(0, 10)
      return { day, scheduled: scheduled.get(day) ?? 0, expiring: expiring.get(day) ?? 0 }
    }),
    is_capped: Math.max(sum(scheduled), sum(expiring)) > maxCounted,
  }
}
