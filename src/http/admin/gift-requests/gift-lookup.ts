import { orNotFound } from '#contract'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'

export interface GiftRouteContext {
  ctx: TxContext
  params: { id: string }
}

export const findGift = async ({ ctx, params }: GiftRouteContext): Promise<gifting.Gift> =>
  orNotFound(await gifting.find(ctx, params.id))
