import type { Client } from 'pg'

/** The counters of the whole server so far. The caller must be a superuser. */
export interface DatabaseCounters {
  lsn: string
  transactions: number
  inserted: number
  updated: number
  hotUpdated: number
  deleted: number
}

export async function readDatabaseCounters(database: Client): Promise<DatabaseCounters> {
  await database.query('select pg_stat_clear_snapshot()')
  const { rows } = await database.query<DatabaseCounters>(
    `select pg_current_wal_insert_lsn()::text as lsn,
            (select sum(xact_commit)::float8 from pg_stat_database) as transactions,
            sum(n_tup_ins)::float8 as inserted, sum(n_tup_upd)::float8 as updated,
            sum(n_tup_hot_upd)::float8 as "hotUpdated", sum(n_tup_del)::float8 as deleted
       from pg_stat_user_tables`,
  )
  return rows[0] as DatabaseCounters
}

export interface WalCost {
  totalBytes: number
  records: number
  relations: { relation: string; bytes: number; records: number }[]
}

/**
 * Returns the WAL between two positions without full-page images. Also returns its parts by table or index,
 * largest first. Partitions count as their parent.
 */
export async function readWalByRelation(
  database: Client,
  from: string,
  to: string,
): Promise<WalCost> {
  const { rows: totals } = await database.query<{ bytes: number; records: number }>(
    `select sum(record_size)::float8 as bytes, sum(count)::float8 as records
       from pg_get_wal_stats($1::pg_lsn, $2::pg_lsn)`,
    [from, to],
  )
  // a record that changes several blocks counts for the first block
  const { rows: relations } = await database.query<WalCost['relations'][number]>(
    `select coalesce(pg_partition_root(c.oid)::regclass::text, c.oid::regclass::text, 'other')
              || coalesce(' ' || (case c.relkind when 'i' then '(index)' when 'I' then '(index)' end), '') as relation,
            sum(record_length)::float8 as bytes, count(*)::float8 as records
       from pg_get_wal_block_info($1::pg_lsn, $2::pg_lsn, false) b
       left join pg_class c on c.relfilenode = b.relfilenode
      where block_id = 0 group by 1 order by 2 desc`,
    [from, to],
  )
  return { totalBytes: totals[0]?.bytes ?? 0, records: totals[0]?.records ?? 0, relations }
}

export interface StatementCost {
  calls: number
  exec_ms: number
  wal_bytes: number
  text: string
}

/** Returns the statements of the service since the last reset, by total execution time, the longest first. */
export async function readStatements(database: Client): Promise<StatementCost[]> {
  const { rows } = await database.query<StatementCost>(
    `select calls::float8, total_exec_time as exec_ms, wal_bytes::float8,
            left(regexp_replace(query, '\\s+', ' ', 'g'), 110) as text
       from pg_stat_statements where userid <> (select oid from pg_roles where rolname = current_user)
      order by total_exec_time desc`,
  )
  return rows
}
