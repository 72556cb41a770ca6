import { throwIfAny } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'

/** A warehouse whose stock is for the gifts of one team. */
export interface TeamWarehouse {
  id: string
  name: string
  team_id: string
}

/** Returns the warehouses of teams, without archived ones. */
export const listTeamWarehouses = (ctx: TxContext): Promise<TeamWarehouse[]> =>
  ctx.query<TeamWarehouse>(
    `select id, name, team_id from catalogue.warehouse
      where account_id = $1 and team_id is not null and archived_at is null order by name, id`,
    [ctx.account_id],
  )

/**
 * Replaces the warehouses of a team. Gifts of others that have reserved stock there retain it. Notifies fulfilment,
 * because backordered parcels may be waiting.
 *
 * @throws ApiError if a warehouse does not exist, or belongs to another team
 */
export async function setTeamWarehouses(
  ctx: TxContext,
  team_id: string,
  warehouse_ids: readonly string[],
): Promise<void> {
  const ids = [...new Set(warehouse_ids)]
  const taken = ids.every(isId)
    ? await ctx.queryValues<string>(
        `with wanted as (
           select id, id = any($3) as is_wanted from catalogue.warehouse
            where account_id = $1 and archived_at is null and (team_id = $2 or (id = any($3) and team_id is null))
            order by id for update
         ), changed as (
           update catalogue.warehouse w set team_id = case when n.is_wanted then $2::uuid end
             from wanted n where w.account_id = $1 and w.id = n.id
         )
         select id from wanted where is_wanted`,
        [ctx.account_id, team_id, ids],
      )
    : []
  if (taken.length !== ids.length)
    throwIfAny([
      {
        code: 'invalid_reference',
        param: 'warehouse_ids',
        message: 'must be warehouses of this account that belong to no other team',
      },
    ])
  ctx.afterCommit(() => ctx.deployment.notify('fulfilment'))
}
