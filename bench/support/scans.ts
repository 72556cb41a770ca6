import type { Stage } from './stage.ts'

const counting = `
  select schemaname || '.' || relname as name, seq_scan::int as scans from pg_stat_user_tables
   where n_live_tup > 10000 order by 1`

/** What statements read whole although it is large: the surest sign of a plan that does not bear growth. */
export async function scansOf({ sql }: Pick<Stage, 'sql'>) {
  const look = async () =>
    new Map(
      (await sql<{ name: string; scans: number }>(counting)).map((row) => [row.name, row.scans]),
    )
  const before = await look()
  return {
    async since(): Promise<string[]> {
      const after = await look()
      return [...after].flatMap(([name, scans]) => {
        const more = scans - (before.get(name) ?? scans)
        return more > 0 ? `${name} (${more})` : []
      })
    },
  }
}
