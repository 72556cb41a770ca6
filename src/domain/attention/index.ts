/**
 * Attention: conditions that a person can resolve and that no event of a gift request reports.
 *
 * - kind       what can be wrong, such as `backordered` (contract/attention.ts)
 * - condition  a subject for which a kind is true now, with its cause
 * - item       a condition that Bestow has noticed, open until it has ended
 * - raise      insert an item for a condition without an open one
 * - clear      end an item whose condition is no longer true
 * - check      the comparison of an account's conditions with its open items
 * - chat       an incoming webhook that receives new items, in the format of a connector
 * - digest     the daily email to a user about the open items of the gifts that the user sent
 *
 * The check is level-triggered: it reads the present state and remembers nothing. A crash delays an item and loses none,
 * and a repeated check raises none twice, because a unique index allows one open item for each kind and subject.
 */
export { encryptedColumns } from './chats/encrypted-columns.ts'
export * from './chats/index.ts'
export { checkAccount, createCheckLoop } from './check-account.ts'
export { maxSubjects } from './conditions.ts'
export {
  type AttentionAction,
  type AttentionItemView,
  allActionRules,
  toItemView,
} from './describe.ts'
export * from './digest/index.ts'
export { countOpen, find, list, openCountCap } from './feed.ts'
export { type ItemFilter, stalledGiftsSql } from './item-store.ts'
export type { ItemRow } from './tables.ts'
