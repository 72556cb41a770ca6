import type { AttentionKind, AttentionSubject } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import type { Assignee } from './assignees.ts'
import type { ItemState } from './tables.ts'

/** The filters of the feed. */
export interface ItemFilter {
  ids?: readonly string[]
  kind?: AttentionKind
  cause?: string
  state?: ItemState
  gift_request_id?: string
  subject_id?: string
  /** The subjects about which the caller sees no items. */
  hidden?: readonly AttentionSubject[]
  /** One assignee, or the items that none of these users looks after and sees. */
  assignee?: { id: string } | { noneOf: readonly Pick<Assignee, 'id' | 'hidden'>[] }
}

/** Builds SQL that is true for items that are not snoozed at a time. */
export const awakeSql = (now: string, item = 'item') =>
  `(${item}.snoozed_until is null or ${item}.snoozed_until <= ${now})`

/** Builds the conditions of a statement on `attention.item` whose first value is the account. */
export function toConditions(
  { now }: Pick<TxContext, 'now'>,
  { ids, kind, cause, state, gift_request_id, subject_id, hidden, assignee }: ItemFilter,
  bind: (value: unknown) => string,
): string[] {
  const where = ['account_id = $1']
  if (ids !== undefined) where.push(`id = any (${bind(ids)})`)
  if (kind !== undefined) where.push(`kind = ${bind(kind)}`)
  if (cause !== undefined) where.push(`cause = ${bind(cause)}`)
  if (state === 'open') where.push('cleared_at is null', awakeSql(bind(now)))
  if (state === 'snoozed') where.push('cleared_at is null', `snoozed_until > ${bind(now)}`)
  if (state === 'cleared') where.push('cleared_at is not null')
  if (gift_request_id !== undefined) where.push(`gift_request_id = ${bind(gift_request_id)}`)
  if (subject_id !== undefined) where.push(`subject_id = ${bind(subject_id)}`)
  if (hidden !== undefined) where.push(`subject_type <> all (${bind(hidden)})`)
  if (assignee !== undefined && 'id' in assignee) where.push(`assignee_id = ${bind(assignee.id)}`)
  if (assignee !== undefined && 'noneOf' in assignee)
    where.push(`(assignee_id is null or ${isUnseenSql(assignee.noneOf, bind)})`)
  return where
}

/** Builds SQL that is true for items whose assignee is not one of these users, or does not see the subject. */
function isUnseenSql(
  users: readonly Pick<Assignee, 'id' | 'hidden'>[],
  bind: (value: unknown) => string,
): string {
  const subjects = new Set(users.flatMap(({ hidden }) => hidden))
  const unseen = [...subjects].map((subject) => {
    const ids = users.flatMap(({ id, hidden }) => (hidden.includes(subject) ? [id] : []))
    return `(subject_type = ${bind(subject)} and assignee_id = any (${bind(ids)}))`
  })
  return [`assignee_id <> all (${bind(users.map(({ id }) => id))})`, ...unseen].join(' or ')
}
