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
 * Whoever moves a gift request does it through `advance`: it asks the table, writes the move, and
 * tells subscribers, all in the caller's transaction.
 */

export { type Ahead, createLookAhead, type LookAhead } from './ahead.ts'
export { cancel } from './cancel.ts'
export { type ClaimOutcome, claim } from './claim.ts'
export { create, createBatch } from './create.ts'
export { moveDue, passTime } from './due.ts'
export { find, findAlone, history, list } from './look.ts'
export { isState, moves, type State, states } from './machine.ts'
export { closeOneLink } from './one-link-close.ts'
export { createOneLink } from './one-link-create.ts'
export { findOneLink, findOneLinkByCode, listOneLinks } from './one-link-look.ts'
export { oneLinkView } from './one-link-view.ts'
export { emailKey } from './recipient.ts'
export { rehearse } from './rehearse.ts'
export { snapshot } from './snapshot.ts'
export type { Filter } from './store.ts'
export type { Gift, Move, OneLink, Shown } from './tables.ts'
