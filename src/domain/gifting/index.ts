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
 *
 * Whoever moves a gift request does it through `advance`: it asks the table, writes the move, and
 * tells subscribers, all in the caller's transaction.
 */
export { cancel } from './cancel.ts'
export { create, createBatch, emailKey } from './create.ts'
export { moveDue } from './due.ts'
export { find, history, list } from './look.ts'
export { isState, moves, type State, states } from './machine.ts'
export { rehearse } from './rehearse.ts'
export { snapshot } from './snapshot.ts'
export type { Filter } from './store.ts'
export type { Gift, Move } from './tables.ts'
