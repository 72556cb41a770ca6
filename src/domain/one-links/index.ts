/**
 * One-links: public links at which visitors claim gifts.
 *
 * - one-link      one public URL for up to 10,000 gift requests, each of which one visitor can claim
 * - placeholder   a gift request of a one-link; has no recipient and no link until a visitor claims it
 * - claim         one mailbox at a one-link: holds a place, is on the waiting list, or has a placeholder
 * - claimant      the visitor who claims
 * - rules         whether a claim needs a confirmation or an approval, and how many claims are allowed in an hour
 * - denied entry  an address or a domain whose claims the account rejects
 *
 * A claim that succeeds makes its placeholder a gift; from then on, it lives like each gift request.
 */
export {
  type Decision,
  type DecisionResult,
  decideClaims,
  maxDecisions,
} from './approval.ts'
export { type ClaimOutcome, claim } from './claim.ts'
export { createClaimToken } from './claim-emails.ts'
export { type ClaimOrigin, maxEmailsPerDay, purgeClaimCounts } from './claim-limits.ts'
export { advanceClaims, dueClaims, processDueClaims } from './claim-loop.ts'
export {
  eraseClaims,
  findPersonalClaims,
  type PersonalClaim,
  removeEndedClaims,
} from './claim-privacy.ts'
export {
  type ClaimDefaults,
  defaultClaimRules,
  getClaimDefaults,
  maxClaimLimits,
  pickClaimRules,
  saveClaimDefaults,
  updateClaimRules,
} from './claim-rules.ts'
export { wakeWaitingLists } from './claim-store.ts'
export {
  type ClaimCounts,
  type ClaimListState,
  countClaims,
  type ListedClaim,
  listClaimPage,
  listClaims,
} from './claim-summary.ts'
export { close } from './close.ts'
export {
  type ClaimStatus,
  confirmClaim,
  findClaimStatus,
  withdrawClaim,
} from './confirm.ts'
export { create } from './create.ts'
export { createDemo, createSoldOutDemo } from './demo-one-link.ts'
export {
  addDenied,
  type DeniedClaimant,
  listDenied,
  maxDeniedPerRequest,
  removeDenied,
} from './denied-claimants.ts'
export { encryptedColumns } from './encrypted-columns.ts'
export { findTeam } from './one-link-store.ts'
export {
  find,
  findByCode,
  latestClaims,
  list,
  listVersions,
} from './read.ts'
export { rename } from './rename.ts'
export {
  type ClaimRules,
  type ClaimState,
  type OneLink,
  offerHours,
  requiresConfirmation,
  unconfirmedClaimMinutes,
} from './tables.ts'
export { update } from './update.ts'
export { toView } from './view.ts'
