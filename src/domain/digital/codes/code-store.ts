import type { TxContext } from '#platform/postgres/database'
import { createBindings } from '#platform/postgres/table'
import type { CodeRow } from '../tables.ts'

export interface NewCode {
  id: string
  code_digest: Buffer
  similar_digest: Buffer
  last_four_digest: Buffer
  encrypted_code: Buffer
  encrypted_pin: Buffer | null
  expires_on: string | null
}

/** Finds the digests that the account already has. */
export const findKnownDigests = (ctx: TxContext, digests: readonly Buffer[]): Promise<Buffer[]> =>
  ctx.queryValues<Buffer>(
    'select code_digest from digital.code where account_id = $1 and code_digest = any ($2::bytea[])',
    [ctx.account_id, digests],
  )

export const insert = (
  ctx: TxContext,
  {
    variant_id,
    import_id,
    is_purchased = false,
  }: { variant_id: string; import_id: string | null; is_purchased?: boolean },
  codes: readonly NewCode[],
): Promise<unknown> =>
  ctx.query(
    `insert into digital.code (account_id, id, variant_id, code_digest, last_four_digest, encrypted_code, encrypted_pin,
       expires_on, created_at, similar_digest, import_id, is_purchased)
     select $1, c.id, $2, c.code_digest, c.last_four_digest, c.encrypted_code, c.encrypted_pin, c.expires_on, $3,
            c.similar_digest, $11, $12
       from unnest($4::uuid[], $5::bytea[], $6::bytea[], $7::bytea[], $8::bytea[], $9::date[], $10::bytea[])
         as c (id, code_digest, last_four_digest, encrypted_code, encrypted_pin, expires_on, similar_digest)`,
    [
      ctx.account_id,
      variant_id,
      ctx.now,
      codes.map(({ id }) => id),
      codes.map(({ code_digest }) => code_digest),
      codes.map(({ last_four_digest }) => last_four_digest),
      codes.map(({ encrypted_code }) => encrypted_code),
      codes.map(({ encrypted_pin }) => encrypted_pin),
      codes.map(({ expires_on }) => expires_on),
      codes.map(({ similar_digest }) => similar_digest),
      import_id,
      is_purchased,
    ],
  )

const toDateSql = (now: string) => `(${now}::timestamptz at time zone 'UTC')::date`

/**
 * Returns the SQL condition of a code that a gift can take: no gift has it, and it is neither revoked nor
 * expired.
 */
const isFreeSql = (now: string) =>
  `given_at is null and revoked_at is null and (expires_on is null or expires_on >= ${toDateSql(now)})`

/** The number of codes of a variant in each state. A revoked code does not count as given. */
export interface CodeCounts {
  variant_id: string
  free: number
  given: number
  revoked: number
  /** The number of codes that expired before a gift took them. */
  expired: number
}

export const count = (ctx: TxContext, variant_ids: readonly string[]): Promise<CodeCounts[]> =>
  ctx.query<CodeCounts>(
    `select variant_id, count(*) filter (where ${isFreeSql('$3')})::int as free,
            count(*) filter (where given_at is not null and revoked_at is null)::int as given,
            count(*) filter (where revoked_at is not null)::int as revoked,
            count(*) filter (where given_at is null and revoked_at is null and expires_on < ${toDateSql('$3')})::int as expired
       from digital.code where account_id = $1 and variant_id = any ($2) group by variant_id`,
    [ctx.account_id, variant_ids, ctx.now],
  )

/**
 * Returns the variants that have a free code for a new gift: one that no older gift waits for. The query uses
 * a scalar subquery, which reads one index entry; with `exists`, the database would use a join and read all
 * free codes of the account.
 */
export async function findAvailable(
  ctx: TxContext,
  variant_ids: readonly string[],
): Promise<Set<string>> {
  const rows = await ctx.query<{ id: string }>(
    `select v.id from unnest($2::uuid[]) as v (id)
      where (select c.id from digital.code c
              where c.account_id = $1 and c.variant_id = v.id and ${isFreeSql('$3')}
              order by c.expires_on, c.id limit 1) is not null
        and not exists (select from digital.item i
                         where i.account_id = $1 and i.variant_id = v.id and i.given_at is null)`,
    [ctx.account_id, variant_ids, ctx.now],
  )
  return new Set(rows.map(({ id }) => id))
}

/**
 * Gives up to `limit` codes of a variant to a gift request. The codes that expire first are given first.
 * Skips codes that another transaction is giving. `isPurchased` takes only codes that a supplier sold and whose gifts no
 * longer need them. Returns the ids of the given codes.
 */
export const take = (
  ctx: TxContext,
  variant_id: string,
  gift_request_id: string,
  limit: number,
  { isPurchased = false } = {},
): Promise<string[]> =>
  ctx.queryValues<string>(
    `with picked as (
       select id from digital.code
        where account_id = $1 and variant_id = $2 and ${isFreeSql('$3')} and (is_purchased or not $6)
        order by expires_on, id limit $4 for update skip locked
     )
     update digital.code c set given_at = $3, gift_request_id = $5
       from picked where c.account_id = $1 and c.id = picked.id returning c.id`,
    [ctx.account_id, variant_id, ctx.now, limit, gift_request_id, isPurchased],
  )

/** Gives a code that this transaction has inserted. */
export const giveOne = (ctx: TxContext, id: string, gift_request_id: string): Promise<unknown> =>
  ctx.query(
    'update digital.code set given_at = $3, gift_request_id = $4 where account_id = $1 and id = $2',
    [ctx.account_id, id, ctx.now, gift_request_id],
  )

/** Waits for the end of the transaction that is giving the next code. Returns whether a code is left. */
export async function waitForFree(ctx: TxContext, variant_id: string): Promise<boolean> {
  const condition = `account_id = $1 and variant_id = $2 and ${isFreeSql('$3')}`
  const values = [ctx.account_id, variant_id, ctx.now]
  const left = await ctx.query(`select from digital.code where ${condition} limit 1`, values)
  if (left.length === 0) return false
  await ctx.query(
    `select from digital.code where ${condition} order by expires_on, id limit 1 for update`,
    values,
  )
  return true
}

const columns = `c.account_id, c.id, c.variant_id, c.encrypted_code, c.encrypted_pin,
  to_char(c.expires_on, 'YYYY-MM-DD') as expires_on, c.gift_request_id, c.given_at, c.revoked_at, c.revoked_reason,
  c.created_at`

export const findByIds = (ctx: TxContext, ids: readonly string[]): Promise<CodeRow[]> =>
  ctx.query<CodeRow>(
    `select ${columns} from digital.code c where c.account_id = $1 and c.id = any ($2)`,
    [ctx.account_id, ids],
  )

export const findForUpdate = (
  ctx: TxContext,
  variant_id: string,
  id: string,
): Promise<CodeRow | undefined> =>
  ctx.queryFirst<CodeRow>(
    `select ${columns} from digital.code c where c.account_id = $1 and c.variant_id = $2 and c.id = $3 for update`,
    [ctx.account_id, variant_id, id],
  )

export type CodeState = 'free' | 'given' | 'revoked'

export interface CodeFilter {
  state?: CodeState | undefined
  last_four_digest?: Buffer | undefined
  after?: string | undefined
}

const stateSql: Readonly<Record<CodeState, string>> = {
  free: 'c.given_at is null and c.revoked_at is null',
  given: 'c.given_at is not null and c.revoked_at is null',
  revoked: 'c.revoked_at is not null',
}

/** Returns codes of a variant, the newest first. */
export function list(
  ctx: TxContext,
  variant_id: string,
  { state, last_four_digest, after }: CodeFilter,
  limit: number,
): Promise<CodeRow[]> {
  const { bind, values } = createBindings(ctx.account_id, variant_id, limit)
  const where = ['c.account_id = $1', 'c.variant_id = $2']
  if (state !== undefined) where.push(stateSql[state])
  if (last_four_digest !== undefined) where.push(`c.last_four_digest = ${bind(last_four_digest)}`)
  if (after !== undefined) where.push(`c.id < ${bind(after)}`)
  return ctx.query<CodeRow>(
    `select ${columns} from digital.code c where ${where.join(' and ')} order by c.id desc limit $3`,
    values,
  )
}

export const revoke = (ctx: TxContext, id: string, reason: string): Promise<unknown> =>
  ctx.query(
    `update digital.code set revoked_at = $3, revoked_reason = $4
      where account_id = $1 and id = $2 and revoked_at is null`,
    [ctx.account_id, id, ctx.now, reason],
  )
