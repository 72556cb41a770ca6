/**
 * Attention: conditions that a person can resolve and that no event of a gift request reports.
 *
 * - kind       what can be wrong, such as `backordered` (contract/attention.ts)
 * - condition  a subject for which a kind is true now, with its cause
 * - item       a condition that Bestow has noticed, open until it has ended
 * - raise      insert an item for a condition without an open one
 * - clear      end an item whose condition is no longer true
 * - group      the items of one kind and cause
 * - assignee   the member who looks after an item; null for one who may no longer see it
 * - snooze     leave an open item out of lists, counts and the daily email until a time
 * - check      the comparison of an account's conditions with its open items
 * - chat       an incoming webhook that receives new items, in the format of a connector
 * - digest     the daily email to a user about the open items of the gifts that the user sent
 *
 * The check is level-triggered: it reads the present state and remembers nothing. A crash delays an item and loses none,
 * and a repeated check raises none twice, because a unique index allows one open item for each kind and subject.
 */

export { type Assignee, hiddenSubjects, listAssignees } from './assignees.ts'
export { assign, type Changed, findGifts, snooze } from './change-items.ts'
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
export { countOpen, type FeedFilter, find, list, openCountCap } from './feed.ts'
export { type ItemGroup, listGroups } from './groups.ts'
export { findSnoozedSubjects, stalledGiftsSql } from './item-store.ts'
export type { ItemRow } from './tables.ts'
