import * as accounts from '#accounts'
import * as campaigns from '#campaigns'
import { toSendingUser } from '#http/api'
import * as occasions from '#occasions'
import type { TxContext } from '#platform/postgres/database'
import { audit } from '../lib/audit.ts'
import { missingPermission } from '../lib/auth-middleware.ts'
import { handle } from '../lib/handle.ts'
import type { Body } from '../lib/operation.ts'
import * as contract from './contract.ts'

/** The routes of occasions. The audit log has the terms of rules, and ids of people. */
export const occasionRoutes = [
  handle(contract.listOccasionRules, async ({ ctx }) => ({
    data: await toViews(ctx, await occasions.listRules(ctx)),
    has_more: false,
  })),

  handle(contract.getOccasionRule, async ({ ctx, params }) =>
    toView(ctx, await occasions.getRule(ctx, params.id)),
  ),

  handle(contract.createOccasionRule, async (context) => {
    const { ctx, member, body } = context
    const rule = await occasions.createRule(ctx, toInput(body), toSendingUser(member))
    audit(context, 'occasion.create', rule.id, rule.name, { after: toDetails(rule) })
    return toView(ctx, rule)
  }),

  handle(contract.changeOccasionRule, async (context) => {
    const { ctx, member, params, body } = context
    const user = toSendingUser(member)
    const { before, after } = await occasions.changeRule(ctx, params.id, toInput(body), user)
    const details = { before: toDetails(before), after: toDetails(after) }
    audit(context, 'occasion.change', after.id, after.name, details)
    return toView(ctx, after)
  }),

  handle(contract.switchOccasionRule, async (context) => {
    const { ctx, member, params, body } = context
    const change = body.is_on ? occasions.switchOn : occasions.switchOff
    const { before, after } = await change(ctx, params.id, toSendingUser(member))
    if ((before.on_since === null) === body.is_on)
      audit(context, `occasion.switch_${body.is_on ? 'on' : 'off'}`, after.id, after.name)
    return toView(ctx, after)
  }),

  handle(contract.deleteOccasionRule, async (context) => {
    const { ctx, member, params } = context
    const rule = await occasions.deleteRule(ctx, params.id, toSendingUser(member))
    audit(context, 'occasion.delete', rule.id, rule.name, { before: toDetails(rule) })
  }),

  handle(contract.forecastOccasions, async ({ ctx, member, body }) => {
    assertReadsContacts(member)
    await occasions.takePlanSlot(ctx)
    return toForecastView(await occasions.forecast(ctx, await findRules(ctx, body), body.period))
  }),

  handle(contract.skipOccasion, async (context) => {
    const { ctx, member, params, body } = context
    const id = { rule_id: params.id, ...body }
    const rule = await occasions.skipOccasion(ctx, id, member.name)
    audit(context, 'occasion.skip', rule.id, rule.name, { ...body })
  }),

  handle(contract.allowOccasion, async (context) => {
    const { ctx, member, params, body } = context
    const id = { rule_id: params.id, ...body }
    const rule = await occasions.allowOccasion(ctx, id, toSendingUser(member))
    audit(context, 'occasion.allow', rule.id, rule.name, { ...body })
  }),

  handle(contract.explainOccasions, async ({ ctx, member, params }) => {
    const hidesDays = accounts.hidesAddresses(member)
    return {
      data: (await occasions.explainContact(ctx, params.id)).map(({ outcome, ...answer }) => ({
        ...answer,
        ...(hidesDays && { day: null, send_at: null, fact: null }),
        bulk_send_id: outcome?.bulk_send_id ?? null,
        gift_request_id: outcome?.gift_request_id ?? null,
      })),
      has_more: false,
    }
  }),
]

/** Throws for a role that may send gifts, and may not see the names and days of contacts. */
function assertReadsContacts(member: accounts.SessionUser): void {
  for (const permission of ['contacts:read', 'addresses:read'] as const)
    if (!accounts.can(member, permission)) throw missingPermission(permission)
}

const toDetails = ({ name, owner_id, terms }: occasions.Rule) => ({ name, owner_id, ...terms })

/** Returns the draft of the body, or the rules that are on. */
async function findRules(
  ctx: TxContext,
  { rule }: Body<typeof contract.forecastOccasions>,
): Promise<occasions.DraftRule[]> {
  if (rule === undefined)
    return (await occasions.listRules(ctx)).filter(({ on_since }) => on_since !== null)
  const { id, ...draft } = rule
  if (id === undefined) return [{ ...toInput(draft), id: null, on_since: null }]
  return [{ ...(await occasions.getRule(ctx, id)), ...toInput(draft) }]
}

const toInput = ({
  name,
  owner_id,
  ...terms
}: Body<typeof contract.createOccasionRule>): occasions.RuleInput => ({ name, owner_id, terms })

function toForecastView({ gifts, ...forecast }: occasions.Forecast) {
  const isLate = ({ is_late }: occasions.PlannedGift) => is_late
  const months = Map.groupBy(gifts, ({ send_day }) => send_day.slice(0, 7))
  return {
    ...forecast,
    gifts: gifts.slice(0, contract.maxListedGifts),
    total: gifts.length,
    late: gifts.filter(isLate).length,
    months: [...months].map(([month, group]) => ({
      ...{ month, gifts: group.length },
      late: group.filter(isLate).length,
    })),
    supplies: forecast.supplies.map((supply) => ({
      ...supply,
      most_per_gift: [...supply.most_per_gift],
    })),
  }
}

async function toView(ctx: TxContext, rule: occasions.Rule) {
  const [view] = await toViews(ctx, [rule])
  if (view === undefined) throw new Error('a rule has no view')
  return view
}

async function toViews(ctx: TxContext, rules: readonly occasions.Rule[]) {
  const [owners, names] = await Promise.all([
    accounts.findUsersById(ctx, [...new Set(rules.map(({ owner_id }) => owner_id))]),
    campaigns.namesById(ctx, [...new Set(rules.map(({ campaign_id }) => campaign_id))]),
  ])
  return rules.map(({ id, name, owner_id, campaign_id, terms, on_since, checked_at, problem }) => ({
    ...{ id, name, on_since, checked_at, problem },
    ...{ owner_id, owner_name: owners.get(owner_id)?.name ?? '' },
    campaign_name: names.get(campaign_id) ?? '',
    ...toMutable(terms),
  }))
}

/** Returns the terms with lists that the schema of the reply accepts. */
const toMutable = (terms: occasions.RuleTerms): contract.OccasionTerms => ({
  ...terms,
  years: [...terms.years],
  group_ids: [...terms.group_ids],
  countries: [...terms.countries],
  departments: [...terms.departments],
})
