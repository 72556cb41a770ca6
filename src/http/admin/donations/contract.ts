import { type Static, Type } from 'typebox'
import { enumRule, type FilterRule, textRule } from '#contract/filter-rules'
import { operation } from '../lib/operation.ts'
import { filterQuery } from '../lib/query.ts'
import { boundedText, orNull, page, strict, Timestamp } from '../lib/schemas.ts'

const month = Type.String({ description: 'The month in UTC, as YYYY-MM.' })
const amountMinor = Type.Integer({ description: 'In the smallest unit of the currency.' })

export const DonationTotal = Type.Object({
  month,
  product_id: Type.String(),
  charity_name: Type.String(),
  registration_number: orNull(Type.String()),
  currency: Type.String({ description: 'ISO 4217.' }),
  donations: Type.Integer(),
  amount_minor: amountMinor,
  unpaid_donations: Type.Integer(),
  unpaid_amount_minor: amountMinor,
  paid_at: orNull(Timestamp),
  payment_id: orNull(Type.String()),
})
export type DonationTotal = Static<typeof DonationTotal>

export const DonationPayment = Type.Object({
  id: Type.String(),
  product_id: Type.String(),
  currency: Type.String(),
  month,
  donations: Type.Integer(),
  amount_minor: amountMinor,
  paid_at: Timestamp,
  reverted_at: orNull(Timestamp),
})

const yearOf: FilterRule<number> = {
  parse: (value) => (/^20\d\d$/.test(value) ? Number(value) : undefined),
  remedy: 'must be a year such as 2026',
  schema: Type.Integer({ minimum: 2000, maximum: 2099 }),
}
const monthOf: FilterRule<string> = {
  parse: (value) => (/^20\d\d-(0[1-9]|1[0-2])$/.test(value) ? value : undefined),
  remedy: 'must be a month such as 2026-05',
  schema: Type.String(),
}
const filters = { year: yearOf, state: enumRule('unpaid') }
const exportFilters = { year: yearOf, month: monthOf, product_id: textRule, currency: textRule }

export const listDonationTotals = operation('GET', '/donations/totals', {
  permission: 'spend:read',
  summary: 'list the donations by charity, currency and month, newest month first; at most 1,000',
  query: filterQuery(filters),
  reply: page(DonationTotal),
})

export const markDonationsPaid = operation('POST', '/donations/payments', {
  permission: 'donations:write',
  summary: 'mark the unpaid donations of a charity, currency and month as paid; idempotent',
  body: Type.Object(
    {
      product_id: boundedText(64),
      currency: boundedText(3),
      month: boundedText(7),
      amount_minor: Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'The unpaid total that the user saw. Another total is rejected.',
      }),
    },
    strict,
  ),
  reply: DonationPayment,
})

export const revertDonationPayment = operation('POST', '/donations/payments/:id/revert', {
  permission: 'donations:write',
  summary: 'mark the donations of a payment as unpaid again; idempotent',
  reply: DonationPayment,
})

export const downloadDonations = operation('GET', '/donations.csv', {
  permission: 'spend:read',
  summary: 'download the donations, one row for each, without personal data',
  query: filterQuery(exportFilters),
  mediaTypes: ['text/csv'],
})

export const downloadDonationTotals = operation('GET', '/donations/totals.csv', {
  addresses: 'none',
  permission: 'spend:read',
  summary: 'download the totals by charity, currency and month',
  query: filterQuery(exportFilters),
  mediaTypes: ['text/csv'],
})
