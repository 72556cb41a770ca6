import { type Static, Type } from 'typebox'
import { enumRule, textRule, timestampRule } from '#contract/filter-rules'
import { operation } from '../lib/operation.ts'
import { listQuery } from '../lib/query.ts'
import { oneOfTexts, orNull, page, Timestamp } from '../lib/schemas.ts'

export const requestFilters = {
  status: enumRule('2xx', '4xx', '401', '5xx', 'rejected'),
  method: enumRule('GET', 'POST', 'HEAD'),
  path: textRule,
  token_id: textRule,
  request_id: textRule,
  resource_id: textRule,
  idempotency_key: textRule,
  within: enumRule('15m', '1h', '24h'),
  since: timestampRule,
  until: timestampRule,
}

/** The reason why the credentials of a request were rejected. */
const RejectionReason = oneOfTexts(
  'token_missing',
  'authorization_header_malformed',
  'token_malformed',
  'token_unknown',
  'token_of_other_stage',
  'token_of_other_region',
  'token_expired',
  'token_past_expiry',
  'token_in_api_key',
  'api_key_in_token',
  'access_token_expired',
  'access_token_revoked',
  'refresh_token_as_access_token',
  'client_revoked',
  'api_key_missing',
  'api_key_mismatch',
  'tenant_mismatch',
  'client_mismatch',
  'changed_during_request',
)

/** A request to the public API in the log. */
export const LoggedRequest = Type.Object({
  id: Type.String(),
  at: Timestamp,
  request_id: Type.String(),
  method: Type.String(),
  path: Type.String(),
  query: Type.Array(Type.String(), { description: 'The names of query parameters.' }),
  status: Type.Integer(),
  ms: Type.Number(),
  version: orNull(Type.String()),
  reason: orNull(RejectionReason),
  errors: Type.Array(Type.String()),
  messages: Type.Array(Type.String()),
  idempotency: orNull(Type.String({ description: 'A digest of the Idempotency-Key.' })),
  user_agent: orNull(Type.String()),
  created_id: orNull(Type.String()),
  token_id: orNull(Type.String()),
  token_name: orNull(Type.String()),
  token_last_four: orNull(Type.String()),
  client_id: orNull(Type.String()),
  client_name: orNull(Type.String()),
})
export type LoggedRequest = Static<typeof LoggedRequest>

export const listRequests = operation('GET', '/requests', {
  permission: 'tokens:write',
  clock: 'real',
  summary: 'list API requests',
  query: listQuery(requestFilters),
  reply: page(LoggedRequest),
})

export const readRequest = operation('GET', '/requests/:id', {
  permission: 'tokens:write',
  clock: 'real',
  summary: 'show an API request',
  reply: LoggedRequest,
})
