/**
 * What came over the API, for the account's admins.
 *
 * - The *request log* has a line for each request whose account is known, for three days. It has ids, names of query
 *   parameters and messages, and no values, bodies, secrets or IP addresses. It is written
 *   once a second, off the way of the requests; what a process has not written when it is killed is lost.
 * - A *reason* says why a 401 was a 401. The answer never does; a reason is kept only where whoever asked
 *   held something of the account: a token that was once valid, or the key of one of its clients.
 * - A *use* is how often a token came in a minute, and with which version.
 */
export type { Reason } from './diagnose.ts'
export { shortKeyDigest } from './key-digest.ts'
export { createRequestLog, type LoggedRequest, type RequestLog } from './log.ts'
export { findRequest, listRequests } from './read.ts'
export { countNewRequests, purgeRequestLog } from './store.ts'
export type { RequestFilter, RequestLogEntry } from './tables.ts'
export { findTokenTraffic, findTokenUsage, type TokenUsage } from './usage.ts'
