import * as donations from '#donations'
import * as giftLists from '#gift-lists'
import { formatFile, formatRows } from '#platform/lib/csv'
import { toDecimal } from '#platform/lib/minor-units'
import type { Database, TxContext } from '#platform/postgres/database'
import { streamCsv } from '../lib/csv.ts'

const columns = [
  'donation_id',
  'donated_at',
  'month',
  'charity_id',
  'charity_name',
  'registration_number',
  'gift_request_id',
  'gift_reference',
  'reason',
  'quantity',
  'amount_minor',
  'amount',
  'currency',
  'paid_at',
]

const pageSize = 1_000

type DonationFilter = Parameters<typeof donations.listDonations>[1]

/** Yields the donations as CSV. */
export const streamDonations = (
  db: Database,
  account_id: string,
  filter: DonationFilter,
): AsyncGenerator<string> =>
  streamCsv({
    db,
    account_id,
    header: formatFile([columns]),
    readPage: (ctx: TxContext, after: string | undefined) => readPage(ctx, filter, after),
  })

async function readPage(ctx: TxContext, filter: DonationFilter, after: string | undefined) {
  const data = await donations.listDonations(ctx, filter, { after, limit: pageSize })
  const references = await giftLists.referencesById(
    ctx,
    data.map(({ gift_request_id }) => gift_request_id),
  )
  return {
    csv: formatRows(data.map((each) => toRow(each, references.get(each.gift_request_id) ?? ''))),
    next: data.length < pageSize ? undefined : data.at(-1)?.id,
  }
}

const toRow = (donation: donations.ListedDonation, reference: string) => [
  donation.id,
  donation.donated_at.toISOString(),
  donation.month.slice(0, 7),
  donation.product_id,
  donation.charity_name,
  donation.registration_number,
  donation.gift_request_id,
  reference,
  donation.reason,
  donation.quantity,
  donation.amount_minor,
  toDecimal(donation.amount_minor, donation.currency),
  donation.currency,
  donation.paid_at?.toISOString() ?? '',
]

const totalColumns = [
  'month',
  'charity_id',
  'charity_name',
  'registration_number',
  'currency',
  'donations',
  'amount_minor',
  'amount',
  'unpaid_donations',
  'unpaid_amount_minor',
  'unpaid_amount',
  'paid_at',
]

/** Formats the totals as CSV. */
export const formatTotals = (totals: readonly donations.DonationTotal[]): string =>
  formatFile([totalColumns, ...totals.map(toTotalRow)])

const toTotalRow = (total: donations.DonationTotal) => [
  total.month,
  total.product_id,
  total.charity_name,
  total.registration_number,
  total.currency,
  total.donations,
  total.amount_minor,
  toDecimal(total.amount_minor, total.currency),
  total.unpaid_donations,
  total.unpaid_amount_minor,
  toDecimal(total.unpaid_amount_minor, total.currency),
  total.paid_at?.toISOString() ?? '',
]
