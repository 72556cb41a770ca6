import { type Sender, throwIfAny } from '#contract'
import * as gifting from '#gifting'
import { formatAmount } from '#platform/lib/minor-units'
import type { TxContext } from '#platform/postgres/database'
import type { Amount } from '#spend'
import { estimate, type SendEstimate } from '../bulk-send/estimate.ts'
import { getApprovalRule } from './rule.ts'
import type { ApprovalReason, ApprovalRule } from './tables.ts'
import * as useStore from './use-store.ts'

const dayMs = 24 * 60 * 60 * 1000

/** What a user sends at once. */
interface Use {
  /** Identifies the bulk send, the one-link, or the gift request. */
  id: string
  gifts: number
  options: gifting.SendOptions
}

/** Returns why this send of a user who is not an admin needs approval; an empty list if it needs none. */
export async function findApprovalReasons(
  ctx: TxContext,
  { gifts, options }: Omit<Use, 'id'>,
  sender: Sender,
): Promise<ApprovalReason[]> {
  const rule = await getApprovalRule(ctx)
  if (rule.mode !== 'limits') return rule.mode === 'all' ? ['all'] : []
  const cost = toCost(rule, await estimateFor(ctx, rule, options, sender), gifts)
  return compare(rule, gifts, cost, await sumOfDay(ctx, rule, sender))
}

/**
 * Adds what a user who is not an admin has sent in this transaction to the use of the last 24 hours. Throws if the rule
 * requires approval; the caller's transaction then creates nothing. Concurrent calls for a user wait for each other.
 *
 * @param param  the field of the error
 */
export async function assertNoApprovalNeeded(
  ctx: TxContext,
  { id, gifts, options }: Use,
  sender: Sender,
  param: string,
): Promise<void> {
  const rule = await getApprovalRule(ctx)
  if (rule.mode === 'off' || gifts === 0) return
  if (rule.mode === 'all') return rejectUse(rule, ['all'], param)
  const cost = toCost(rule, await estimateFor(ctx, rule, options, sender), gifts)
  await useStore.lockUser(ctx, sender.id)
  const reasons = compare(rule, gifts, cost, await sumOfDay(ctx, rule, sender))
  if (reasons.length > 0) rejectUse(rule, reasons, param)
  useStore.add(ctx, { id, user_id: sender.id, gifts, cost: cost === 'unknown' ? null : cost })
}

/** Adds a gift that a user sent again to the use of the last 24 hours. Throws if the rule requires approval. */
export async function assertReplacementAllowed(
  ctx: TxContext,
  gift_request_id: string,
  sender: Sender,
): Promise<void> {
  if ((await getApprovalRule(ctx)).mode === 'off') return
  const gift = await gifting.find(ctx, gift_request_id)
  if (gift === undefined) throw new Error('a gift request that was sent again is not found')
  const use = { id: gift.id, gifts: 1, options: gifting.sendOptionsOf(gift) }
  await assertNoApprovalNeeded(ctx, use, sender, 'id')
}

/** Takes gifts of a bulk send that were cancelled before they were sent from the use. */
export const returnUse = (ctx: TxContext, id: string, gifts: number): void => {
  if (gifts > 0) useStore.subtract(ctx, id, gifts)
}

/** Deletes a batch of uses that no limit counts any more, in all accounts. Returns how many. */
export const purgeUses = (ctx: TxContext): Promise<number> =>
  useStore.deleteBefore(ctx, new Date(ctx.real_now.getTime() - 2 * dayMs))

/** Returns whether a send costs more than an amount, or could: an unknown cost and another currency do. */
export async function couldCostMore(
  ctx: TxContext,
  max_cost: Amount,
  { gifts, options }: Omit<Use, 'id'>,
  sender: Sender,
): Promise<boolean> {
  const cost = toCost({ max_cost }, await estimate(ctx, options, sender), gifts)
  return cost === 'unknown' || (cost !== null && cost.amount_minor > max_cost.amount_minor)
}

const estimateFor = async (
  ctx: TxContext,
  { max_cost }: ApprovalRule,
  options: gifting.SendOptions,
  sender: Sender,
): Promise<SendEstimate | undefined> =>
  max_cost === null ? undefined : estimate(ctx, options, sender)

const sumOfDay = (ctx: TxContext, { max_cost }: ApprovalRule, { id }: Sender) =>
  useStore.sumSince(ctx, id, max_cost?.currency ?? null, new Date(ctx.now.getTime() - dayMs))

/** Returns the most that the gifts can cost in the currency of the limit; `unknown` if that cannot be said. */
function toCost(
  { max_cost }: Pick<ApprovalRule, 'max_cost'>,
  estimate: SendEstimate | undefined,
  gifts: number,
): Amount | null | 'unknown' {
  if (max_cost === null || estimate === undefined) return null
  const { currency } = max_cost
  const { most_per_gift, items_without_cost } = estimate
  if (items_without_cost > 0 || most_per_gift.some((each) => each.currency !== currency))
    return 'unknown'
  return { currency, amount_minor: (most_per_gift[0]?.amount_minor ?? 0) * gifts }
}

function compare(
  { max_gifts, max_cost }: ApprovalRule,
  gifts: number,
  cost: ReturnType<typeof toCost>,
  used: { gifts: number; cost_minor: number },
): ApprovalReason[] {
  const reasons: ApprovalReason[] = []
  if (max_gifts !== null && used.gifts + gifts > max_gifts) reasons.push('gifts')
  if (cost === 'unknown') reasons.push('unknown_cost')
  else if (
    max_cost !== null &&
    cost !== null &&
    used.cost_minor + cost.amount_minor > max_cost.amount_minor
  )
    reasons.push('cost')
  return reasons
}

function rejectUse(
  rule: ApprovalRule,
  reasons: readonly ApprovalReason[],
  param: string,
): never | void {
  const [reason = 'all'] = reasons
  const message = `needs an approval: ${describeReason(rule, reason)}; submit it for approval as a send, or ask an admin to send it`
  throwIfAny([{ code: 'not_allowed', param, message }])
}

function describeReason({ max_gifts, max_cost }: ApprovalRule, reason: ApprovalReason): string {
  if (reason === 'all') return 'all sends of this account do'
  if (reason === 'unknown_cost')
    return 'the account has a limit for the cost, which is unknown here'
  const limit =
    reason === 'gifts'
      ? `${max_gifts} gifts`
      : formatAmount(max_cost?.amount_minor ?? 0, max_cost?.currency ?? '')
  return `it exceeds the limit of ${limit} in 24 hours`
}
