import { toEmailKey } from '#contract'
import { sha256 } from '#platform/crypto/encryption'
import { newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { deleteSome } from '#platform/postgres/table'

/*
 * Rows of bulk sends that did not become gifts. They are encrypted. They have a digest of the email address,
 * with which an erasure finds them. Each line of the list has at most one row.
 */

/** A table for rows of bulk sends that did not become gifts. */
export interface RowTable<Content> {
  name: 'gifting.bulk_send_failure' | 'gifting.send_approval_row'
  /** True if the rows of the table have errors. */
  hasErrors: boolean
  parse: (json: string) => Content
}

export type RowErrors = readonly { code: string; param: string; message: string }[]

export interface SavedContent<Content> {
  line: number
  content: Content
  /** The errors of the row. Empty in a table without errors. */
  errors: RowErrors
  created_at: Date
}

/** Returns the encryption context of a row. */
export const rowContext =
  ({ name }: RowTable<unknown>) =>
  (id: string): string =>
    `${name}.encrypted_row ${id}`

/** Saves rows. Replaces earlier rows with the same line. The function does not wait for the statement. */
export function save<Content>(
  ctx: TxContext,
  table: RowTable<Content>,
  bulk_send_id: string,
  rows: readonly { line: number; email: string; content: Content; errors?: RowErrors }[],
): void {
  const { cipher } = ctx.deployment
  const encrypted = rows.map(({ content }, index) => {
    const id = newId(ctx.now, index)
    return { id, row: cipher.encrypt(JSON.stringify(content), rowContext(table)(id)) }
  })
  const errors = table.hasErrors ? ['errors'] : []
  ctx.enqueue(
    `insert into ${table.name} (${['account_id', 'bulk_send_id', 'created_at', 'id', 'line', 'email_digest', 'encrypted_row', ...errors]})
     select $1, $2, $3, r.id, r.line, r.email_digest, r.encrypted_row${errors.map((name) => `, r.${name}::json`)}
       from unnest($4::uuid[], $5::int[], $6::bytea[], $7::bytea[], $8::text[])
         as r (id, line, email_digest, encrypted_row, errors)
     on conflict (account_id, bulk_send_id, line) do update
        set ${['id', 'email_digest', 'encrypted_row', 'created_at', ...errors].map((name) => `${name} = excluded.${name}`)}`,
    [
      ...[ctx.account_id, bulk_send_id, ctx.real_now],
      encrypted.map(({ id }) => id),
      rows.map(({ line }) => line),
      rows.map(({ email }) => toEmailDigest(email)),
      encrypted.map(({ row }) => row),
      rows.map((row) => JSON.stringify(row.errors ?? [])),
    ],
  )
}

const toEmailDigest = (email: string): Buffer => sha256(toEmailKey(email.trim()))

/** Lists the rows after this line, in the order of their lines. */
export const list = <Content>(
  ctx: TxContext,
  table: RowTable<Content>,
  bulk_send_id: string,
  { afterLine = 0, limit }: { afterLine?: number; limit: number },
): Promise<SavedContent<Content>[]> =>
  select(ctx, table, 'bulk_send_id = $2 and line > $3 order by line limit $4', [
    ...[bulk_send_id, afterLine, limit],
  ])

/** Lists the rows with this email address. */
export const listByEmail = <Content>(
  ctx: TxContext,
  table: RowTable<Content>,
  email: string,
): Promise<SavedContent<Content>[]> =>
  select(ctx, table, 'email_digest = $2 order by id', [toEmailDigest(email)])

async function select<Content>(
  ctx: TxContext,
  table: RowTable<Content>,
  condition: string,
  values: readonly unknown[],
): Promise<SavedContent<Content>[]> {
  const rows = await ctx.query<
    Omit<SavedContent<Content>, 'content'> & { id: string; encrypted_row: Buffer }
  >(
    `select id, line, encrypted_row, created_at, ${table.hasErrors ? 'errors' : `'[]'::json as errors`}
       from ${table.name} where account_id = $1 and ${condition}`,
    [ctx.account_id, ...values],
  )
  const { cipher } = ctx.deployment
  return rows.map(({ id, encrypted_row, ...row }) => ({
    ...row,
    content: table.parse(cipher.decrypt(encrypted_row, rowContext(table)(id))),
  }))
}

export const count = (
  ctx: TxContext,
  { name }: RowTable<unknown>,
  bulk_send_id: string,
): Promise<number> =>
  ctx.queryCount(
    `select count(*)::int as count from ${name} where account_id = $1 and bulk_send_id = $2`,
    [ctx.account_id, bulk_send_id],
  )

/**
 * Deletes the rows with these lines, or all rows of the bulk send. The function does not wait for the
 * statement.
 */
export const remove = (
  ctx: TxContext,
  { name }: RowTable<unknown>,
  bulk_send_id: string,
  lines: readonly number[] | 'all',
): void =>
  ctx.enqueue(
    `delete from ${name} where account_id = $1 and bulk_send_id = $2 and ($3::int[] is null or line = any ($3))`,
    [ctx.account_id, bulk_send_id, lines === 'all' ? null : lines],
  )

/** Deletes the rows with this email address. The function does not wait for the statement. */
export const erase = (ctx: TxContext, { name }: RowTable<unknown>, email: string): void =>
  ctx.enqueue(`delete from ${name} where account_id = $1 and email_digest = $2`, [
    ctx.account_id,
    toEmailDigest(email),
  ])

/** Deletes a batch of rows, which can belong to any account. Returns the number of deleted rows. */
export const deleteBefore = (
  ctx: TxContext,
  { name }: RowTable<unknown>,
  before: Date,
): Promise<number> => deleteSome(ctx, name, 1000, 'created_at < $1', [before])
