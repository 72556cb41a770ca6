import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'

/** Returns a version number per gift request, which increases with each change. */
export const rowVersions = (
  ctx: TxContext,
  ids: readonly string[],
): Promise<{ id: string; version: number }[]> =>
  ctx.query('select id, version from gifting.gift_request where account_id = $1 and id = any($2)', [
    ctx.account_id,
    ids.filter(isId),
  ])

/** Counts gift requests created after this one, up to 100. */
export const countNewerThan = (ctx: TxContext, id: string): Promise<number> =>
  ctx.queryCount(
    `select count(*) from (
       select 1 from gifting.gift_request where account_id = $1 and id > $2 limit 100) as newer`,
    [ctx.account_id, id],
  )
