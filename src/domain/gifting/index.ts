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
 * - one-link            one public URL for up to 10,000 gift requests, each of which one visitor can claim
 * - placeholder         a gift request of a one-link; has no recipient and no link until a visitor claims it
 * - claim               one mailbox at a one-link: holds a place, is on the waiting list, or has a placeholder
 * - redemption session  the actions of a recipient on the page: open, select, redeem, decline, thank
 * - bulk send           a list of gifts that a user of the web app sent at once; each row is one recipient
 * - send options        the settings of a bulk send, the same for all rows
 * - bulk action         an action of a user on many gift requests, which a loop processes in batches
 * - approval            the state of a bulk send that an admin must approve before its gifts are created
 * - fulfilment outbox   the orders and cancellations that fulfilment still has to process
 *
 * All state changes go through `transition()`: in the caller's transaction it validates the transition
 * against the table, stores it, emits its events and enqueues its emails.
 */

export {
  type AdminGiftQuery,
  browse,
  countByStatus,
  countByStatusCapped,
  countMatches,
  filterOptions,
} from './admin/admin-list.ts'
export {
  countGifts,
  funnel,
  funnelsByCampaign,
  giftsByCountry,
  timeToRedeem,
  topGifts,
} from './admin/analytics.ts'
export type { Funnel } from './admin/analytics-store.ts'
export type { GiftInNeed, GiftName } from './admin/attention-store.ts'
export * as attention from './admin/attention-store.ts'
export { comparePeriods } from './admin/comparison.ts'
export { correctRecipientEmail } from './admin/correct-recipient.ts'
export { type BucketName, redeemTimeBuckets, type Stage, stages } from './admin/funnel-stages.ts'
export { type GiftSort, giftSorts } from './admin/gift-sort.ts'
export { countNewerThan, rowVersions } from './admin/live-updates.ts'
export {
  browseRecipients,
  clearBouncesOfDomain,
  countBouncesOfDomain,
  countRecipients,
  findRecipient,
  type Recipient,
  type RecipientDetail,
  type RecipientQuery,
} from './admin/recipients.ts'
export {
  idsByReference,
  referencesById,
} from './admin/references.ts'
export { browseSorted } from './admin/sorted-list.ts'
export { browseThankYouNotes, type ListedThankYouNote } from './admin/thank-you-note-list.ts'
export { trend } from './admin/trend.ts'
export { listUpcoming } from './admin/upcoming.ts'
export {
  advanceApprovals,
  createApprovalLoop,
  processApprovals,
  purgeApprovals,
} from './approvals/approval-loop.ts'
export type { ListedBulkSend } from './approvals/bulk-send-list-store.ts'
export { browseBulkSends, findBulkSend, findBulkSendByGift } from './approvals/bulk-sends.ts'
export { approveSend, rejectSend } from './approvals/decide.ts'
export {
  assertNoApprovalNeeded,
  assertReplacementAllowed,
  findApprovalReasons,
  purgeUses,
  returnUse,
} from './approvals/limits.ts'
export {
  type ApprovalDetail,
  countAwaiting,
  describeApproval,
  findApproval,
  readSendContent,
} from './approvals/read.ts'
export { getApprovalRule, saveApprovalRule } from './approvals/rule.ts'
export {
  type SendingUser,
  type SubmittedRowResult,
  sendRows,
  startSend,
} from './approvals/save-rows.ts'
export { submitSend, withdrawSend } from './approvals/submit.ts'
export {
  type Approval,
  type ApprovalReason,
  type ApprovalRule,
  type ApprovalState,
  approvalStates,
} from './approvals/tables.ts'
export * from './bulk-actions/index.ts'
export {
  type RowPreview,
  type RowResult,
  recordInvalidRows,
  sendBulk,
  validateRows,
} from './bulk-send/bulk-send.ts'
export { cancelBulkSend } from './bulk-send/cancel-bulk-send.ts'
export { estimateSend, type SendEstimate } from './bulk-send/estimate.ts'
export { listFailures, purgeFailures } from './bulk-send/failures.ts'
export {
  decodePreviewToken,
  encodePreviewToken,
  type Preview,
  type PreviewTheme,
  previewEmail,
  previewGreeting,
  previewPage,
  toTranslatable,
} from './bulk-send/preview.ts'
export { renameBulkSend } from './bulk-send/start.ts'
export { cancel } from './commands/cancel.ts'
export { changeAddress } from './commands/change-address.ts'
export {
  addContactNote,
  deleteContactNote,
  listContactNotes,
} from './commands/contact-notes.ts'
export { correctEmail } from './commands/correct-email.ts'
export {
  extendExpiry,
  extensionBlocker,
  type NewExpiry,
  parseExtension,
} from './commands/extend-expiry.ts'
export { type Reissue, type ReissueInput, reissue, reissueBlocker } from './commands/reissue.ts'
export { linkReissueBlocker, reissueLink } from './commands/reissue-link.ts'
export { listRecipientEmails, listTextMessages, resendEmails } from './commands/resend-emails.ts'
export { reminderBlocker, sendReminder } from './commands/send-reminder.ts'
export { setGreeting } from './commands/set-greeting.ts'
export { nextSimulatedStates, reachableStates, simulateTo } from './commands/simulate.ts'
export { update } from './commands/update-gift.ts'
export { type BatchRowResult, createBatch, createEach } from './creation/batch.ts'
export { create } from './creation/create.ts'
export { createPrefetcher, type Prefetch, type Prefetched } from './creation/prefetch.ts'
export { findReissues, type GiftReference } from './creation/replacement-store.ts'
export type { BulkSendInput, SendOptions } from './creation/send-options.ts'
export { encryptedColumns } from './encrypted-columns.ts'
export { findDestinationErrorOf } from './lifecycle/destination-errors.ts'
export { findDonationDetails } from './lifecycle/donation-details.ts'
export {
  accountsWithFulfilmentJobs,
  deferFulfilment,
  dequeueFulfilment,
  type FulfilmentJob,
  oldestFulfilmentJobAt,
} from './lifecycle/fulfilment-outbox.ts'
export type { GiftFilter } from './lifecycle/gift-list-store.ts'
export { findForUpdate } from './lifecycle/gift-store.ts'
export { noteHistory, transitionHistory } from './lifecycle/history.ts'
export { lockGift } from './lifecycle/lock-gift.ts'
export { readMessage } from './lifecycle/message.ts'
export { foldAccents } from './lifecycle/name-search.ts'
export {
  findIdByReference,
  findLatestByCountry,
  lockAvailable,
  type PackingFacts,
  packingFactsById,
} from './lifecycle/packing-facts.ts'
export type { PastLink } from './lifecycle/past-link-store.ts'
export { createGiftReader, find, history, list, type ReadGift } from './lifecycle/read.ts'
export { enqueueParcelFailure } from './lifecycle/recipient-emails.ts'
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
export type {
  Gift,
  OneLink,
  PublicGift,
  ThankYouNote,
  Transition,
  TransitionDetails,
} from './lifecycle/tables.ts'
export { type TransitionInput, transition, transitionError } from './lifecycle/transition.ts'
export {
  type Decision,
  type DecisionResult,
  decideClaims,
  maxDecisions,
} from './one-links/approval.ts'
export { type ClaimOutcome, claim } from './one-links/claim.ts'
export { createClaimToken } from './one-links/claim-emails.ts'
export { type ClaimOrigin, maxEmailsPerDay, purgeClaimCounts } from './one-links/claim-limits.ts'
export { advanceClaims, createClaimLoop, processDueClaims } from './one-links/claim-loop.ts'
export {
  type ClaimDefaults,
  defaultClaimRules,
  getClaimDefaults,
  maxClaimLimits,
  pickClaimRules,
  saveClaimDefaults,
  updateClaimRules,
} from './one-links/claim-rules.ts'
export {
  type ClaimCounts,
  type ClaimListState,
  countClaims,
  type ListedClaim,
  listClaimPage,
  listClaims,
} from './one-links/claim-summary.ts'
export {
  type ClaimRules,
  type ClaimState,
  offerHours,
  type RefusalReason,
  requiresConfirmation,
  unconfirmedClaimMinutes,
} from './one-links/claim-tables.ts'
export { closeOneLink } from './one-links/close.ts'
export {
  type ClaimStatus,
  confirmClaim,
  findClaimStatus,
  withdrawClaim,
} from './one-links/confirm.ts'
export { createOneLink } from './one-links/create.ts'
export { createDemoOneLink, createSoldOutDemoOneLink } from './one-links/demo-one-link.ts'
export {
  addDenied,
  type DeniedClaimant,
  listDenied,
  maxDeniedPerRequest,
  removeDenied,
} from './one-links/denied-claimants.ts'
export {
  findOneLink,
  findOneLinkByCode,
  latestClaims,
  listOneLinks,
  oneLinkVersions,
} from './one-links/read.ts'
export { renameOneLink } from './one-links/rename.ts'
export { findPastExpiry, updateOneLink } from './one-links/update.ts'
export { toOneLinkView } from './one-links/view.ts'
export { type EraseResult, erase, purgeEndedGifts } from './privacy/erase.ts'
export {
  exportPersonalData,
  type PersonalData,
  type PersonalGiftData,
} from './privacy/personal-data-export.ts'
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
export { canReact, isReaction, saveReaction } from './redemption/reaction.ts'
export { addressForRecipient, requestRecipientLink } from './redemption/recipient-access.ts'
export { redeem, toGiftLines } from './redemption/redeem.ts'
export type { OfferedDonation, RedemptionItem } from './redemption/redemption-items.ts'
export { getRedemptionPage, type RedemptionPage } from './redemption/redemption-page.ts'
export { requestRenewal } from './redemption/request-renewal.ts'
export { type ResolvedChange, resolveChange } from './redemption/resolve-change.ts'
export { saveSelection } from './redemption/save-selection.ts'
export { setLocale } from './redemption/set-locale.ts'
export { findForReminders, stopReminders } from './redemption/stop-reminders.ts'
export { findThankYouNote, saveThankYouNote } from './redemption/thank-you-note.ts'
export { type TranslateName, translateItems } from './redemption/translate-items.ts'
export { createTimerLoop, maxTimersPerTurn, processDue } from './timers/timer-loop.ts'
export { oldestDue } from './timers/timer-store.ts'
export { advanceClock, applyTimers } from './timers/timers.ts'
