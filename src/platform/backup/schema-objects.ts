import type pg from 'pg'
import { listOwnSchemas } from '../postgres/migrations.ts'

/** A table of the backup. A partitioned table counts as one table. */
export interface BackupTable {
  /** The name as `schema.table`. */
  name: string
  /** The stored columns. Generated columns are not included. */
  columns: readonly string[]
  /** Whether row-level security also applies to the owner. COPY cannot write through it. */
  is_walled: boolean
}

/** A partition that a restored database needs before rows are inserted. */
export interface BackupPartition {
  name: string
  parent: string
  /** The bound in PostgreSQL's syntax: `FOR VALUES FROM (…) TO (…)`. */
  bound: string
}

/**
 * Returns every table of the service except the list of migrations, each after the tables that its foreign keys
 * reference. Ignores other schemas, because other applications may use the same database.
 */
export async function readTables(client: pg.ClientBase): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable & { needs: string[] }>(
    `select format('%I.%I', n.nspname, c.relname) as name, c.relforcerowsecurity as is_walled,
        (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
        array(select distinct format('%I.%I', fn.nspname, f.relname) from pg_constraint k
          join pg_class f on f.oid = k.confrelid join pg_namespace fn on fn.oid = f.relnamespace
          where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any ($1) and c.relkind in ('r', 'p') and not c.relispartition
        and format('%I.%I', n.nspname, c.relname) <> 'platform.migration'
      order by 1`,
    [listOwnSchemas()],
  )
  return sortByReferences(rows).map(({ needs: _, ...table }) => table)
}

/** Sorts tables: each stands after those of the list that it needs, because its foreign keys reference them. */
export function sortByReferences<Table extends { name: string; needs: readonly string[] }>(
  tables: readonly Table[],
): Table[] {
  const remaining = new Map(tables.map((table) => [table.name, table]))
  const sorted: Table[] = []
  while (remaining.size > 0) {
    const ready = [...remaining.values()].filter(
      ({ needs }) => !needs.some((name) => remaining.has(name)),
    )
    if (ready.length === 0) throw new Error('foreign keys form a cycle')
    for (const table of ready) remaining.delete(table.name)
    sorted.push(...ready)
  }
  return sorted
}

export async function readPartitions(client: pg.ClientBase): Promise<BackupPartition[]> {
  const { rows } = await client.query<BackupPartition>(
    `select format('%I.%I', n.nspname, c.relname) as name, i.inhparent::regclass::text as parent,
        pg_get_expr(c.relpartbound, c.oid) as bound
       from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_inherits i on i.inhrelid = c.oid
      where n.nspname = any ($1) and c.relispartition and c.relkind = 'r' order by 1`,
    [listOwnSchemas()],
  )
  return rows.filter(({ bound }) => bound !== 'DEFAULT')
}

/** Reads all sequences with their current values. The value of an unused sequence is null. */
export async function readSequences(
  client: pg.ClientBase,
): Promise<{ name: string; last_value: string | null }[]> {
  const { rows } = await client.query<{ name: string; last_value: string | null }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last_value
       from pg_sequences where schemaname = any ($1) order by 1`,
    [listOwnSchemas()],
  )
  return rows
}
