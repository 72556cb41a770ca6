import type { TxContext } from '../postgres/database.ts'

/*
 * Re-encrypts values with the current (first) key while the service runs. No progress is stored,
 * because each encrypted value names its key: an interrupted run starts again and skips the finished
 * values. Stored progress could disagree with the data, because a row that an older process writes
 * behind the run would count as done.
 *
 * A separate key for each account, encrypted under the main key, would make a change of the main key faster.
 * It would not help when the key of an account has leaked, and each decryption would read one more row.
 */

/** An encrypted column of a module's table, which has the primary key (account_id, id). */
export interface EncryptedColumn {
  table: string
  /** True for a table with the primary key (id), whose rows belong to no account. */
  isOfNoAccount?: true
  column: string
  /** Returns the context to which the encryption binds the value of a row. */
  context(id: string): string
  /** The number of rows that are read at once. For large values, it is less than the default. */
  batchSize?: number
}

/** The position of a row in a table, in the order of the primary key. Rows of no account have the smallest account id. */
export interface Cursor {
  account_id: string
  id: string
}

export interface ReencryptResult {
  /** The number of rows that were read. */
  scanned: number
  /** The number of values that are now encrypted with the current key. */
  reencrypted: number
  /** The number of values that could not be decrypted: their key is missing, or the bytes were changed. */
  unreadable: number
  /** The position of the next batch. Undefined at the end of the table. */
  next: Cursor | undefined
}

interface ScannedRow extends Cursor {
  /** The encrypted value. Null if the value needs no change. */
  sealed: Buffer | null
}

/** The position before the first row of any table. */
const firstCursor: Cursor = {
  account_id: '00000000-0000-0000-0000-000000000000',
  id: '00000000-0000-0000-0000-000000000000',
}

/**
 * Reads the next rows, and re-encrypts the values that an older key encrypted. If another process changes a
 * value at the same time, the value of that process remains. Locks no row for longer than one statement.
 */
export async function reencryptBatch(
  ctx: TxContext,
  column: EncryptedColumn,
  {
    after = firstCursor,
    limit = column.batchSize ?? 500,
  }: { after?: Cursor | undefined; limit?: number } = {},
): Promise<ReencryptResult> {
  const rows = await findRowsWithOldKey(ctx, column, after, limit)
  const { cipher } = ctx.deployment
  const changes: (Cursor & { old: Buffer; encrypted: Buffer })[] = []
  let unreadable = 0
  for (const { account_id, id, sealed: old } of rows) {
    if (old === null) continue
    try {
      const context = column.context(id)
      changes.push({
        account_id,
        id,
        old,
        encrypted: cipher.encrypt(cipher.decrypt(old, context), context),
      })
    } catch {
      unreadable += 1
    }
  }
  const last = rows.at(-1)
  return {
    scanned: rows.length,
    reencrypted: changes.length === 0 ? 0 : await replaceValues(ctx, column, changes),
    unreadable,
    next: rows.length < limit || last === undefined ? undefined : last,
  }
}

/** Counts the values of these rows that are encrypted with an older or unknown key. */
export async function countWithOldKey(
  ctx: TxContext,
  column: EncryptedColumn,
  {
    after = firstCursor,
    limit = column.batchSize ?? 5_000,
  }: { after?: Cursor | undefined; limit?: number } = {},
): Promise<{ count: number; next: Cursor | undefined }> {
  const rows = await findRowsWithOldKey(ctx, column, after, limit)
  const next = rows.length < limit ? undefined : rows.at(-1)
  return { count: rows.filter(({ sealed: encrypted }) => encrypted !== null).length, next }
}

const findRowsWithOldKey = (
  ctx: TxContext,
  encrypted: EncryptedColumn,
  after: Cursor,
  limit: number,
) => {
  const { column } = encrypted
  return ctx.query<ScannedRow>(
    `select account_id, id, case when substring(${column} for length($1::bytea)) <> $1 then ${column} end as sealed
       from ${fromTable(encrypted)}
      where (account_id, id) > ($2, $3) order by account_id, id limit $4`,
    [ctx.deployment.cipher.keyPrefix, after.account_id, after.id, limit],
  )
}

/** Returns the SQL of a table whose rows have an account id, if need be the smallest one. */
export const fromTable = ({ table, isOfNoAccount }: EncryptedColumn): string =>
  isOfNoAccount
    ? `(select '${firstCursor.account_id}'::uuid as account_id, * from ${table}) rows`
    : table

const replaceValues = (
  ctx: TxContext,
  { table, column, isOfNoAccount }: EncryptedColumn,
  changes: readonly (Cursor & { old: Buffer; encrypted: Buffer })[],
): Promise<number> =>
  ctx.countRows(
    `update ${table} t set ${column} = c.sealed
       from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bytea[]) as c (account_id, id, old, sealed)
      where t.id = c.id and t.${column} = c.old${isOfNoAccount ? '' : ' and t.account_id = c.account_id'}
      returning t.id`,
    [
      changes.map(({ account_id }) => account_id),
      changes.map(({ id }) => id),
      changes.map(({ old }) => old),
      changes.map(({ encrypted }) => encrypted),
    ],
  )
