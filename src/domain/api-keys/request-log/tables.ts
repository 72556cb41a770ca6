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
  /** One for each of the errors; empty for requests from before there were any. */
  messages: string[]
  /** A short digest of the Idempotency-Key; null without one. */
  idempotency: string | null
  /** Product and version, such as `python-requests/2.31.0`. */
  user_agent: string | null
  created_id: string | null
  token_id: string | null
  /** Of an API token. */
  token_name: string | null
  token_last_four: string | null
  client_id: string | null
  client_name: string | null
}

/** Classes of statuses; those that were refused have an index. */
export const statusConditions = {
  '2xx': 'r.status < 300',
  '4xx': 'r.status >= 400 and r.status < 500',
  '401': 'r.status >= 400 and r.status = 401',
  '5xx': 'r.status >= 500',
  refused: 'r.status >= 400',
} as const

export interface RequestFilter {
  status?: keyof typeof statusConditions
  method?: string
  /** A part of it. */
  path?: string
  token_id?: string
  request_id?: string
  /** In the path, or created by the request. */
  resource_id?: string
  idempotency_key?: string
  since?: Date
  until?: Date
}
