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
