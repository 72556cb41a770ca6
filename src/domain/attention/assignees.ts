import * as accounts from '#accounts'
import type { AttentionSubject } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import type { ItemRow } from './tables.ts'

/** A user, as far as it decides which items the user sees. */
export interface Viewer {
  permissions: readonly accounts.Permission[]
  tier: accounts.Tier
}

/** A member to whom items can be assigned. */
export interface Assignee {
  id: string
  name: string
  email: string
  /** The subjects about which the member sees no items. */
  hidden: readonly AttentionSubject[]
}

/**
 * Returns the subjects about which a user sees no items. Only admins see connections and domains, and only users with
 * `endpoints:read` on the enterprise tier see endpoints.
 */
export function hiddenSubjects(user: Viewer): AttentionSubject[] {
  const seesEndpoints = accounts.can(user, 'endpoints:read') && user.tier === 'enterprise'
  return [
    ...(seesEndpoints ? [] : (['endpoint'] as const)),
    ...(accounts.can(user, 'administration') ? [] : (['connection', 'domain'] as const)),
  ]
}

/** Returns the active members who see the page, by their names. */
export async function listAssignees(ctx: TxContext): Promise<Assignee[]> {
  const account = await accounts.findAccount(ctx, ctx.account_id)
  if (account === undefined) return []
  const { tier } = account
  return (await accounts.listMembers(ctx))
    .filter((member) => accounts.can(member, 'gift_requests:read'))
    .map(({ id, name, email, permissions }) => ({
      ...{ id, name, email },
      hidden: hiddenSubjects({ permissions, tier }),
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1))
}

/** Returns whether an item is assigned to a member who still sees it. */
export const isAssigned = (
  { assignee_id, subject_type }: Pick<ItemRow, 'assignee_id' | 'subject_type'>,
  assignees: readonly Assignee[],
): boolean =>
  assignees.some(({ id, hidden }) => id === assignee_id && !hidden.includes(subject_type))

/**
 * Returns items as readers see them: the assignee is null for a member who was removed or suspended, or may no longer
 * see the item, and `snoozed_until` is null once it has passed or the item has ended.
 */
export async function present(ctx: TxContext, items: readonly ItemRow[]): Promise<ItemRow[]> {
  const assignees = items.some(({ assignee_id }) => assignee_id !== null)
    ? await listAssignees(ctx)
    : []
  return items.map((item) => ({
    ...item,
    assignee_id: isAssigned(item, assignees) ? item.assignee_id : null,
    snoozed_until: isSnoozed(item, ctx.now) ? item.snoozed_until : null,
  }))
}

const isSnoozed = (
  { cleared_at, snoozed_until }: Pick<ItemRow, 'cleared_at' | 'snoozed_until'>,
  now: Date,
): boolean => cleared_at === null && snoozed_until !== null && snoozed_until > now
