/**
 * Gifting: the life cycle of a gift request.
 *
 * - gift request        one gift from a sender to one recipient
 * - state               one of 17 internal states; each maps to one of 5 public statuses
 * - transition          a change from one state to another; `state-machine.ts` lists all of them
 * - contact             a recipient with an email address; one per address and account
 * - offering            the items a recipient can choose from, copied when the gift request is created
 * - line items          the items a recipient gets; null until they are locked
 * - link                the URL of a recipient's page, created shortly after the gift request
 * - redemption session  the actions of a recipient on the page: open, select, redeem, decline, thank
 * - fulfilment outbox   the orders and cancellations that fulfilment still has to process
 *
 * All state changes go through `transition()`: in the caller's transaction it validates the transition
 * against the table, stores it, emits its events and enqueues its emails.
 */

export { assignPlaceholder } from './commands/assign-placeholder.ts'
export { cancel } from './commands/cancel.ts'
export { changeAddress } from './commands/change-address.ts'
export {
  addContactNote,
  type ContactNote,
  deleteContactNote,
  listContactNotes,
} from './commands/contact-notes.ts'
export { correctEmail, correctWithoutLimit } from './commands/correct-email.ts'
export {
  extendExpiry,
  extensionBlocker,
  type NewExpiry,
  parseExtension,
} from './commands/extend-expiry.ts'
export {
  type Reissue,
  type ReissueInput,
  reissue,
  reissueBlocker,
  sendOptionsOf,
} from './commands/reissue.ts'
export { linkReissueBlocker, reissueLink } from './commands/reissue-link.ts'
export { listRecipientEmails, listTextMessages, resendEmails } from './commands/resend-emails.ts'
export { reminderBlocker, sendReminder } from './commands/send-reminder.ts'
export { setGreeting } from './commands/set-greeting.ts'
export { nextSimulatedStates, reachableStates, simulateTo } from './commands/simulate.ts'
export { update } from './commands/update-gift.ts'
export {
  addComment,
  deleteComment,
  type GiftComment,
  listComments,
  listMentionable,
} from './comments/comments.ts'
export { type BatchRowResult, createBatch, createEach } from './creation/batch.ts'
export {
  budgetError,
  maxGiftCost,
  reserveBudgets,
  saveReservations,
  toBudgetRequests,
  toReservations,
} from './creation/budgets.ts'
export {
  buildGifts,
  create,
  createValidated,
  insertGifts,
  toCostFields,
} from './creation/create.ts'
export { campaignLookup, type SendableTerms } from './creation/lookups.ts'
export { toRowError, validateMergeFields } from './creation/merge-fields.ts'
export { createPrefetcher, type Prefetch, type Prefetched } from './creation/prefetch.ts'
export { findRecipientLimitErrors } from './creation/recipient-limit.ts'
export { findReissues, type GiftReference } from './creation/replacement-store.ts'
export {
  resolveItem,
  resolveOptions,
  resolveOwnItems,
  type SendOptions,
} from './creation/send-options.ts'
export { actingParty } from './creation/team.ts'
export {
  type AddError,
  checkCampaign,
  type ResolvedCampaign,
  type ValidatedGift,
  validateCreate,
} from './creation/validate.ts'
export { encryptedColumns } from './encrypted-columns.ts'
export { findDestinationErrorOf } from './lifecycle/destination-errors.ts'
export { dueAt } from './lifecycle/due-at.ts'
export {
  accountsWithFulfilmentJobs,
  deferFulfilment,
  dequeueFulfilment,
  dueFulfilmentJobs,
  type FulfilmentJob,
} from './lifecycle/fulfilment-outbox.ts'
export type { GiftFilter } from './lifecycle/gift-list-store.ts'
export {
  findForUpdate,
  selectGift,
  selectGiftWithOwnBytes,
  selectGiftWithoutOffering,
  withOfferings,
} from './lifecycle/gift-store.ts'
export { noteHistory, transitionHistory } from './lifecycle/history.ts'
export { hashCode, redemptionUrl } from './lifecycle/link.ts'
export { lockGift } from './lifecycle/lock-gift.ts'
export { readMessage } from './lifecycle/message.ts'
export {
  foldAccents,
  matchingContactIdsSql,
  matchingIdsSql,
  parseSearchTerms,
  prefixCondition,
  prefixUpperBound,
  type SearchTerm,
  type SearchTerms,
} from './lifecycle/name-search.ts'
export {
  getOfferingSnapshot,
  type OfferingSnapshot,
  saveOffering,
} from './lifecycle/offering-snapshot.ts'
export {
  findIdByReference,
  findLatestByCountry,
  lockAvailable,
  type PackingFacts,
  packingFactsById,
} from './lifecycle/packing-facts.ts'
export { isGiftSql } from './lifecycle/placeholders.ts'
export { createGiftReader, find, history, list, type ReadGift } from './lifecycle/read.ts'
export {
  emailBase,
  enqueueParcelFailure,
  openInvitationData,
  resendLink,
} from './lifecycle/recipient-emails.ts'
export { noRecipient } from './lifecycle/recipient-fields.ts'
export {
  createProof,
  isValidProof,
  type ProofKind,
  type ProofSubject,
  proofLifetimesMs,
} from './lifecycle/recipient-proof.ts'
export { parseReminderToken, type ReminderTarget } from './lifecycle/reminder-token.ts'
export { buildSnapshot, decryptAddress } from './lifecycle/snapshot.ts'
export { eventsFor, isState, type State, states, transitions } from './lifecycle/state-machine.ts'
export {
  type Gift,
  type PublicGift,
  payloadSize,
  type ThankYouNote,
  type Transition,
  type TransitionDetails,
} from './lifecycle/tables.ts'
export {
  eventInput,
  type TransitionInput,
  transition,
  transitionAll,
  transitionError,
} from './lifecycle/transition.ts'
export { initialEmail } from './lifecycle/transition-emails.ts'
export { type EraseResult, erase, purgeEndedGifts } from './privacy/erase.ts'
export {
  exportPersonalData,
  type PersonalData,
  type PersonalGiftData,
} from './privacy/personal-data-export.ts'
export { isRecipient } from './privacy/privacy-store.ts'
export { answerProblem, resolveProblem } from './problems/answer-problem.ts'
export {
  findProblemPhoto,
  type ParsedPhotos,
  parsePhotos,
  purgeDraftPhotos,
} from './problems/problem-photos.ts'
export {
  canReport,
  giftsWithProblems,
  hasProblems,
  listProblems,
  type ProblemInput,
  type ReportOutcome,
  reportProblem,
} from './problems/problem-reports.ts'
export type { ProblemPhoto, ProblemReport } from './problems/problem-tables.ts'
export { applyDestination } from './redemption/apply-destination.ts'
export { type ClaimableItems, listClaimableItems } from './redemption/claimable-items.ts'
export { confirmGift } from './redemption/confirmation.ts'
export { decline, withdrawDecline } from './redemption/decline.ts'
export {
  emailDigitalItems,
  replaceCode,
  revealItem,
  startDownload,
} from './redemption/digital-items.ts'
export { findDonationDetails } from './redemption/donation-details.ts'
export { findByLink, findPastLink, type LinkTarget } from './redemption/find-by-link.ts'
export { findSession } from './redemption/find-session.ts'
export type { ChangedItem, GiftChange } from './redemption/gift-change-store.ts'
export {
  applyChange,
  findChanges,
  type GiftChangeSummary,
  isSameChange,
  listChanges,
  recordChange,
  rejectChange,
} from './redemption/gift-changes.ts'
export { markOpened } from './redemption/mark-opened.ts'
export type { PastLink } from './redemption/past-link-store.ts'
export { canReact, isReaction, saveReaction } from './redemption/reaction.ts'
export { addressForRecipient, requestRecipientLink } from './redemption/recipient-access.ts'
export { redeem, toGiftLines } from './redemption/redeem.ts'
export type { OfferedDonation, RedemptionItem } from './redemption/redemption-items.ts'
export { buildPage, getRedemptionPage, type RedemptionPage } from './redemption/redemption-page.ts'
export { requestRenewal } from './redemption/request-renewal.ts'
export { type ResolvedChange, resolveChange } from './redemption/resolve-change.ts'
export { saveSelection } from './redemption/save-selection.ts'
export { setLocale } from './redemption/set-locale.ts'
export { findForReminders, stopReminders } from './redemption/stop-reminders.ts'
export { findThankYouNote, saveThankYouNote } from './redemption/thank-you-note.ts'
export { type TranslateName, translateItems } from './redemption/translate-items.ts'
export { chunkByPayloadSize, giftBatchSize } from './timers/event-chunks.ts'
export { createTimerLoop, maxTimersPerTurn, processDue } from './timers/timer-loop.ts'
export { dueTimers } from './timers/timer-store.ts'
export { advanceClock, applyTimers } from './timers/timers.ts'
