import { ALL_ACCOUNTS } from '#platform/postgres/database'
import type { TestApp } from '#test/api-harness'

/** The rows of each table as texts, by the name of the table. Bytes are hexadecimal. */
export type TableDump = ReadonlyMap<string, readonly string[]>

/** Reads all rows of all tables and all accounts. */
export function dumpTables(testApp: Pick<TestApp, 'run'>): Promise<TableDump> {
  return testApp.run(async (ctx) => {
    const tables = await ctx.query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p') and not c.relispartition
          and n.nspname not in ('pg_catalog', 'information_schema') order by 1`,
    )
    const rowsByTable = new Map<string, string[]>()
    for (const { name } of tables) {
      const rows = await ctx.queryValues<string>(`select t::text as row from ${name} t`)
      rowsByTable.set(name, rows)
    }
    return rowsByTable
  }, ALL_ACCOUNTS)
}

/** Finds the tables that contain a text, as text or as bytes. The comparison ignores case. */
export function tablesContaining(dump: TableDump, searchText: string): string[] {
  const text = searchText.toLowerCase()
  const bytes = [searchText, text].map((each) => Buffer.from(each).toString('hex'))
  return [...dump].flatMap(([name, rows]) => {
    const has = rows.some((row) => {
      const lowerCaseRow = row.toLowerCase()
      return [text, ...bytes].some((each) => lowerCaseRow.includes(each))
    })
    return has ? [name] : []
  })
}

/** Decrypts all stored addresses and emails. */
export async function decryptAll(testApp: TestApp): Promise<string[]> {
  const { cipher } = testApp.deployment
  const gifts = await testApp.run((ctx) =>
    ctx.query<{ id: string; address: Buffer | null }>(
      'select id, address from gifting.gift_request',
    ),
  )
  const emails = await testApp.run((ctx) =>
    ctx.query<{ id: string; encrypted_payload: Buffer | null }>(
      'select id, encrypted_payload from mail.message',
    ),
  )
  return [
    ...gifts.flatMap(({ id, address }) =>
      address === null ? [] : [cipher.decrypt(address, `gifting.address ${id}`)],
    ),
    ...emails.flatMap(({ id, encrypted_payload }) =>
      encrypted_payload === null ? [] : [cipher.decrypt(encrypted_payload, `mail.message ${id}`)],
    ),
  ]
}
