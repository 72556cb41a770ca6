import type { TxContext } from './postgres.ts'

/*
 * Sealing anew under the key in front, while the service runs. Nothing is remembered of how far it came:
 * each sealed value says by which key it was sealed, so whoever was interrupted just begins again, and
 * passes over what is done.
 */

/** Values that a room keeps sealed, in a table of its own with the primary key (account_id, id). */
export interface SealedColumn {
  table: string
  column: string
  /** What the value of a row is bound to. */
  context(id: string): string
}

/** How far the table was looked through, in the order of its primary key. */
export interface Place {
  account_id: string
  id: string
}

export interface Resealed {
  /** Rows that were looked at. */
  seen: number
  /** Values of them that are sealed under the key in front now. */
  resealed: number
  /** Values of them whose key is not among ours, or that were changed by somebody. */
  unreadable: number
  /** Where to go on; undefined at the end of the table. */
  next: Place | undefined
}

interface Row extends Place {
  /** Null when there is nothing to do. */
  sealed: Buffer | null
}

/** Before the first row of every table. */
const beginning: Place = {
  account_id: '00000000-0000-0000-0000-000000000000',
  id: '00000000-0000-0000-0000-000000000000',
}

/**
 * Looks at the next rows and seals anew what is sealed under an older key. A value that somebody else
 * changes meanwhile stays as they left it, and no row is held for longer than one statement takes.
 */
export async function resealSome(
  ctx: TxContext,
  column: SealedColumn,
  { after = beginning, most = 500 }: { after?: Place | undefined; most?: number } = {},
): Promise<Resealed> {
  const rows = await older(ctx, column, after, most)
  const { sealer } = ctx.installation
  const changes: (Place & { old: Buffer; sealed: Buffer })[] = []
  let unreadable = 0
  for (const { account_id, id, sealed: old } of rows) {
    if (old === null) continue
    try {
      const context = column.context(id)
      changes.push({ account_id, id, old, sealed: sealer.seal(sealer.open(old, context), context) })
    } catch {
      unreadable += 1
    }
  }
  const last = rows.at(-1)
  return {
    seen: rows.length,
    resealed: changes.length === 0 ? 0 : await replace(ctx, column, changes),
    unreadable,
    next: rows.length < most || last === undefined ? undefined : last,
  }
}

/** How many values of these rows are sealed under an older key, or one we do not have. */
export async function countOlder(
  ctx: TxContext,
  column: SealedColumn,
  { after = beginning, most = 5_000 }: { after?: Place | undefined; most?: number } = {},
): Promise<{ older: number; next: Place | undefined }> {
  const rows = await older(ctx, column, after, most)
  const next = rows.length < most ? undefined : rows.at(-1)
  return { older: rows.filter(({ sealed }) => sealed !== null).length, next }
}

const older = (ctx: TxContext, { table, column }: SealedColumn, after: Place, most: number) =>
  ctx.query<Row>(
    `select account_id, id, case when substring(${column} for length($1::bytea)) <> $1 then ${column} end as sealed
       from ${table} where (account_id, id) > ($2, $3) order by account_id, id limit $4`,
    [ctx.installation.sealer.mark, after.account_id, after.id, most],
  )

async function replace(
  ctx: TxContext,
  { table, column }: SealedColumn,
  changes: readonly (Place & { old: Buffer; sealed: Buffer })[],
): Promise<number> {
  const changed = await ctx.query<Place>(
    `update ${table} t set ${column} = c.sealed
       from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bytea[]) as c (account_id, id, old, sealed)
      where t.account_id = c.account_id and t.id = c.id and t.${column} = c.old
      returning t.account_id, t.id`,
    [
      changes.map(({ account_id }) => account_id),
      changes.map(({ id }) => id),
      changes.map(({ old }) => old),
      changes.map(({ sealed }) => sealed),
    ],
  )
  return changed.length
}
