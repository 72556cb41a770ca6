import * as accounts from '#accounts'
import * as catalogue from '#catalogue'
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
    await setWarehouses(ctx, team, body)
    const view = await toView(ctx, team)
    audit(context, 'team.create', team.id, team.name, { after: toAuditDetails(team, view) })
    return view
  }),

  handle(contract.changeTeam, async (context) => {
    const { ctx, params, body } = context
    const { before, after } = await accounts.changeTeam(ctx, params.id, toChange(body))
    const warehouses = await catalogue.listTeamWarehouses(ctx)
    await setWarehouses(ctx, after, body)
    const view = await toView(ctx, after)
    const wasSuspended = before.suspended_at !== null
    const isSuspended = after.suspended_at !== null
    const verb =
      wasSuspended === isSuspended ? 'change' : isSuspended ? ('suspend' as const) : 'resume'
    const details = {
      before: toAuditDetails(before, {
        warehouses: warehouses.filter(({ team_id }) => team_id === before.id),
      }),
      after: toAuditDetails(after, view),
    }
    audit(context, `team.${verb}`, after.id, after.name, details)
    return view
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

const setWarehouses = async (
  ctx: TxContext,
  { id }: accounts.Team,
  { warehouse_ids }: Body<typeof contract.changeTeam>,
): Promise<void> => {
  if (warehouse_ids !== undefined) await catalogue.setTeamWarehouses(ctx, id, warehouse_ids)
}

function toChange({
  budget,
  warehouse_ids: _,
  ...change
}: Body<typeof contract.changeTeam>): accounts.TeamChange {
  if (budget === undefined) return change
  return { ...change, budget: budget && { ...toMinor(budget.amount), stops: budget.stops } }
}

const toMinor = ({ amount, currency }: { amount: number; currency: string }) => ({
  amount_minor: amount,
  currency,
})

/** Returns a team with the ids of its members, without their names. */
const toAuditDetails = (
  { members, suspended_at: _, id: __, ...team }: accounts.Team,
  { warehouses }: Pick<contract.Team, 'warehouses'>,
) => ({
  ...team,
  member_ids: members.map(({ id }) => id),
  warehouses: warehouses.map(({ name }) => name),
})

async function toView(ctx: TxContext, team: accounts.Team) {
  const [view] = await toViews(ctx, [team])
  if (view === undefined) throw new Error('a team has no view')
  return view
}

async function toViews(ctx: TxContext, teams: readonly accounts.Team[]) {
  const [used, warehouses] = await Promise.all([
    spend.usageByOwner(ctx, 'team', teams),
    catalogue.listTeamWarehouses(ctx),
  ])
  return teams.map(({ budget, ...team }) => ({
    ...team,
    members: [...team.members],
    warehouses: warehouses
      .filter(({ team_id }) => team_id === team.id)
      .map(({ id, name }) => ({ id, name })),
    state: team.suspended_at === null ? ('active' as const) : ('suspended' as const),
    budget: budget && {
      amount: { amount: budget.amount_minor, currency: budget.currency },
      stops: budget.stops,
    },
    budget_used: budget && (used.get(team.id) ?? 0),
  }))
}
