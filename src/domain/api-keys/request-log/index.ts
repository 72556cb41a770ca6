/**
 * The API request log for the admins of an account.
 *
 * - The *request log* has an entry for each request of a known account, for three days by default. Entries contain
 *   ids, names of query parameters and error messages, but no values, bodies, secrets or IP addresses.
 *   Entries are written once a second, outside the requests; a killed process loses its unwritten
 *   entries.
 * - A *reason* explains a 401 response, which contains no explanation itself. A reason is stored only if
 *   the request presented a credential of the account: a token that was once valid, or the key of a
 *   client.
 * - The *usage* is the number of requests of a token per minute and API version.
 */
export type { Reason } from './diagnose.ts'
export { shortKeyDigest } from './key-digest.ts'
export { createRequestLog, type LoggedRequest, type RequestLog } from './log.ts'
export { findRequest, listRequests } from './read.ts'
export { countNewRequests, purgeRequestLog } from './store.ts'
export type { RequestFilter, RequestLogEntry } from './tables.ts'
export { findTokenTraffic, findTokenUsage, type TokenUsage } from './usage.ts'
