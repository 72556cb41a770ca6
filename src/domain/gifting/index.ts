/**
 * Gifting: the life of a gift request.
 *
 * - gift request  one gift on its way from a sender to one recipient
 * - state         where it rests, one of seventeen; outside, one of five statuses
 * - move          a step from one state to another; the table in `machine.ts` has every one
 * - contact       a person gifts go to, one for each e-mail address of an account
 * - offering      what was put in front of the recipient, copied when the gift request was created
 * - line items    what the recipient gets; null until they lock
 * - link          the URL the recipient follows; made shortly after creation
 * - one-link      one public URL behind which up to 10,000 gift requests wait, each for whoever claims it
 * - placeholder   a gift request of a one-link; until it is claimed it has neither recipient nor link
 *
 * - visit         what the recipient sees and does on their page: unwrap, choose, redeem, decline, thank
 * - sending       what everybody on a list gets, as somebody in the web app says it; a row is one of them
 * - handover      the word to fulfilment that a gift request was redeemed or called off
 *
 * Whoever moves a gift request does it through `advance`: it asks the table, writes the move, and
 * tells subscribers, all in the caller's transaction.
 */

export { type TransitionInput, transition, transitionError } from './advance.ts'
export { createPrefetcher, type Prefetch, type Prefetched } from './ahead.ts'
export { requestRenewal } from './ask-sender.ts'
export { cancel } from './cancel.ts'
export { saveSelection } from './choose.ts'
export { type ClaimOutcome, claim, unconfirmedClaimMinutes } from './claim.ts'
export {
  browseRecipients,
  countRecipients,
  findRecipient,
  type Recipient,
  type RecipientQuery,
} from './contacts.ts'
export { correctEmail } from './correct-email.ts'
export { create, createBatch } from './create.ts'
export { decline, withdrawDecline } from './decline.ts'
export {
  type AdminGiftQuery,
  browse,
  countByStatus,
  countByStatusCapped,
  filterOptions,
  selectIds,
} from './desk.ts'
export { exportPersonalData, type PersonalData, type PersonalGiftData } from './dossier.ts'
export { advanceClock } from './due.ts'
export { oldestDue } from './due-store.ts'
export { type EraseResult, erase, purgeEndedGifts } from './erase.ts'
export { extendExpiry, extensionBlocker } from './extend.ts'
export {
  countGifts,
  funnel,
  funnelsByCampaign,
  giftsByCountry,
  timeToRedeem,
  topGifts,
} from './figures.ts'
export type { Funnel } from './figures-store.ts'
export { findByLink, findPastLink, type LinkTarget } from './find-by-link.ts'
export {
  accountsWithFulfilmentJobs,
  deferFulfilment,
  dequeueFulfilment,
  type FulfilmentJob,
  oldestFulfilmentJobAt,
} from './handover.ts'
export { find, findWithoutTransaction, history, list } from './look.ts'
export { eventsFor, isState, type State, states, transitions } from './machine.ts'
export { enqueueParcelFailure, type TransitionDetails } from './mails.ts'
export { closeOneLink } from './one-link-close.ts'
export { createOneLink } from './one-link-create.ts'
export {
  findOneLink,
  findOneLinkByCode,
  latestClaims,
  listOneLinks,
  oneLinkVersions,
} from './one-link-look.ts'
export { toOneLinkView } from './one-link-view.ts'
export { markOpened } from './open.ts'
export {
  decodePreviewToken,
  encodePreviewToken,
  type Preview,
  type PreviewTheme,
  previewEmail,
  previewPage,
} from './preview.ts'
export type { PastLink } from './privacy-store.ts'
export { type BucketName, redeemTimeBuckets, type Stage, stages } from './reached.ts'
export { changeAddress } from './readdress.ts'
export { toEmailKey } from './recipient.ts'
export { addressForRecipient, requestRecipientLink } from './recipient-access.ts'
export {
  createProof,
  isValidProof,
  type ProofKind,
  type ProofSubject,
  proofLifetimesMs,
} from './recipient-proof.ts'
export { redeem } from './redeem.ts'
export { referencesById } from './references.ts'
export { nextSimulatedStates, reachableStates, simulateTo } from './rehearse.ts'
export { reminderBlocker, sendReminder } from './remind-by-hand.ts'
export { encryptedColumns } from './sealed.ts'
export { foldAccents } from './search-words.ts'
export { type RowPreview, type RowResult, sendBulk, validateRows } from './send-list.ts'
export type { BulkSendInput, SendOptions } from './sending.ts'
export { setLocale } from './set-locale.ts'
export { buildSnapshot, decryptAddress } from './snapshot.ts'
export { findForUpdate, type GiftFilter } from './store.ts'
export type { Gift, OneLink, PublicGift, ThankYouNote, Transition } from './tables.ts'
export { notifyStalled } from './tell-stalled.ts'
export { saveThankYouNote } from './thank.ts'
export { createTimerLoop, processDue } from './timers.ts'
export { getRedemptionPage, type RedemptionItem, type RedemptionPage } from './visit.ts'
export { countNewerThan, rowVersions } from './watch.ts'
