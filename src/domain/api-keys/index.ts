/**
 * How programs act for an account.
 *
 * - An *API token* lets a program act for an account. It is shown once; the database has its hash.
 * - An *OAuth client* is a program that gets access tokens of one hour (see oauth/).
 * - A *scope* is what a token may do; a token without it gets 403 (see scopes/).
 * - A *caller* is the account and token that a request was authenticated as.
 * - An *agent* is a program that acts for a user over /mcp (see agents/).
 * - The *request log* lists the requests of the API, and why each rejected one was rejected (see request-log/).
 * - An *idempotency key* names a request, so that sending it twice runs it once.
 */
export * from './agents/index.ts'
export { assertAllowedAddress } from './authentication/assert-allowed-address.ts'
export {
  type Authenticate,
  createAuthenticator,
  type TokenHeaders,
} from './authentication/authenticate.ts'
export { type Caller, toActor } from './authentication/caller.ts'
export {
  eraseResponses,
  findReplay,
  purgeIdempotencyKeys,
  saveResponse,
} from './idempotency/idempotency.ts'
export type { StoredResponse } from './idempotency/tables.ts'
export * from './oauth/index.ts'
export * from './request-log/index.ts'
export { addedSensitiveScopes, resolveScopeParameter } from './scopes/granted-scopes.ts'
export { remindOfExpiry } from './tokens/expiry-reminders.ts'
export type { ApiToken } from './tokens/tables.ts'
export {
  changeTokenAddresses,
  changeTokenScopes,
  createToken,
  expireToken,
  findTokenOwner,
  listTokens,
  parseNewToken,
} from './tokens/tokens.ts'
