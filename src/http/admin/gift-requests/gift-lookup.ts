import { ApiError } from '#contract'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'

export interface GiftRouteContext {
  ctx: TxContext
  params: { id: string }
}

export function orNotFound<T>(value: T | undefined): T {
  if (value === undefined) throw new ApiError('not_found')
  return value
}

export const findGift = async ({ ctx, params }: GiftRouteContext): Promise<gifting.Gift> =>
  orNotFound(await gifting.find(ctx, params.id))
