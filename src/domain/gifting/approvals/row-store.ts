import type { TxContext } from '#platform/postgres/database'
import type { ApprovalRow } from './tables.ts'

/** Saves rows, and replaces those of the same lines. The statement is not awaited. */
export const save = (
  ctx: TxContext,
  bulk_send_id: string,
  rows: readonly (ApprovalRow & { email_digest: Buffer })[],
): void =>
  ctx.enqueue(
    `insert into gifting.send_approval_row (account_id, id, bulk_send_id, line, email_digest, encrypted_row, created_at)
     select $1, r.id, $2, r.line, r.email_digest, r.encrypted_row, $7
       from unnest($3::uuid[], $4::int[], $5::bytea[], $6::bytea[]) as r (id, line, email_digest, encrypted_row)
     on conflict (account_id, bulk_send_id, line) do update
        set id = excluded.id, email_digest = excluded.email_digest, encrypted_row = excluded.encrypted_row,
            created_at = excluded.created_at`,
    [
      ...[ctx.account_id, bulk_send_id],
      rows.map(({ id }) => id),
      rows.map(({ line }) => line),
      rows.map(({ email_digest }) => email_digest),
      rows.map(({ encrypted_row }) => encrypted_row),
      ctx.real_now,
    ],
  )

/** Returns the rows after this line, in the order of their lines. */
export const list = (
  ctx: TxContext,
  bulk_send_id: string,
  afterLine: number,
  limit: number,
): Promise<ApprovalRow[]> =>
  ctx.query(
    `select id, line, encrypted_row from gifting.send_approval_row
      where account_id = $1 and bulk_send_id = $2 and line > $3 order by line limit $4`,
    [ctx.account_id, bulk_send_id, afterLine, limit],
  )

export async function count(ctx: TxContext, bulk_send_id: string): Promise<number> {
  const [row] = await ctx.query<{ count: number }>(
    'select count(*)::int as count from gifting.send_approval_row where account_id = $1 and bulk_send_id = $2',
    [ctx.account_id, bulk_send_id],
  )
  return row?.count ?? 0
}

/** Deletes rows; all rows of the bulk send without lines. The statement is not awaited. */
export const remove = (
  ctx: TxContext,
  bulk_send_id: string,
  lines: readonly number[] | 'all',
): void =>
  ctx.enqueue(
    `delete from gifting.send_approval_row
      where account_id = $1 and bulk_send_id = $2 and ($3::int[] is null or line = any ($3))`,
    [ctx.account_id, bulk_send_id, lines === 'all' ? null : lines],
  )

/** Deletes the rows with this email address. The statement is not awaited. */
export const eraseByDigest = (ctx: TxContext, email_digest: Buffer): void =>
  ctx.enqueue('delete from gifting.send_approval_row where account_id = $1 and email_digest = $2', [
    ctx.account_id,
    email_digest,
  ])

export const listByDigest = (
  ctx: TxContext,
  email_digest: Buffer,
): Promise<(ApprovalRow & { created_at: Date })[]> =>
  ctx.query(
    `select id, line, encrypted_row, created_at from gifting.send_approval_row
      where account_id = $1 and email_digest = $2 order by id`,
    [ctx.account_id, email_digest],
  )
