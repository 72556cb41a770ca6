import { ApiError } from '#contract'
import * as gifting from '#gifting'
import type { TxRouteContext } from '../lib/route.ts'

export type GiftRouteContext = Pick<TxRouteContext<unknown>, 'ctx' | 'params'>

export const giftId = ({ params }: Pick<GiftRouteContext, 'params'>) => params.id ?? ''

export function orNotFound<T>(value: T | undefined): T {
  if (value === undefined) throw new ApiError('not_found')
  return value
}

export const findGift = async (context: GiftRouteContext): Promise<gifting.Gift> =>
  orNotFound(await gifting.find(context.ctx, giftId(context)))
