import type { TxContext } from '#platform/postgres/database'
import { findBackfills } from '#platform/postgres/history-partitions'

interface ServerFacts {
  version: string
  major_version: number
  size_bytes: number
  connections: { used: number; max: number }
  longest_transaction_seconds: number
}

/**
 * Reads facts about the database server. Requires a transaction for ALL_ACCOUNTS, as
 * every function of this file does.
 */
export async function readServerFacts(ctx: TxContext): Promise<ServerFacts> {
  const [row] = await ctx.query<ServerFacts>(
    `select current_setting('server_version') as version,
            current_setting('server_version_num')::int / 10000 as major_version,
            pg_database_size(current_database())::float8 as size_bytes,
            jsonb_build_object(
              'used', (select count(*) from pg_stat_activity where backend_type = 'client backend'),
              'max', current_setting('max_connections')::int
                - current_setting('superuser_reserved_connections')::int) as connections,
            coalesce((select max(extract(epoch from clock_timestamp() - xact_start)) from pg_stat_activity
              where datname = current_database() and backend_type = 'client backend'), 0)::float8 as longest_transaction_seconds`,
  )
  if (row === undefined) throw new Error('the database returned no row')
  return row
}

export async function readMigrationFacts(
  ctx: TxContext,
): Promise<{ applied: number; newest: string | null }> {
  const [row] = await ctx.query<{ applied: number; newest: string | null }>(
    'select count(*)::int as applied, max(name) as newest from platform.migration',
  )
  return row ?? { applied: 0, newest: null }
}

interface PartitionFacts {
  table: string
  count: number
  newest: string | null
  has_default_rows: boolean
}

/**
 * Reads the partitions of each partitioned table of the service, and whether there are
 * rows in its default partition.
 */
export async function readPartitionFacts(ctx: TxContext): Promise<PartitionFacts[]> {
  const rows = await ctx.query<Omit<PartitionFacts, 'has_default_rows'> & { rest: string | null }>(
    `select p.partrelid::regclass::text as "table",
            count(i.inhrelid) filter (where i.inhrelid <> p.partdefid)::int as count,
            max(c.relname::text) filter (where i.inhrelid <> p.partdefid) as newest,
            nullif(p.partdefid, 0)::regclass::text as rest
       from pg_partitioned_table p
       join pg_class t on t.oid = p.partrelid
       left join pg_inherits i on i.inhparent = p.partrelid
       left join pg_class c on c.oid = i.inhrelid
      where t.relowner = (select relowner from pg_class where oid = 'access.account'::regclass) and t.relname !~ '_next$'
      group by p.partrelid, p.partdefid order by 1`,
  )
  const facts: PartitionFacts[] = []
  for (const { rest, ...row } of rows) {
    const found = rest === null ? [] : await ctx.query(`select from ${rest} limit 1`)
    facts.push({ ...row, has_default_rows: found.length > 0 })
  }
  return facts
}

export const readBackfillFacts = async (ctx: TxContext) =>
  (await findBackfills(ctx)).map(({ table_name, copied_rows }) => ({
    table: table_name,
    copied_rows: Number(copied_rows),
  }))

/** Reads whether the server archives its WAL, when it last did so, and whether the archive has errors. */
export async function readArchiveFacts(
  ctx: TxContext,
): Promise<{ last_archived_at: Date | null; has_archive_errors: boolean }> {
  const [row] = await ctx.query<{ last_archived_at: Date | null; has_archive_errors: boolean }>(
    `select last_archived_time as last_archived_at,
            coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as has_archive_errors
       from pg_stat_archiver`,
  )
  return row ?? { last_archived_at: null, has_archive_errors: false }
}
