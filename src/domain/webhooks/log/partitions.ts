import type { TxContext } from '#platform/postgres/database'
import { deleteOldTraceContexts } from '../events/trace-context.ts'

const partitionsAhead = 4

/**
 * Creates the partitions of this week and the next four. Run at every start and every day. Rows without a
 * partition are stored in the default partition and moved later. Requires a transaction for ALL_ACCOUNTS.
 */
export const createPartitions = async (ctx: TxContext): Promise<number> => {
  const [row] = await ctx.query<{ made: number }>(
    'select webhooks.create_partitions($1, $2) as made',
    [ctx.now, partitionsAhead],
  )
  return row?.made ?? 0
}

/** Retention periods in days. */
interface RetentionDays {
  bodies: number
  attempts: number
  deliveries: number
}

const defaultRetention: RetentionDays = { bodies: 30, attempts: 90, deliveries: 365 }
const dayMs = 24 * 60 * 60 * 1000

/** The tables with weekly partitions. Bodies are dropped before their events. */
export const partitionedTables = ['event_body', 'event', 'attempt', 'delivery'] as const
type PartitionedTable = (typeof partitionedTables)[number]

const retentionKeys = {
  event_body: 'bodies',
  event: 'bodies',
  attempt: 'attempts',
  delivery: 'deliveries',
} as const satisfies Record<PartitionedTable, keyof RetentionDays>

/**
 * Drops the expired weekly partitions of a table, except those that an open delivery still needs. Returns
 * their names.
 *
 * Requires a transaction for ALL_ACCOUNTS, and a separate transaction for each table: the drop locks the
 * table, and locking several tables could cause a deadlock. A waiting table lock blocks all other
 * statements, so the lock timeout is short, and the caller retries later.
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
