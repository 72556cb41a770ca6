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
export { createAccount, findAccount, isAnyAccount, listAccounts } from './accounts.ts'
export * from './agents/index.ts'
export * from './audit/index.ts'
export {
  type Authenticate,
  type Caller,
  createAuthenticator,
  type TokenHeaders,
} from './authenticate.ts'
export { advanceClock, clocksAhead } from './clocks.ts'
export { dismiss, isDismissed, undismiss } from './dismissals.ts'
export { setUp, setupCode } from './first-account.ts'
export { forgetAnswers, forgetOld, type KeptAnswer, recall, remember } from './idempotency.ts'
export * from './oauth/index.ts'
export { createPerson, firstPerson, peopleBy, signIn } from './people.ts'
export * from './requests/index.ts'
export { sealedColumns } from './sealed.ts'
export {
  type Brand,
  brandsBy,
  changeSettings,
  readSettings,
  type Settings,
} from './settings.ts'
export * from './sign-in/index.ts'
export type { Account, ApiToken, Person, Role, Stage, Tier } from './tables.ts'
export * from './team/index.ts'
export { createToken, expireToken, listTokens } from './tokens.ts'
export * from './views/index.ts'
