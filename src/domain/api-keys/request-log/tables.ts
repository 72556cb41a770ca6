import type { Reason } from './diagnose.ts'

export interface RequestLogEntry {
  id: string
  at: Date
  request_id: string
  method: string
  path: string
  /** Names of query parameters. */
  query: string[]
  status: number
  ms: number
  version: string | null
  reason: Reason | null
  errors: string[]
  /** The message of each error; empty for entries of older releases. */
  messages: string[]
  /** A short digest of the Idempotency-Key; null without one. */
  idempotency: string | null
  /** Product and version, such as `python-requests/2.31.0`. */
  user_agent: string | null
  created_id: string | null
  token_id: string | null
  /** The name of the API token; null for an OAuth client. */
  token_name: string | null
  token_last_four: string | null
  client_id: string | null
  client_name: string | null
}

/** SQL conditions by status class. The rejected requests (>= 400) have a partial index. */
export const statusConditions = {
  '2xx': 'r.status < 300',
  '4xx': 'r.status >= 400 and r.status < 500',
  '401': 'r.status >= 400 and r.status = 401',
  '5xx': 'r.status >= 500',
  rejected: 'r.status >= 400',
} as const

export interface RequestFilter {
  status?: keyof typeof statusConditions
  method?: string
  /** A part of the path. */
  path?: string
  token_id?: string
  request_id?: string
  /** The id of a resource in the path, or created by the request. */
  resource_id?: string
  idempotency_key?: string
  since?: Date
  until?: Date
}
