import { type Static, Type } from 'typebox'
import { enumRule, type FilterRule } from '#contract/filter-rules'
import { operation } from '../lib/operation.ts'
import { filterQuery } from '../lib/query.ts'
import { oneOfTexts, orNull, page, Timestamp } from '../lib/schemas.ts'

const amount = Type.Integer({ description: 'In the smallest unit of the currency.' })

const SpendSums = {
  currency: Type.String({ description: 'ISO 4217.' }),
  gifts: Type.Integer(),
  items_minor: amount,
  shipping_minor: amount,
  donations_minor: amount,
  total_minor: amount,
  previous_minor: Type.Integer({ description: 'The total of the period before.' }),
}

export const SpendRow = Type.Object({
  key: orNull(
    Type.String({ description: 'The month as YYYY-MM, an id, or the text of a cost centre.' }),
  ),
  name: orNull(Type.String({ description: 'Of the campaign, the sender or the team.' })),
  ...SpendSums,
})
export type SpendRow = Static<typeof SpendRow>

export const SpendTotal = Type.Object(SpendSums)
export type SpendTotal = Static<typeof SpendTotal>

const months = Type.Object({ from: Type.String(), until: Type.String() })

export const SpendReport = Type.Object({
  period: months,
  previous: months,
  totals: Type.Array(SpendTotal, { description: 'One for each currency.' }),
  rows: Type.Array(SpendRow),
  has_more: Type.Boolean({ description: 'The account has more than 500 rows.' }),
})
export type SpendReport = Static<typeof SpendReport>

const monthOf: FilterRule<string> = {
  parse: (value) => (/^20\d\d-(0[1-9]|1[0-2])$/.test(value) ? value : undefined),
  remedy: 'must be a month such as 2026-05',
  schema: Type.String(),
}
const filters = {
  by: enumRule('month', 'campaign', 'sender', 'cost_centre', 'team'),
  from: monthOf,
  until: monthOf,
}

export const readSpend = operation('GET', '/spend', {
  permission: 'spend:read',
  summary:
    'return what gifts cost by month, campaign, sender, cost centre or team; at most 24 months',
  query: filterQuery(filters),
  reply: SpendReport,
})

export const downloadSpend = operation('GET', '/spend.csv', {
  permission: 'spend:read',
  summary: 'download the spend report',
  query: filterQuery(filters),
  mediaTypes: ['text/csv'],
  addresses: 'none',
})

export const downloadCosts = operation('GET', '/spend/costs.csv', {
  permission: 'spend:read',
  summary: 'download each cost of the period, without personal data of recipients',
  query: filterQuery({ from: monthOf, until: monthOf }),
  mediaTypes: ['text/csv'],
  addresses: 'none',
})

/** How much of the budget of a campaign or a team is used. */
export const BudgetUse = Type.Object({
  kind: oneOfTexts('campaign', 'team'),
  id: Type.String(),
  name: Type.String(),
  currency: Type.String({ description: 'ISO 4217.' }),
  amount_minor: amount,
  stops: Type.Boolean({ description: 'New gifts that could exceed it are rejected.' }),
  used_minor: Type.Integer({ description: 'The sum of `spent_minor` and `committed_minor`.' }),
  spent_minor: Type.Integer({ description: 'What redeemed gifts have cost, without shipping.' }),
  committed_minor: Type.Integer({ description: 'What open gifts can cost at most.' }),
  left_minor: Type.Integer({ description: 'Negative when the budget is exceeded.' }),
  forecast: Type.Unsafe<'used_up' | 'runs_out' | 'lasts' | 'idle' | 'too_early'>({
    ...oneOfTexts('used_up', 'runs_out', 'lasts', 'idle', 'too_early'),
    description:
      'What becomes of it at the pace of the last 90 days: it lasts for two years, no gift was created, or the first gift is younger than a week.',
  }),
  runs_out_at: orNull(Timestamp),
  months: Type.Array(Type.Object({ month: Type.String(), amount_minor: amount }), {
    description: 'What the gifts created in a month have taken, for six months in UTC.',
  }),
})
export type BudgetUse = Static<typeof BudgetUse>

export const listBudgets = operation('GET', '/spend/budgets', {
  permission: 'spend:read',
  summary: 'return how much of the budgets of campaigns and teams is used',
  reply: page(BudgetUse),
})
