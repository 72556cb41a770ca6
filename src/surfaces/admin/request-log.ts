import * as access from '#access'
import { Refusal, readListQuery } from '#contract'
import { operation } from './operation.ts'
import { anyText, oneOf } from './rules.ts'

export const requestFilters = {
  status: oneOf('2xx', '4xx', '401', '5xx', 'refused'),
  method: oneOf('GET', 'POST', 'HEAD'),
  path: anyText,
  token_id: anyText,
  request_id: anyText,
}

/** What came over the API, and why it was turned away. */
export const requestLogOperations = [
  operation(
    'GET',
    '/requests',
    { needs: 'admin', does: 'list requests of the API' },
    async ({ real, query }) => {
      const { page, filter } = readListQuery(query, requestFilters)
      return access.listRequests(real, filter, page)
    },
  ),

  operation(
    'GET',
    '/requests/:id',
    { needs: 'admin', does: 'show a request of the API' },
    async ({ real, params: { id = '' } }) => {
      const line = await access.findRequest(real, id)
      if (line === undefined) throw new Refusal('not_found')
      return line
    },
  ),
]
