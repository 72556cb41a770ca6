import * as accounts from '#accounts'
import * as attention from '#attention'
import { throwIfAny } from '#contract'
import { toAppItems, toSendingUser } from '#http/api'
import * as sends from '#sends'
import { toBulkActionView } from '../bulk-actions/view.ts'
import { audit } from '../lib/audit.ts'
import { handle } from '../lib/handle.ts'
import type { Body } from '../lib/operation.ts'
import type { TxRouteContext } from '../lib/route.ts'
import * as contract from './contract.ts'

/** The gift requests that an audit entry names. */
const maxAudited = 50

/** The routes for the groups of items, and for what users do with the items. */
export const attentionItemRoutes = [
  handle(contract.listAttentionGroups, async ({ ctx, query, member }) => {
    const hidden = attention.hiddenSubjects(member)
    const groups = await attention.listGroups(ctx, { state: 'open', ...query, hidden })
    const entries = await toAppItems(
      ctx,
      groups.flatMap(({ newest }) => newest),
    )
    const byId = new Map(entries.map((entry) => [entry.id, entry]))
    return {
      data: groups.map((group) => ({
        ...group,
        newest: group.newest.flatMap(({ id }) => byId.get(id) ?? []),
      })),
    }
  }),

  handle(contract.listAttentionAssignees, async ({ ctx }) => ({
    data: accounts
      .withDistinctNames(await attention.listAssignees(ctx))
      .map(({ email: _, ...assignee }) => assignee),
  })),

  handle(contract.assignAttention, async (context) => {
    const { ctx, body, member } = context
    const { assignee_id, only_unassigned: onlyUnassigned = false } = body
    const { assignee, ...changed } = await attention.assign(ctx, parseSelection(body, member), {
      ...{ assignee_id, onlyUnassigned },
      by: member.user_id,
    })
    const before = await accounts.findUsersById(
      ctx,
      changed.items.flatMap((item) => item.assignee_id ?? []),
    )
    auditChange(context, 'attention.assign', changed, {
      before: { assignee: [...before.values()].map(({ name }) => name) },
      after: { assignee: assignee?.name ?? null },
    })
    return toReply(changed)
  }),

  handle(contract.snoozeAttention, async (context) => {
    const { ctx, body, member } = context
    const until = body.until === null ? null : new Date(body.until)
    const changed = await attention.snooze(ctx, parseSelection(body, member), until)
    auditChange(context, 'attention.snooze', changed, { until: body.until })
    return toReply(changed)
  }),

  handle(contract.remindAttention, async ({ ctx, body, member }) => {
    const ids = await attention.findGifts(ctx, parseSelection(body, member))
    const { id } = await sends.startBulkAction(
      ctx,
      { request_id: body.request_id, action: { kind: 'remind' }, selection: { ids } },
      toSendingUser(member),
    )
    return toBulkActionView(ctx, id)
  }),
]

/** Converts the selection of a request to a filter of what the user sees. */
function parseSelection(
  { ids, matching }: Pick<Body<typeof contract.snoozeAttention>, 'ids' | 'matching'>,
  member: accounts.SessionUser,
): attention.FeedFilter {
  if (ids === undefined && matching === undefined)
    throwIfAny([{ code: 'required', param: 'ids', message: 'or matching is required' }])
  if (ids !== undefined && matching !== undefined)
    throwIfAny([{ code: 'not_allowed', param: 'matching', message: 'is not allowed with ids' }])
  const hidden = attention.hiddenSubjects(member)
  return { ...(ids === undefined ? matching : { ids }), hidden }
}

/** Records one entry for all items of a change. Its subject is the first of them, with the name of its kind. */
function auditChange(
  context: Pick<TxRouteContext<unknown>, 'ctx'>,
  action: string,
  { items }: attention.Changed,
  details: Record<string, unknown>,
): void {
  const [first] = items
  if (first === undefined) return
  const gifts = new Set(items.flatMap(({ gift_request_id }) => gift_request_id ?? []))
  audit(context, action, first.id, first.kind, {
    ...details,
    items: items.length,
    gift_request_ids: [...gifts].slice(0, maxAudited),
  })
}

const toReply = ({ items, rejected }: attention.Changed) => ({
  done: items.length,
  ids: items.length > contract.maxIds ? null : items.map(({ id }) => id),
  rejected,
})
