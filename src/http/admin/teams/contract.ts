import { type Static, Type } from 'typebox'
import { maxBudgetMinor, maxCostCentreLength } from '#contract/campaign-limits'
import { operation } from '../lib/operation.ts'
import { oneOfTexts, orNull, page, strict, Timestamp } from '../lib/schemas.ts'

const id = Type.String({ maxLength: 64 })
const chargedTo = orNull(Type.String({ maxLength: maxCostCentreLength }))
const money = Type.Object(
  {
    amount: Type.Integer({ minimum: 0, maximum: maxBudgetMinor }),
    currency: Type.String({ maxLength: 3 }),
  },
  strict,
)

/** A group of users who send gifts for the same cost centre, purchase order or budget. */
export const Team = Type.Object({
  id,
  name: Type.String(),
  state: oneOfTexts('active', 'suspended'),
  suspended_at: orNull(Timestamp),
  lead_id: orNull(id),
  members: Type.Array(Type.Object({ id, name: Type.String() })),
  cost_centre: orNull(Type.String()),
  purchase_order_number: orNull(Type.String()),
  budget: orNull(Type.Object({ amount: money, stops: Type.Boolean() })),
  /** The stock of these warehouses is for the gifts of the team. */
  warehouses: Type.Array(Type.Object({ id, name: Type.String() })),
  budget_used: orNull(
    Type.Integer({ description: 'What redeemed gifts have cost and open ones can cost.' }),
  ),
})
export type Team = Static<typeof Team>

const members = {
  name: Type.String({ maxLength: 1_000 }),
  lead_id: orNull(id),
  member_ids: Type.Array(id, { maxItems: 1_000 }),
  warehouse_ids: Type.Array(id, { maxItems: 1_000 }),
  cost_centre: chargedTo,
  purchase_order_number: chargedTo,
  budget: orNull(Type.Object({ amount: money, stops: Type.Boolean() }, strict)),
}
const TeamChange = Type.Partial(
  Type.Object({ ...members, is_suspended: Type.Boolean() }, strict),
  strict,
)

export const CostDefaults = Type.Object(
  { cost_centre: chargedTo, purchase_order_number: chargedTo },
  strict,
)

export const listTeams = operation('GET', '/teams', {
  permission: 'gift_requests:read',
  summary: 'list the teams of the account with their members and budgets',
  reply: page(Team),
})

export const createTeam = operation('POST', '/teams', {
  permission: 'administration',
  summary: 'create a team',
  body: Type.Object(
    { ...Type.Partial(Type.Object(members)).properties, name: members.name },
    strict,
  ),
  status: 201,
  reply: Team,
})

export const changeTeam = operation('PATCH', '/teams/:id', {
  permission: 'administration',
  summary: 'change a team, replace its members, or suspend it',
  body: TeamChange,
  reply: Team,
})

export const readCostDefaults = operation('GET', '/cost-defaults', {
  permission: 'gift_requests:read',
  summary:
    'show what gifts without a cost centre and a purchase order number of their own are charged to',
  reply: CostDefaults,
})

export const changeCostDefaults = operation('PUT', '/cost-defaults', {
  permission: 'administration',
  summary: 'change what gifts are charged to by default',
  body: CostDefaults,
  reply: CostDefaults,
})
