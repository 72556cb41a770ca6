import { type Static, Type } from 'typebox'
import { enumRule, type FilterRule } from '#contract/filter-rules'
import { operation } from '../lib/operation.ts'
import { filterQuery } from '../lib/query.ts'
import { orNull } from '../lib/schemas.ts'

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
