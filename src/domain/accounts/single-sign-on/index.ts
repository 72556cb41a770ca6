/**
 * Single sign-on with OpenID Connect: members sign in at the identity provider of their account.
 *
 * - A *provider* is an OpenID Connect provider that an admin has registered. An account has at most one.
 * - An *identity* is a subject at the provider. The first sign-in links it to the member with its verified address.
 * - A *sign-on request* is an authorization request of one browser. Its response works once, for ten minutes.
 */
export { completeSignOn, type SignOnOutcome } from './callback.ts'
export type { ProviderRules } from './discovery.ts'
export { signOnFailures } from './identity.ts'
export {
  checkProvider,
  findProvider,
  liftRequirement,
  type ProviderChange,
  removeProvider,
  saveProvider,
  unlinkMember,
} from './provider.ts'
export {
  memberSignOnSubject,
  redirectUrl,
  type StartedSignOn,
  signOnRequestMinutes,
  startMemberSignOn,
  startSignOn,
} from './requests.ts'
export type { SignOnPurpose, SingleSignOnProvider } from './tables.ts'
