import { ALL_ACCOUNTS } from '#platform/postgres'
import type { World } from '#test/api-world'

/** A table, and each of its rows as text; bytes stand there as hexadecimal digits. */
export type Dump = ReadonlyMap<string, readonly string[]>

/** Every row of every table there is, of all accounts. */
export function dump(world: Pick<World, 'run'>): Promise<Dump> {
  return world.run(async (ctx) => {
    const tables = await ctx.query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p') and not c.relispartition
          and n.nspname not in ('pg_catalog', 'information_schema') order by 1`,
    )
    const found = new Map<string, string[]>()
    for (const { name } of tables) {
      const rows = await ctx.query<{ row: string }>(`select t::text as row from ${name} t`)
      found.set(
        name,
        rows.map(({ row }) => row),
      )
    }
    return found
  }, ALL_ACCOUNTS)
}

/** The tables in which these words stand, as text or in bytes, whatever their letters' case. */
export function tablesWith(found: Dump, words: string): string[] {
  const text = words.toLowerCase()
  const bytes = [words, text].map((each) => Buffer.from(each).toString('hex'))
  return [...found].flatMap(([name, rows]) => {
    const has = rows.some((row) => {
      const low = row.toLowerCase()
      return [text, ...bytes].some((each) => low.includes(each))
    })
    return has ? [name] : []
  })
}

/** The addresses and letters that are sealed, opened. */
export async function unsealed(world: World): Promise<string[]> {
  const { cipher: sealer } = world.installation
  const gifts = await world.run((ctx) =>
    ctx.query<{ id: string; address: Buffer | null }>(
      'select id, address from gifting.gift_request',
    ),
  )
  const letters = await world.run((ctx) =>
    ctx.query<{ id: string; sealed: Buffer | null }>('select id, sealed from mail.message'),
  )
  return [
    ...gifts.flatMap(({ id, address }) =>
      address === null ? [] : [sealer.decrypt(address, `gifting.address ${id}`)],
    ),
    ...letters.flatMap(({ id, sealed }) =>
      sealed === null ? [] : [sealer.decrypt(sealed, `mail.message ${id}`)],
    ),
  ]
}
