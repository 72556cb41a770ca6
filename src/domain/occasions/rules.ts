import { ApiError, throwIfAny } from '#contract'
import { parseName } from '#contract/display-name'
import { isId, newId } from '#platform/lib/ids'
import { lockUntilEnd } from '#platform/postgres/advisory-lock'
import type { TxContext } from '#platform/postgres/database'
import type { SendingUser } from '#sends'
import * as outcomeStore from './outcome-store.ts'
import * as ruleStore from './rule-store.ts'
import { maxRules, type Outcome, type Rule, type RuleTerms } from './tables.ts'
import { validateTerms } from './validate.ts'

export interface RuleInput {
  name: string
  owner_id: string
  terms: RuleTerms
}

/** Returns the rules of the account, oldest first. */
export const listRules = (ctx: TxContext): Promise<Rule[]> => ruleStore.list(ctx)

/** Returns a rule. Throws `not_found` if the account has none with this id. */
export async function getRule(ctx: TxContext, id: string): Promise<Rule> {
  const rule = isId(id) ? await ruleStore.find(ctx, id) : undefined
  if (rule === undefined) throw new ApiError('not_found')
  return rule
}

/** Creates a rule, which is off. Throws all invalid members at once. */
export async function createRule(
  ctx: TxContext,
  input: RuleInput,
  user: SendingUser,
): Promise<Rule> {
  assertMaySendAs(input, user)
  await lockUntilEnd(ctx, `occasions ${ctx.account_id}`)
  if ((await ruleStore.list(ctx)).length >= maxRules)
    throwIfAny([
      {
        code: 'too_many',
        param: 'name',
        message: `is one rule too many: an account has at most ${maxRules}; delete one first`,
      },
    ])
  const rule: Rule = {
    ...(await parse(ctx, input)),
    id: newId(ctx.now),
    ...{ on_since: null, due_at: null, checked_at: null, problem: null },
    ...{ created_at: ctx.now, updated_at: ctx.now },
  }
  await ruleStore.insert(ctx, rule)
  return rule
}

/**
 * Throws if a user sets up gifts in the name of another user. Only admins may, because the rule for approvals depends on
 * who sends.
 */
function assertMaySendAs(
  { owner_id }: Pick<Rule, 'owner_id'>,
  { sender, isRestricted }: SendingUser,
): void {
  if (isRestricted && owner_id !== sender.id)
    throwIfAny([
      {
        code: 'not_allowed',
        param: 'owner_id',
        message: 'must be you: only admins change rules that send in the name of another user',
      },
    ])
}

async function parse(ctx: TxContext, { name, owner_id, terms }: RuleInput) {
  throwIfAny(await validateTerms(ctx, terms, owner_id))
  return { name: parseName(name), owner_id, terms, campaign_id: terms.campaign_id }
}

/** Locks a rule that the user may change. */
async function lockRule(ctx: TxContext, id: string, user: SendingUser): Promise<Rule> {
  const rule = isId(id) ? await ruleStore.findForUpdate(ctx, id) : undefined
  if (rule === undefined) throw new ApiError('not_found')
  assertMaySendAs(rule, user)
  return rule
}

/** Changes a rule. A rule that is on is checked at once. Returns the rule before and after. */
export function changeRule(ctx: TxContext, id: string, input: RuleInput, user: SendingUser) {
  assertMaySendAs(input, user)
  return change(ctx, id, user, async (rule) => ({
    ...rule,
    ...(await parse(ctx, input)),
    due_at: rule.on_since && ctx.real_now,
    problem: null,
  }))
}

/** Switches a rule on. Its first gifts are those of today. A rule that is on stays as it is. */
export const switchOn = (ctx: TxContext, id: string, user: SendingUser) =>
  change(ctx, id, user, async (rule) => {
    if (rule.on_since !== null) return rule
    throwIfAny(await validateTerms(ctx, rule.terms, rule.owner_id))
    return { ...rule, on_since: ctx.now, due_at: ctx.real_now, problem: null }
  })

/** Switches a rule off. Gifts that it has sent or submitted stay. */
export const switchOff = (ctx: TxContext, id: string, user: SendingUser) =>
  change(ctx, id, user, async (rule) => ({ ...rule, on_since: null, due_at: null, problem: null }))

async function change(
  ctx: TxContext,
  id: string,
  user: SendingUser,
  toNext: (rule: Rule) => Promise<Rule>,
): Promise<{ before: Rule; after: Rule }> {
  const before = await lockRule(ctx, id, user)
  const after = { ...(await toNext(before)), updated_at: ctx.now }
  await ruleStore.update(ctx, after)
  return { before, after }
}

/** Deletes a rule that is off, with what is known about its gifts. The gifts stay. */
export async function deleteRule(ctx: TxContext, id: string, user: SendingUser): Promise<Rule> {
  const rule = await lockRule(ctx, id, user)
  if (rule.on_since !== null)
    throw new ApiError('invalid_transition', {
      message: 'This rule is on. Switch it off, then delete it.',
    })
  await ruleStore.remove(ctx, id)
  return rule
}

type OccasionId = Pick<Outcome, 'rule_id' | 'contact_id' | 'year'>

/**
 * Says that the gift of an occasion that was skipped, refused or cancelled may be sent after all. The rule is checked at once.
 * Throws `invalid_transition` if there is no such decision.
 */
export async function allowOccasion(
  ctx: TxContext,
  id: OccasionId,
  user: SendingUser,
): Promise<Rule> {
  const rule = await lockRule(ctx, id.rule_id, user)
  if (!isId(id.contact_id)) throw new ApiError('not_found')
  if (!(await outcomeStore.remove(ctx, id, ['skipped', 'failed', 'cancelled'])))
    throw new ApiError('invalid_transition', {
      message:
        'This gift was not skipped, refused or cancelled, so that there is nothing to allow.',
    })
  if (rule.on_since !== null) await ruleStore.setDueAt(ctx, rule.id, ctx.real_now)
  return rule
}
