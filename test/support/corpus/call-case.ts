/*
 * Calls of a client: the responses of the service in order, and the result that the client returns. `call` is
 * the name of the method in Python, and the arguments are those of the Python method.
 */

export interface Response {
  status: number
  headers?: Record<string, string>
  body?: string
}

export interface Call {
  name: string
  call: string
  ids?: string[]
  body?: unknown
  query?: Record<string, unknown>
  max_retries?: number
  responses: Response[]
  expected: {
    /** The expected requests in order. Their query is decoded. */
    requests?: { method: string; path: string; query?: [string, string][]; body?: unknown }[]
    attempts?: number
    error?: Record<string, unknown>
    data?: unknown
    /** The ids of all entries of a list. */
    ids?: string[]
  }
}

export const json = { 'content-type': 'application/json' }
export const requestId = '6b1b36cb-b04f-4a35-9d6b-9b2f0d3a5c11'
export const ok = (body: unknown, status = 200): Response => ({
  status,
  headers: json,
  body: JSON.stringify(body),
})
export const errors = (status: number, ...entries: object[]): Response => ({
  status,
  headers: { ...json, 'request-id': requestId },
  body: JSON.stringify({ errors: entries }),
})
export const entry = (type: string, code: string, message: string, param?: string) => ({
  type,
  code,
  message,
  ...(param === undefined ? {} : { param }),
})
export const get = { call: 'gift_requests.get', ids: ['e71c'], max_retries: 0 }
export const create = { call: 'gift_requests.create', body: { campaign_id: 'c' }, max_retries: 2 }
