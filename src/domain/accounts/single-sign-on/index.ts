/**
 * Single sign-on: members sign in at the identity providers of their account.
 *
 * - A *kind* is a connector that knows one protocol (packages/connectors).
 * - A *provider* is one of the account, which an admin has registered, with the settings of its kind.
 * - An *identity* is a subject at a provider. The first sign-in links it to the member with its verified address.
 * - A *sign-on request* is an authorization request of one browser. Its response works once, for ten minutes.
 */
export { completeSignOn, type SignOnOutcome } from './callback.ts'
export {
  type AnyIdentityProvider,
  type CheckResult,
  defineIdentityProvider,
  type Identity,
  type IdentityProvider,
  type IncomingResponse,
  type OpenedProvider,
  type OutgoingRequest,
  type ProviderLogout,
  type ProviderRules,
  type ProviderUrls,
  SignOnFailure,
  signOnFailures,
} from './identity-provider.ts'
export { findKind, type ProviderKinds, toUrls } from './kinds.ts'
export { endProviderSessions } from './logout.ts'
export {
  addProvider,
  checkProvider,
  getProvider,
  liftRequirement,
  listProviders,
  type ProviderChange,
  removeProvider,
  saveProvider,
  unlinkMember,
} from './providers.ts'
export {
  findProviderByPath,
  memberSignOnSubject,
  type StartedSignOn,
  signOnRequestMinutes,
  startMemberSignOn,
  startSignOn,
} from './requests.ts'
export type { ListedProvider, ProviderRow, SignOnPurpose, SingleSignOnProvider } from './tables.ts'
