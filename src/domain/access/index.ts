/**
 * Who may do what.
 *
 * - An *account* is a customer: one business in one region and stage, on a *tier*.
 * - A *person* signs in to an account's admin area, as admin or sender, and may be who gifts come from.
 * - An *API token* lets a program act for an account. It is shown once; we keep its hash.
 * - An *OAuth client* is a program that gets tokens of an hour (see oauth/).
 * - A *caller* is whoever a token turned out to belong to.
 * - An *agent* is a program that speaks for a person over /mcp (see agents/).
 * - The *audit log* says who changed what (see audit/).
 * - The *request log* says what came over the API, and why it was turned away (see requests/).
 * - An *idempotency key* names a request, so that sending it twice does it once.
 *
 * Everything but creating and listing accounts acts on the account the work was opened for.
 */
export { createAccount, findAccount, hasAnyAccount, listAccounts } from './accounts.ts'
export * from './agents/index.ts'
export * from './audit/index.ts'
export {
  type Authenticate,
  createAuthenticator,
  type TokenHeaders,
} from './authenticate.ts'
export type { Caller } from './caller.ts'
export { advanceTestClock, findClockOffsets } from './clocks.ts'
export { dismiss, isDismissed, restoreDismissed } from './dismissals.ts'
export { bootstrapAccount, issueSetupCode } from './first-account.ts'
export {
  eraseResponses,
  findReplay,
  purgeIdempotencyKeys,
  saveResponse,
} from './idempotency.ts'
export type { StoredResponse } from './idempotency-tables.ts'
export * from './oauth/index.ts'
export { authenticateUser, createUser, findFirstUser, findUsersById } from './people.ts'
export * from './requests/index.ts'
export { encryptedColumns } from './sealed.ts'
export {
  type Brand,
  findBrandsById,
  readSettings,
  type Settings,
  updateSettings,
} from './settings.ts'
export * from './sign-in/index.ts'
export type { Account, Role, Stage, Tier, User } from './tables.ts'
export * from './team/index.ts'
export type { ApiToken } from './token-tables.ts'
export { createToken, expireToken, listTokens } from './tokens.ts'
export * from './views/index.ts'
