import * as apiKeys from '#api-keys'
import { ApiError, giftRequestFilters, parseListQuery } from '#contract'
import { anyText, oneOf } from '../lib/filters.ts'
import { route } from '../lib/route.ts'

/** the length of each period, in milliseconds */
const periods = { '15m': 15 * 60_000, '1h': 3_600_000, '24h': 24 * 3_600_000 } as const

export const requestFilters = {
  status: oneOf('2xx', '4xx', '401', '5xx', 'rejected'),
  method: oneOf('GET', 'POST', 'HEAD'),
  path: anyText,
  token_id: anyText,
  request_id: anyText,
  resource_id: anyText,
  idempotency_key: anyText,
  within: oneOf('15m', '1h', '24h'),
  since: giftRequestFilters.created_after,
  until: giftRequestFilters.created_before,
}

/** The log of API requests, with the reason of each rejection. */
export const requestLogRoutes = [
  route(
    'GET',
    '/requests',
    { requiredRole: 'admin', summary: 'list API requests' },
    async ({ realTimeCtx, query }) => {
      const { page, filter } = parseListQuery(query, requestFilters)
      const { within, ...rest } = filter
      const since = within && new Date(realTimeCtx.now.getTime() - periods[within])
      return apiKeys.listRequests(
        realTimeCtx,
        since === undefined ? rest : { since, ...rest },
        page,
      )
    },
  ),

  route(
    'GET',
    '/requests/:id',
    { requiredRole: 'admin', summary: 'show an API request' },
    async ({ realTimeCtx, params: { id = '' } }) => {
      const entry = await apiKeys.findRequest(realTimeCtx, id)
      if (entry === undefined) throw new ApiError('not_found')
      return entry
    },
  ),
]
