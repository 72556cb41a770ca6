import type { TxContext } from '#platform/postgres/database'

/** Queries of the addresses that cannot receive email, by digest. */

/** Saves a bounced address, and suppresses queued emails to that address. */
export function saveBouncedAddress(
  ctx: TxContext,
  account_id: string,
  digest: Buffer,
  reason: string,
): void {
  ctx.enqueue(
    `with bounced as (
       insert into mail.bounced_address (account_id, to_digest, reason, bounced_at) values ($1, $2, $3, now())
       on conflict (account_id, to_digest) do update set reason = excluded.reason, bounced_at = now())
     update mail.message set state = 'suppressed', due_at = null, ended_at = now()
      where account_id = $1 and to_digest = $2 and state = 'queued'`,
    [account_id, digest, reason],
  )
}

export const deleteBouncedAddress = (ctx: TxContext, account_id: string, digest: Buffer): void =>
  ctx.enqueue('delete from mail.bounced_address where account_id = $1 and to_digest = $2', [
    account_id,
    digest,
  ])

/** Deletes the bounces of these addresses. Returns how many. */
export const deleteBouncedDigests = (ctx: TxContext, digests: readonly Buffer[]): Promise<number> =>
  ctx.countRows(
    'delete from mail.bounced_address where account_id = $1 and to_digest = any ($2) returning 1',
    [ctx.account_id, digests],
  )

/** Returns those of these digests that belong to bounced addresses, in hexadecimal. */
export async function filterBouncedDigests(
  ctx: TxContext,
  digests: readonly Buffer[],
): Promise<string[]> {
  const rows = await ctx.query<{ to_digest: Buffer }>(
    'select to_digest from mail.bounced_address where account_id = $1 and to_digest = any ($2)',
    [ctx.account_id, digests],
  )
  return rows.map(({ to_digest }) => to_digest.toString('hex'))
}

/** Returns the most recently bounced addresses, as digests. */
export const listBounces = (
  ctx: TxContext,
  limit: number,
): Promise<{ digest: Buffer; bounced_at: Date }[]> =>
  ctx.query<{ digest: Buffer; bounced_at: Date }>(
    `select to_digest as digest, bounced_at from mail.bounced_address where account_id = $1
      order by bounced_at desc limit $2`,
    [ctx.account_id, limit],
  )

const maxBouncedDigests = 10_000

/** Returns the digests of the most recently bounced addresses. */
export const listBouncedDigests = (ctx: TxContext): Promise<Buffer[]> =>
  ctx.queryValues<Buffer>(
    `select to_digest from mail.bounced_address where account_id = $1
      order by bounced_at desc limit ${maxBouncedDigests}`,
    [ctx.account_id],
  )
