import { toEmailKey } from '#contract'
import { sha256 } from '#platform/crypto/encryption'
import type { TxContext } from '#platform/postgres/database'
import type { ContactValues } from './tables.ts'

type Keys = Pick<ContactValues, 'work_emails' | 'private_emails' | 'external_ids'>

const hash = (account_id: string, key: string): Buffer =>
  sha256(`erased contact ${account_id} ${key}`)

/** Returns the digests of the addresses and the external ids of a person. */
export const toDigests = (
  { account_id }: TxContext,
  { work_emails, private_emails, external_ids }: Keys,
): Buffer[] => [
  ...[...work_emails, ...private_emails].map((email) => hash(account_id, toEmailKey(email))),
  ...external_ids.map((id) => hash(account_id, `id ${id}`)),
]

/** Records an erasure. The function does not wait for the statement. */
export const insert = (ctx: TxContext, digests: readonly Buffer[]): void =>
  ctx.enqueue(
    `insert into contacts.erased_key (account_id, digest, erased_at)
     select distinct $1::uuid, d, $3::timestamptz from unnest($2::bytea[]) d
     on conflict (account_id, digest) do update set erased_at = excluded.erased_at`,
    [ctx.account_id, digests, ctx.real_now],
  )

/** Ends the record of an erasure. The function does not wait for the statement. */
export const remove = (ctx: TxContext, keys: Keys): void =>
  ctx.enqueue('delete from contacts.erased_key where account_id = $1 and digest = any ($2)', [
    ctx.account_id,
    toDigests(ctx, keys),
  ])

/** Returns when each of these digests was erased, in hexadecimal. */
export async function findAll(
  ctx: TxContext,
  digests: readonly Buffer[],
): Promise<ReadonlyMap<string, Date>> {
  const rows = await ctx.query<{ digest: Buffer; erased_at: Date }>(
    'select digest, erased_at from contacts.erased_key where account_id = $1 and digest = any ($2)',
    [ctx.account_id, digests],
  )
  return new Map(rows.map(({ digest, erased_at }) => [digest.toString('hex'), erased_at]))
}
