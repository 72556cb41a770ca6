import { ALL_ACCOUNTS, type Database, inTransaction, type TxContext } from './database.ts'

/*
 * Partitions of history tables. A history table has one partition for each month of its key, which is a
 * version 7 UUID. Its primary key begins with the account and contains the key of the partitions, so that a
 * read by key uses one partition.
 */

/** A table with monthly partitions. */
export interface HistoryTable {
  /** The name of the table with its schema. */
  name: string
  /**
   * A query that returns a row if rows with keys from `$1` to before `$2` are still needed after their retention
   * period.
   */
  findNeededSql?: string
}

const monthsAhead = 1
const dayMs = 24 * 60 * 60 * 1000

/**
 * Creates the partitions of this month and the next one. Rows without a partition are stored in the
 * default partition and moved later. Requires a transaction for ALL_ACCOUNTS. While the function
 * waits for the lock of a table, it blocks all other statements on the table, so the lock timeout is
 * short, and the caller retries later.
 */
export const createPartitions = (ctx: TxContext, table: HistoryTable): Promise<number> =>
  ctx.queryCount(
    `select platform.create_monthly_partitions(p.partrelid, $2, $3) as created
       from set_config('lock_timeout', '500ms', true), pg_partitioned_table p where p.partrelid = $1::text::regclass`,
    [table.name, ctx.real_now, monthsAhead],
  )

/**
 * Drops the partitions whose month ended more than `days` ago, except the partitions that are still needed.
 * Returns the names of the dropped partitions. Requires a transaction for ALL_ACCOUNTS.
 */
export async function dropExpired(
  ctx: TxContext,
  { name, findNeededSql }: HistoryTable,
  days: number,
): Promise<string[]> {
  const expiredMonths = await ctx.query<{ partition: string; first_id: string; next_id: string }>(
    `select c.oid::regclass::text as partition, platform.uuid_floor(m.starts at time zone 'UTC') as first_id,
            platform.uuid_floor((m.starts + interval '1 month') at time zone 'UTC') as next_id
       from pg_inherits i join pg_class c on c.oid = i.inhrelid
       cross join to_timestamp(substring(c.relname from '_(\\d{4}m\\d{2})$'), 'YYYY"m"MM') month
       cross join make_timestamp(extract(year from month)::int, extract(month from month)::int, 1, 0, 0, 0) m (starts)
      where i.inhparent = $1::text::regclass and c.relname ~ '_\\d{4}m\\d{2}$'
        and (m.starts + interval '1 month') at time zone 'UTC' <= $2 order by m.starts`,
    [name, new Date(ctx.real_now.getTime() - days * dayMs)],
  )
  const dropped: string[] = []
  for (const { partition, first_id, next_id } of expiredMonths) {
    if (findNeededSql && (await ctx.hasRows(findNeededSql, [first_id, next_id]))) continue
    ctx.enqueue(`select set_config('lock_timeout', '500ms', true)`)
    ctx.enqueue(`select platform.lock_referenced_tables($1::text::regclass, 'access exclusive')`, [
      name,
    ])
    ctx.enqueue(`drop table ${partition}`)
    dropped.push(partition)
  }
  return dropped
}

/**
 * The progress of a backfill: the name of a table whose rows are still being copied to partitions, and how
 * many rows have been copied.
 */
export interface BackfillProgress {
  table_name: string
  copied_rows: number
}

export const findBackfills = (ctx: TxContext): Promise<BackfillProgress[]> =>
  ctx.query<BackfillProgress>(
    'select table_name, copied_rows from platform.partition_backfill order by table_name',
  )

/** The number of rows that one transaction copies. */
const batchRows = 2_000

/**
 * Copies the rows of a table to its partitions, with a transaction for each batch, and replaces the table at
 * the end. After a crash, the next call continues behind the last committed batch.
 */
export async function runBackfill(
  db: Database,
  table_name: string,
  shouldStop: () => boolean = () => false,
): Promise<'finished' | 'stopped' | 'copied elsewhere'> {
  while (!shouldStop()) {
    const copied = await inTransaction(db, ALL_ACCOUNTS, async (ctx) => {
      const [step] = await ctx.query<{ copied: number | null }>(
        'select platform.backfill_step($1, $2) as copied',
        [table_name, batchRows],
      )
      if (step?.copied === 0) {
        ctx.enqueue(`select set_config('lock_timeout', '500ms', true)`)
        await ctx.query('select platform.finish_backfill($1)', [table_name])
      }
      return step?.copied ?? undefined
    })
    if (copied === undefined) return 'copied elsewhere'
    if (copied === 0) return 'finished'
  }
  return 'stopped'
}
