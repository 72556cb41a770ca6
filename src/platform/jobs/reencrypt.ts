import type { TxContext } from '../postgres/database.ts'

/*
 * Sealing anew under the key in front, while the service runs. Nothing is remembered of how far it came:
 * each sealed value says by which key it was sealed, so whoever was interrupted just begins again, and
 * passes over what is done.
 */

/** Values that a room keeps sealed, in a table of its own with the primary key (account_id, id). */
export interface EncryptedColumn {
  table: string
  column: string
  /** What the value of a row is bound to. */
  context(id: string): string
}

/** How far the table was looked through, in the order of its primary key. */
export interface Cursor {
  account_id: string
  id: string
}

export interface ReencryptResult {
  /** Rows that were looked at. */
  scanned: number
  /** Values of them that are sealed under the key in front now. */
  reencrypted: number
  /** Values of them whose key is not among ours, or that were changed by somebody. */
  unreadable: number
  /** Where to go on; undefined at the end of the table. */
  next: Cursor | undefined
}

interface ScannedRow extends Cursor {
  /** Null when there is nothing to do. */
  sealed: Buffer | null
}

/** Before the first row of every table. */
const firstCursor: Cursor = {
  account_id: '00000000-0000-0000-0000-000000000000',
  id: '00000000-0000-0000-0000-000000000000',
}

/**
 * Looks at the next rows and seals anew what is sealed under an older key. A value that somebody else
 * changes meanwhile stays as they left it, and no row is held for longer than one statement takes.
 */
export async function reencryptBatch(
  ctx: TxContext,
  column: EncryptedColumn,
  { after = firstCursor, limit = 500 }: { after?: Cursor | undefined; limit?: number } = {},
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

/** How many values of these rows are sealed under an older key, or one we do not have. */
export async function countWithOldKey(
  ctx: TxContext,
  column: EncryptedColumn,
  { after = firstCursor, limit = 5_000 }: { after?: Cursor | undefined; limit?: number } = {},
): Promise<{ count: number; next: Cursor | undefined }> {
  const rows = await findRowsWithOldKey(ctx, column, after, limit)
  const next = rows.length < limit ? undefined : rows.at(-1)
  return { count: rows.filter(({ sealed: encrypted }) => encrypted !== null).length, next }
}

const findRowsWithOldKey = (
  ctx: TxContext,
  { table, column }: EncryptedColumn,
  after: Cursor,
  limit: number,
) =>
  ctx.query<ScannedRow>(
    `select account_id, id, case when substring(${column} for length($1::bytea)) <> $1 then ${column} end as sealed
       from ${table} where (account_id, id) > ($2, $3) order by account_id, id limit $4`,
    [ctx.deployment.cipher.keyPrefix, after.account_id, after.id, limit],
  )

async function replaceValues(
  ctx: TxContext,
  { table, column }: EncryptedColumn,
  changes: readonly (Cursor & { old: Buffer; encrypted: Buffer })[],
): Promise<number> {
  const changed = await ctx.query<Cursor>(
    `update ${table} t set ${column} = c.sealed
       from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bytea[]) as c (account_id, id, old, sealed)
      where t.account_id = c.account_id and t.id = c.id and t.${column} = c.old
      returning t.account_id, t.id`,
    [
      changes.map(({ account_id }) => account_id),
      changes.map(({ id }) => id),
      changes.map(({ old }) => old),
      changes.map(({ encrypted }) => encrypted),
    ],
  )
  return changed.length
}
