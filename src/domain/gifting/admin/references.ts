import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'

/** Returns the references of these gift requests by id. Omits gift requests of other accounts. */
export async function referencesById(
  ctx: TxContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const validIds = ids.filter(isId)
  if (validIds.length === 0) return new Map()
  const rows = await ctx.query<{ id: string; reference: string }>(
    'select id, reference from gifting.gift_request where account_id = $1 and id = any ($2)',
    [ctx.account_id, validIds],
  )
  return new Map(rows.map(({ id, reference }) => [id, reference]))
}

/** Returns the ids of the gift requests with these references. Omits gift requests of other accounts. */
export async function idsByReference(
  ctx: TxContext,
  references: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (references.length === 0) return new Map()
  const rows = await ctx.query<{ id: string; reference: string }>(
    'select id, reference from gifting.gift_request where account_id = $1 and reference = any ($2)',
    [ctx.account_id, references],
  )
  return new Map(rows.map(({ id, reference }) => [reference, id]))
}

/** A gift request with the name of its recipient. */
export interface NamedGift {
  id: string
  reference: string
  first_name: string
  last_name: string
}

/** Returns those gift requests that have not ended by a decision of the sender, and were not sent again. */
export const findOpenOrFailed = (ctx: TxContext, ids: readonly string[]): Promise<NamedGift[]> =>
  ctx.query<NamedGift>(
    `select g.id, g.reference, g.first_name, g.last_name from gifting.gift_request g
      where g.account_id = $1 and g.id = any ($2) and g.state not in ('complete', 'cancelled', 'expired')
        and not exists (select from gifting.reissued_gift r
                         where r.account_id = g.account_id and r.reissued_from = g.id)`,
    [ctx.account_id, ids],
  )
