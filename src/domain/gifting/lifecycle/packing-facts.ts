import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import type { Gift } from './tables.ts'

/** The facts about a gift request that a packer may see, and the encrypted address. */
export type PackingFacts = Pick<
  Gift,
  'account_id' | 'id' | 'reference' | 'status' | 'country' | 'address' | 'campaign_id'
>

const columns = 'g.account_id, g.id, g.reference, g.status, g.country, g.address, g.campaign_id'

/** Returns the facts of these gift requests by id. */
export async function packingFactsById(
  ctx: TxContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PackingFacts>> {
  const rows = await ctx.query<PackingFacts>(
    `select ${columns} from gifting.gift_request g where g.account_id = $1 and g.id = any ($2)`,
    [ctx.account_id, ids.filter(isId)],
  )
  return new Map(rows.map((facts) => [facts.id, facts]))
}

/** Returns the id of the gift request with this reference. */
export const findIdByReference = (ctx: TxContext, reference: string): Promise<string | undefined> =>
  ctx.queryValue<string>(
    'select id from gifting.gift_request where account_id = $1 and reference = $2',
    [ctx.account_id, reference],
  )

/**
 * Locks gift requests until the transaction ends, in the given order, up to `limit`. Skips those that
 * another transaction has locked, so that concurrent callers neither wait nor deadlock.
 */
export const lockAvailable = (
  ctx: TxContext,
  ids: readonly string[],
  limit: number,
): Promise<PackingFacts[]> =>
  ctx.query<PackingFacts>(
    `select ${columns} from gifting.gift_request g
      where g.account_id = $1 and g.id = any ($2)
      order by array_position($2::uuid[], g.id) limit $3 for update of g skip locked`,
    [ctx.account_id, ids, limit],
  )

/** Returns the latest gift requests whose gifts go to the country, newest first. */
export const findLatestByCountry = (
  ctx: TxContext,
  country: string,
  limit: number,
): Promise<string[]> =>
  ctx.queryValues<string>(
    `select g.id from gifting.gift_request g
      where g.account_id = $1 and g.country = $2 order by g.id desc limit $3`,
    [ctx.account_id, country, limit],
  )
