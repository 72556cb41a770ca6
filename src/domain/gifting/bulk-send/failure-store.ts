import type { TxContext } from '#platform/postgres/database'

/** A row of gifting.bulk_send_failure. */
interface FailureRow {
  id: string
  line: number
  email_digest: Buffer
  encrypted_row: Buffer
  errors: BulkSendErrors
}

type BulkSendErrors = readonly { code: string; param: string; message: string }[]

/** Saves failures, and replaces those of the same lines. The statement is not awaited. */
export const save = (ctx: TxContext, bulk_send_id: string, rows: readonly FailureRow[]): void =>
  ctx.enqueue(
    `insert into gifting.bulk_send_failure (account_id, id, bulk_send_id, line, email_digest, encrypted_row,
       errors, created_at)
     select $1, r.id, $2, r.line, r.email_digest, r.encrypted_row, r.errors::json, $8
       from unnest($3::uuid[], $4::int[], $5::bytea[], $6::bytea[], $7::text[])
         as r (id, line, email_digest, encrypted_row, errors)
     on conflict (account_id, bulk_send_id, line) do update
        set id = excluded.id, email_digest = excluded.email_digest, encrypted_row = excluded.encrypted_row,
            errors = excluded.errors, created_at = excluded.created_at`,
    [
      ctx.account_id,
      bulk_send_id,
      rows.map(({ id }) => id),
      rows.map(({ line }) => line),
      rows.map(({ email_digest }) => email_digest),
      rows.map(({ encrypted_row }) => encrypted_row),
      rows.map(({ errors }) => JSON.stringify(errors)),
      ctx.real_now,
    ],
  )

/** Returns the failures after this line, in the order of their lines. */
export const list = (
  ctx: TxContext,
  bulk_send_id: string,
  afterLine: number,
  limit: number,
): Promise<Pick<FailureRow, 'id' | 'line' | 'encrypted_row' | 'errors'>[]> =>
  ctx.query(
    `select id, line, encrypted_row, errors from gifting.bulk_send_failure
      where account_id = $1 and bulk_send_id = $2 and line > $3 order by line limit $4`,
    [ctx.account_id, bulk_send_id, afterLine, limit],
  )

export async function count(ctx: TxContext, bulk_send_id: string): Promise<number> {
  const [row] = await ctx.query<{ count: number }>(
    'select count(*) from gifting.bulk_send_failure where account_id = $1 and bulk_send_id = $2',
    [ctx.account_id, bulk_send_id],
  )
  return row?.count ?? 0
}

/** Deletes the failures of lines that became gifts. The statement is not awaited. */
export const remove = (ctx: TxContext, bulk_send_id: string, lines: readonly number[]): void =>
  ctx.enqueue(
    'delete from gifting.bulk_send_failure where account_id = $1 and bulk_send_id = $2 and line = any ($3)',
    [ctx.account_id, bulk_send_id, lines],
  )

/** Deletes the failures with this email address. The statement is not awaited. */
export const eraseByDigest = (ctx: TxContext, email_digest: Buffer): void =>
  ctx.enqueue('delete from gifting.bulk_send_failure where account_id = $1 and email_digest = $2', [
    ctx.account_id,
    email_digest,
  ])

export const listByDigest = (
  ctx: TxContext,
  email_digest: Buffer,
): Promise<
  (Pick<FailureRow, 'id' | 'line' | 'encrypted_row' | 'errors'> & { created_at: Date })[]
> =>
  ctx.query(
    `select id, line, encrypted_row, errors, created_at from gifting.bulk_send_failure
      where account_id = $1 and email_digest = $2 order by id`,
    [ctx.account_id, email_digest],
  )

/** Deletes a batch of failures of any account. Returns how many. */
export const deleteBefore = async (ctx: TxContext, before: Date): Promise<number> =>
  (
    await ctx.query(
      `delete from gifting.bulk_send_failure where ctid = any (array(
         select ctid from gifting.bulk_send_failure where created_at < $1 limit 1000)) returning true`,
      [before],
    )
  ).length
