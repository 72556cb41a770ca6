import type { TxContext } from '#platform/postgres/database'

/** Returns those digests of codes that are written differently, with the time of their first import. */
export const findSimilarDigests = (
  ctx: TxContext,
  digests: readonly Buffer[],
): Promise<{ similar_digest: Buffer; created_at: Date }[]> =>
  ctx.query(
    `select similar_digest, min(created_at) as created_at from digital.code
      where account_id = $1 and similar_digest = any ($2::bytea[]) group by similar_digest`,
    [ctx.account_id, digests],
  )

/** Returns codes of earlier versions, which have no such digest. Erased codes cannot get one. */
export const findWithoutSimilarDigest = (
  ctx: TxContext,
  limit: number,
): Promise<{ id: string; encrypted_code: Buffer }[]> =>
  ctx.query(
    `select id, encrypted_code from digital.code
      where account_id = $1 and similar_digest is null and encrypted_code is not null limit $2`,
    [ctx.account_id, limit],
  )

export const saveSimilarDigests = (
  ctx: TxContext,
  codes: readonly { id: string; similar_digest: Buffer }[],
): Promise<unknown> =>
  ctx.query(
    `update digital.code c set similar_digest = n.similar_digest
       from unnest($2::uuid[], $3::bytea[]) as n (id, similar_digest)
      where c.account_id = $1 and c.id = n.id`,
    [ctx.account_id, codes.map(({ id }) => id), codes.map(({ similar_digest }) => similar_digest)],
  )

/** An import, with what became of its codes. */
export interface CodeImport {
  id: string
  created_at: Date
  total: number
  free: number
  given: number
  revoked: number
}

/** Returns the imports of a variant, the newest first. */
export const listImports = (
  ctx: TxContext,
  variant_id: string,
  limit: number,
): Promise<CodeImport[]> =>
  ctx.query<CodeImport>(
    `select import_id as id, min(created_at) as created_at, count(*)::int as total,
            count(*) filter (where given_at is null and revoked_at is null)::int as free,
            count(*) filter (where given_at is not null and revoked_at is null)::int as given,
            count(*) filter (where revoked_at is not null)::int as revoked
       from digital.code where account_id = $1 and variant_id = $2 and import_id is not null
      group by import_id order by min(created_at) desc, import_id desc limit $3`,
    [ctx.account_id, variant_id, limit],
  )

/** Revokes the free codes of an import. Returns undefined for an unknown import. */
export async function revokeImport(
  ctx: TxContext,
  variant_id: string,
  import_id: string,
  reason: string,
): Promise<{ revoked: number; given: number } | undefined> {
  const codes = await ctx.query<{ is_given: boolean; is_revoked: boolean; id: string }>(
    `select id, given_at is not null as is_given, revoked_at is not null as is_revoked from digital.code
      where account_id = $1 and variant_id = $2 and import_id = $3 order by id for update`,
    [ctx.account_id, variant_id, import_id],
  )
  if (codes.length === 0) return undefined
  const free = codes.filter(({ is_given, is_revoked }) => !is_given && !is_revoked)
  await ctx.query(
    'update digital.code set revoked_at = $3, revoked_reason = $4 where account_id = $1 and id = any ($2)',
    [ctx.account_id, free.map(({ id }) => id), ctx.now, reason],
  )
  return { revoked: free.length, given: codes.filter(({ is_given }) => is_given).length }
}
