import * as apiKeys from '#api-keys'
import { ApiError } from '#contract'
import { handle } from '../lib/handle.ts'
import * as contract from './contract.ts'

/** the length of each period, in milliseconds */
const periods = { '15m': 15 * 60_000, '1h': 3_600_000, '24h': 24 * 3_600_000 } as const

/** The routes of the log of API requests. The log has the reason of each rejection. */
export const requestLogRoutes = [
  handle(contract.listRequests, async ({ ctx, query }) => {
    const { page, filter } = query
    const { within, ...rest } = filter
    const since = within && new Date(ctx.now.getTime() - periods[within])
    return apiKeys.listRequests(ctx, since === undefined ? rest : { since, ...rest }, page)
  }),

  handle(contract.readRequest, async ({ ctx, params: { id } }) => {
    const entry = await apiKeys.findRequest(ctx, id)
    if (entry === undefined) throw new ApiError('not_found')
    return entry
  }),
]
