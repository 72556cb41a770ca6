import * as donations from '#donations'
import * as gifting from '#gifting'
import { lazyPackage } from '#platform/lib/lazy-package'
import { toDecimal } from '#platform/lib/minor-units'
import type { Database, TxContext } from '#platform/postgres/database'
import { readFromReplica } from '#platform/postgres/replica-reads'

const loadCsvStringifier = lazyPackage<typeof import('csv-stringify/sync')>('csv-stringify/sync')

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

/** Yields the CSV file in chunks. Each page has its own transaction, so a slow download does not keep one open. */
export async function* streamDonations(
  db: Database,
  account_id: string,
  filter: Parameters<typeof donations.listDonations>[1],
): AsyncGenerator<string> {
  yield `\ufeff${loadCsvStringifier().stringify([columns])}`
  for (let after: string | undefined; ; ) {
    const page = { after, limit: pageSize }
    const { rows, lastId } = await readFromReplica(db, account_id, (ctx) =>
      readPage(ctx, filter, page),
    )
    if (rows.length > 0) yield loadCsvStringifier().stringify(rows, { escape_formulas: true })
    if (rows.length < pageSize) return
    after = lastId
  }
}

async function readPage(
  ctx: TxContext,
  filter: Parameters<typeof donations.listDonations>[1],
  page: { after: string | undefined; limit: number },
) {
  const data = await donations.listDonations(ctx, filter, page)
  const references = await gifting.referencesById(
    ctx,
    data.map(({ gift_request_id }) => gift_request_id),
  )
  return {
    rows: data.map((each) => toRow(each, references.get(each.gift_request_id) ?? '')),
    lastId: data.at(-1)?.id,
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
  `\ufeff${loadCsvStringifier().stringify([totalColumns])}${totals.length === 0 ? '' : loadCsvStringifier().stringify(totals.map(toTotalRow), { escape_formulas: true })}`

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
