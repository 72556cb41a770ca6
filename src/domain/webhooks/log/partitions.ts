import type { TxContext } from '#platform/postgres/database'
import { deleteOldTraceContexts } from '../events/trace-context.ts'

const partitionsAhead = 4

/**
 * Makes the partitions of this week and of four more. To be called at the start and every day; what
 * comes without a partition is stored all the same, and moved. Needs a transaction for everyone.
 */
export const createPartitions = async (ctx: TxContext): Promise<number> => {
  const [row] = await ctx.query<{ made: number }>(
    'select webhooks.create_partitions($1, $2) as made',
    [ctx.now, partitionsAhead],
  )
  return row?.made ?? 0
}

/** For how long things are kept, in days. */
interface RetentionDays {
  bodies: number
  attempts: number
  deliveries: number
}

const defaultRetention: RetentionDays = { bodies: 30, attempts: 90, deliveries: 365 }
const dayMs = 24 * 60 * 60 * 1000

/** What is kept for a time and then dropped by the week; bodies before the events that they tell. */
export const partitionedTables = ['event_body', 'event', 'attempt', 'delivery'] as const
type PartitionedTable = (typeof partitionedTables)[number]

const retentionKeys = {
  event_body: 'bodies',
  event: 'bodies',
  attempt: 'attempts',
  delivery: 'deliveries',
} as const satisfies Record<PartitionedTable, keyof RetentionDays>

/**
 * Drops the weeks of a table that were kept long enough, whole; never one that a delivery still needs.
 * Answers their names. Needs a transaction for everyone, and one for each table: it locks the table, and
 * whoever holds one and waits for another will meet somebody who does so the other way round. Who has
 * to wait for the lock keeps all others waiting, so it rather fails soon, to be tried again.
 */
export async function dropExpiredPartitions(
  ctx: TxContext,
  table: PartitionedTable,
  retention: Partial<RetentionDays> = {},
): Promise<string[]> {
  const days = { ...defaultRetention, ...retention }[retentionKeys[table]]
  ctx.enqueue(`select set_config('lock_timeout', '1s', true)`)
  const rows = await ctx.query<{ name: string }>(
    'select name from webhooks.drop_partitions($1, $2) as name',
    [table, new Date(ctx.now.getTime() - days * dayMs)],
  )
  if (table === 'event') deleteOldTraceContexts(ctx)
  return rows.map(({ name }) => name)
}
