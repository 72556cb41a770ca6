import type { TxContext } from '#platform/postgres/database'

/** A gift request that a row with a key created. */
export interface KeyedGift {
  key_digest: Buffer
  fingerprint: Buffer
  id: string
  reference: string
}

/** Returns the gift requests that rows with these keys created. */
export const findByKeys = (ctx: TxContext, digests: readonly Buffer[]): Promise<KeyedGift[]> =>
  ctx.query<KeyedGift>(
    `select r.key_digest, r.fingerprint, g.id, g.reference from gifting.batch_row r
       join gifting.gift_request g on g.account_id = r.account_id and g.id = r.gift_request_id
      where r.account_id = $1 and r.key_digest = any ($2)`,
    [ctx.account_id, digests],
  )

export interface KeyClaim {
  key_digest: Buffer
  fingerprint: Buffer
  gift_request_id: string
}

/**
 * Claims keys for gift requests that the caller inserts next. Returns the digests that were unclaimed. Waits for
 * concurrent transactions that claim the same keys, in the order of the keys.
 */
export async function claimKeys(
  ctx: TxContext,
  claims: readonly KeyClaim[],
): Promise<ReadonlySet<string>> {
  const sorted = [...claims].sort((one, other) => Buffer.compare(one.key_digest, other.key_digest))
  const claimed = await ctx.query<{ key_digest: Buffer }>(
    `insert into gifting.batch_row (account_id, key_digest, fingerprint, gift_request_id, created_at)
     select $1, r.key_digest, r.fingerprint, r.id, $5
       from unnest($2::bytea[], $3::bytea[], $4::uuid[]) as r (key_digest, fingerprint, id)
     on conflict (account_id, key_digest) do nothing returning key_digest`,
    [
      ctx.account_id,
      sorted.map(({ key_digest }) => key_digest),
      sorted.map(({ fingerprint }) => fingerprint),
      sorted.map(({ gift_request_id }) => gift_request_id),
      ctx.now,
    ],
  )
  return new Set(claimed.map(({ key_digest }) => key_digest.toString('hex')))
}
