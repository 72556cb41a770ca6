import * as accounts from '#accounts'
import type { TxContext } from '#platform/postgres/database'
import * as spend from '#spend'
import { audit } from '../lib/audit.ts'
import { handle } from '../lib/handle.ts'
import type { Body } from '../lib/operation.ts'
import * as contract from './contract.ts'

/** The routes of teams, and of what gifts are charged to by default. */
export const teamRoutes = [
  handle(contract.listTeams, async ({ ctx }) => ({
    data: await toViews(ctx, await accounts.listTeams(ctx)),
    has_more: false,
  })),

  handle(contract.createTeam, async (context) => {
    const { ctx, body } = context
    const team = await accounts.createTeam(ctx, { ...toChange(body), name: body.name })
    audit(context, 'team.create', team.id, team.name, { after: toAuditDetails(team) })
    return toView(ctx, team)
  }),

  handle(contract.changeTeam, async (context) => {
    const { ctx, params, body } = context
    const { before, after } = await accounts.changeTeam(ctx, params.id, toChange(body))
    const wasSuspended = before.suspended_at !== null
    const isSuspended = after.suspended_at !== null
    const verb =
      wasSuspended === isSuspended ? 'change' : isSuspended ? ('suspend' as const) : 'resume'
    const details = { before: toAuditDetails(before), after: toAuditDetails(after) }
    audit(context, `team.${verb}`, after.id, after.name, details)
    return toView(ctx, after)
  }),

  handle(contract.readCostDefaults, async ({ ctx }) =>
    toDefaultsView(await accounts.findCostDefaults(ctx)),
  ),

  handle(contract.changeCostDefaults, async (context) => {
    const { ctx, member, body } = context
    const { before, after } = await accounts.updateCostDefaults(ctx, body)
    const details = { before: toDefaultsView(before), after: toDefaultsView(after) }
    audit(context, 'account.change_cost_defaults', ctx.account_id, member.account_name, details)
    return toDefaultsView(after)
  }),
]

const toDefaultsView = ({ cost_centre, purchase_order_number }: accounts.CostDefaults) => ({
  cost_centre,
  purchase_order_number,
})

function toChange({ budget, ...change }: Body<typeof contract.changeTeam>): accounts.TeamChange {
  if (budget === undefined) return change
  return { ...change, budget: budget && { ...toMinor(budget.amount), stops: budget.stops } }
}

const toMinor = ({ amount, currency }: { amount: number; currency: string }) => ({
  amount_minor: amount,
  currency,
})

/** Returns a team with the ids of its members, without their names. */
const toAuditDetails = ({ members, suspended_at: _, id: __, ...team }: accounts.Team) => ({
  ...team,
  member_ids: members.map(({ id }) => id),
})

async function toView(ctx: TxContext, team: accounts.Team) {
  const [view] = await toViews(ctx, [team])
  if (view === undefined) throw new Error('a team has no view')
  return view
}

async function toViews(ctx: TxContext, teams: readonly accounts.Team[]) {
  const used = await spend.usageByOwner(ctx, 'team', teams)
  return teams.map(({ budget, ...team }) => ({
    ...team,
    members: [...team.members],
    state: team.suspended_at === null ? ('active' as const) : ('suspended' as const),
    budget: budget && {
      amount: { amount: budget.amount_minor, currency: budget.currency },
      stops: budget.stops,
    },
    budget_used: budget && (used.get(team.id) ?? 0),
  }))
}
