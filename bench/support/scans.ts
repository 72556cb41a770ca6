import type { Stage } from './stage.ts'

const counting = `
  select schemaname || '.' || relname as name, seq_tup_read::float8 as rows, n_live_tup::float8 as live
    from pg_stat_user_tables where n_live_tup > 10000 order by 1`

interface Table {
  name: string
  /** Read by scans from one end on. */
  rows: number
  live: number
}

/** What statements read whole, or half of it, although it is large: the surest sign of a plan that does not bear growth. */
export async function scansOf({ sql }: Pick<Stage, 'sql'>) {
  const look = () => sql<Table>(counting)
  const before = new Map((await look()).map((table) => [table.name, table.rows]))
  return {
    async since(): Promise<string[]> {
      return (await look()).flatMap(({ name, rows, live }) => {
        const times = (rows - (before.get(name) ?? rows)) / live
        return times > 0.5 ? `${name} (${times.toFixed(1)} times)` : []
      })
    },
  }
}
