import type { TxContext } from '#platform/postgres/database'

/** A person of a source, and the contact that the person became. `source` is the id of a connection. */
export interface SourceEntry {
  key: string
  version: string | null
  contact_id: string | null
  /** The name of a person who became no contact, and why. */
  name: string | null
  problem: string | null
}

const columns = 'key, version, contact_id, name, problem'

export const findEntries = (
  ctx: TxContext,
  source: string,
  keys: readonly string[],
): Promise<SourceEntry[]> =>
  ctx.query<SourceEntry>(
    `select ${columns} from contacts.source_entry where account_id = $1 and source = $2 and key = any ($3)`,
    [ctx.account_id, source, keys],
  )

/** Returns the version of each person; null for a person who has no contact, and is read again. */
export const listVersions = (
  ctx: TxContext,
  source: string,
): Promise<Pick<SourceEntry, 'key' | 'version'>[]> =>
  ctx.query(
    `select key, case when contact_id is not null then version end as version
       from contacts.source_entry where account_id = $1 and source = $2`,
    [ctx.account_id, source],
  )

/** Returns the entries of all sources that hold these contacts. */
export const findHolders = (
  ctx: TxContext,
  contact_ids: readonly string[],
): Promise<{ source: string; key: string; contact_id: string }[]> =>
  ctx.query(
    'select source, key, contact_id from contacts.source_entry where account_id = $1 and contact_id = any ($2)',
    [ctx.account_id, contact_ids],
  )

export const listProblems = (
  ctx: TxContext,
  source: string,
  limit: number,
): Promise<{ key: string; name: string | null; problem: string }[]> =>
  ctx.query(
    `select key, name, problem from contacts.source_entry
      where account_id = $1 and source = $2 and problem is not null order by key limit $3`,
    [ctx.account_id, source, limit],
  )

/** Writes entries, each new or changed. The function does not wait for the statement. */
export const saveEntries = (
  ctx: TxContext,
  source: string,
  entries: readonly SourceEntry[],
): void =>
  ctx.enqueue(
    `insert into contacts.source_entry (account_id, source, ${columns})
     select $1, $2, ${columns} from json_populate_recordset(null::contacts.source_entry, $3)
     on conflict (account_id, source, key) do update set (version, contact_id, name, problem)
       = (excluded.version, excluded.contact_id, excluded.name, excluded.problem)`,
    [ctx.account_id, source, JSON.stringify(entries)],
  )

/** Deletes entries; all of the source without keys. Returns the contacts that they had. */
export const deleteEntries = (
  ctx: TxContext,
  source: string,
  keys?: readonly string[],
): Promise<string[]> =>
  ctx.queryValues<string>(
    `delete from contacts.source_entry
      where account_id = $1 and source = $2 and ($3::text[] is null or key = any ($3))
     returning contact_id`,
    [ctx.account_id, source, keys ?? null],
  )

/** Removes the names of people from the reasons why they became no contacts. The next run reads these people again. */
export const clearProblems = (ctx: TxContext): void =>
  ctx.enqueue(
    `update contacts.source_entry set name = null, problem = null, version = null
      where account_id = $1 and problem is not null`,
    [ctx.account_id],
  )
