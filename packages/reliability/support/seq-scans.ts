import type { ServiceHarness } from './service-harness.ts'

const tableStatsSql = `
  select schemaname || '.' || relname as name, seq_tup_read::float8 as rows, n_live_tup::float8 as live
    from pg_stat_user_tables where n_live_tup > 10000 order by 1`

interface TableScanStats {
  name: string
  /** The number of rows that sequential scans read. */
  rows: number
  live: number
}

/**
 * Finds the large tables of which statements read at least half: the best sign of a plan that does not scale.
 */
export async function watchSeqScans({ sql }: Pick<ServiceHarness, 'sql'>) {
  const readStats = () => sql<TableScanStats>(tableStatsSql)
  const before = new Map((await readStats()).map((table) => [table.name, table.rows]))
  return {
    async fullScans(): Promise<string[]> {
      return (await readStats()).flatMap(({ name, rows, live }) => {
        const scanCount = (rows - (before.get(name) ?? rows)) / live
        return scanCount > 0.5 ? `${name} (${scanCount.toFixed(1)} times)` : []
      })
    },
  }
}
