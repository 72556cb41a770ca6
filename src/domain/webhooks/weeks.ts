import type { Work } from '#platform/postgres'
import { forgetTraces } from './traces.ts'

const weeksAhead = 4

/**
 * Makes the partitions of this week and of four more. To be called at the start and every day; what
 * comes without a partition is stored all the same, and moved. Needs a transaction for everyone.
 */
export const prepareWeeks = async (work: Work): Promise<number> => {
  const [row] = await work.query<{ made: number }>(
    'select webhooks.prepare_weeks($1, $2) as made',
    [work.now, weeksAhead],
  )
  return row?.made ?? 0
}

/** For how long things are kept, in days. */
export interface Retention {
  bodies: number
  attempts: number
  deliveries: number
}

const usual: Retention = { bodies: 30, attempts: 90, deliveries: 365 }
const day = 24 * 60 * 60 * 1000

/**
 * Drops the weeks that were kept long enough, whole; never one that a delivery still needs. Answers
 * their names. Needs a transaction for everyone.
 */
export async function retain(work: Work, retention: Partial<Retention> = {}): Promise<string[]> {
  const { bodies, attempts, deliveries } = { ...usual, ...retention }
  const before = (days: number) => new Date(work.now.getTime() - days * day)
  const ends: [table: string, before: Date][] = [
    ['event_body', before(bodies)],
    ['event', before(bodies)],
    ['attempt', before(attempts)],
    ['delivery', before(deliveries)],
  ]
  const dropped: string[] = []
  for (const [table, moment] of ends) {
    const rows = await work.query<{ name: string }>(
      'select name from webhooks.drop_weeks($1, $2) as name',
      [table, moment],
    )
    dropped.push(...rows.map(({ name }) => name))
  }
  forgetTraces(work)
  return dropped
}
