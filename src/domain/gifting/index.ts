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

export { advance, type Push, refusedMove } from './advance.ts'
export { type Ahead, createLookAhead, type LookAhead } from './ahead.ts'
export { askSender } from './ask-sender.ts'
export { cancel } from './cancel.ts'
export { choose } from './choose.ts'
export { type ClaimOutcome, claim } from './claim.ts'
export {
  browseRecipients,
  countRecipients,
  findRecipient,
  type Recipient,
  type RecipientQuery,
} from './contacts.ts'
export { correctEmail } from './correct-email.ts'
export { create, createBatch } from './create.ts'
export { decline, undecline } from './decline.ts'
export { browse, countByStatus, countTabs, type DeskQuery, deskChoices, selectIds } from './desk.ts'
export { type Dossier, dossierOf, type GiftDossier } from './dossier.ts'
export { passTime } from './due.ts'
export { type Erased, erase, forgetEnded } from './erase.ts'
export { extend, whyNotExtend } from './extend.ts'
export {
  countGifts,
  countriesOf,
  funnel,
  funnelsBy,
  timeToRedeem,
  topGifts,
} from './figures.ts'
export type { Funnel } from './figures-store.ts'
export { findByLink, type Opened } from './find-by-link.ts'
export {
  accountsWithHandovers,
  deferHandover,
  type Handover,
  takeHandovers,
} from './handover.ts'
export { find, findAlone, history, list } from './look.ts'
export { isState, moves, type State, states, step } from './machine.ts'
export { closeOneLink } from './one-link-close.ts'
export { createOneLink } from './one-link-create.ts'
export {
  findOneLink,
  findOneLinkByCode,
  latestClaims,
  listOneLinks,
  oneLinkVersions,
} from './one-link-look.ts'
export { oneLinkView } from './one-link-view.ts'
export { open } from './open.ts'
export {
  type Look,
  openPreview,
  type Preview,
  previewLetter,
  previewVisit,
  sealPreview,
} from './preview.ts'
export { type Stage, stages, type WaitName, waits } from './reached.ts'
export { readdress } from './readdress.ts'
export { emailKey } from './recipient.ts'
export { redeem } from './redeem.ts'
export { referencesOf } from './references.ts'
export { nextOf, reachableFrom, rehearse } from './rehearse.ts'
export { remindNow, whyNotRemind } from './remind-by-hand.ts'
export { sealedColumns } from './sealed.ts'
export { checkList, type RowOutlook, type RowResult, sendList } from './send-list.ts'
export type { Sending, SendingRow } from './sending.ts'
export { setLocale } from './set-locale.ts'
export { openAddress, snapshot } from './snapshot.ts'
export { type Filter, hold } from './store.ts'
export type { Gift, Move, OneLink, Shown, Thanks } from './tables.ts'
export { tellStalled } from './tell-stalled.ts'
export { thank } from './thank.ts'
export { createTimers, moveDue } from './timers.ts'
export { type Visit, type VisitItem, visit } from './visit.ts'
export { countAfter, versionsOf } from './watch.ts'
