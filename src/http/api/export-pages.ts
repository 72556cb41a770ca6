import * as donations from '#donations'
import * as fulfilment from '#fulfilment'
import type { TxContext } from '#platform/postgres/database'

/** The content of a page of an export, and the cursor of the next page. */
export interface ExportPage {
  rows: () => unknown[][]
  lines: () => string[]
  next: string | undefined
}

/**
 * The number of rows that one transaction reads. So memory and transactions stay small for exports of any
 * size.
 */
const pageSize = 500

/**
 * The time in milliseconds after which no new row can appear before the cursor. It is longer than a
 * transaction of the API.
 */
const settledMs = 30_000

export const toPageQuery = (after: string | undefined, limit = pageSize) => ({
  limit,
  order: 'asc' as const,
  ...(after !== undefined && { after }),
})

/**
 * Returns the end of the time range of an export. Rows are exported only if all transactions from their time
 * have ended.
 */
export function settledBefore(ctx: TxContext, before: Date | undefined): Date {
  const settled = new Date(ctx.now.getTime() - settledMs)
  return before !== undefined && before < settled ? before : settled
}

export const parcelColumns = [
  ...['id', 'gift_request_id', 'number', 'state', 'carrier', 'tracking_code', 'tracking_url'],
  ...['estimated_at', 'items', 'problem', 'replaces', 'created_at', 'updated_at'],
]

export async function readParcels(
  ctx: TxContext,
  filter: Parameters<typeof fulfilment.pageOfParcels>[1],
  after: string | undefined,
): Promise<ExportPage> {
  const bounded = { ...filter, created_before: settledBefore(ctx, filter.created_before) }
  const { data, has_more } = await fulfilment.pageOfParcels(ctx, bounded, toPageQuery(after))
  return {
    rows: () => data.map(toParcelRow),
    lines: () =>
      data.map((parcel) => {
        const { id, ...view } = fulfilment.toParcelView(parcel)
        const { gift_request_id, created_at, updated_at } = parcel
        return JSON.stringify({ id, gift_request_id, ...view, created_at, updated_at })
      }),
    next: has_more ? data.at(-1)?.id : undefined,
  }
}

const toParcelRow = (parcel: fulfilment.ExportedParcel): unknown[] => [
  ...[parcel.id, parcel.gift_request_id, parcel.number, parcel.state, parcel.carrier],
  ...[parcel.tracking_code, parcel.tracking_url, toText(parcel.estimated_at)],
  parcel.lines.map(({ sku, quantity }) => `${sku} x${quantity}`).join('; '),
  ...[parcel.problem?.reason ?? '', parcel.replaces],
  ...[toText(parcel.created_at), toText(parcel.updated_at)],
]

export const donationColumns = [
  ...['id', 'gift_request_id', 'product_id', 'charity', 'registration_number', 'variant_id'],
  ...['quantity', 'amount', 'currency', 'reason', 'donated_at', 'paid_at'],
]

export async function readDonations(
  ctx: TxContext,
  filter: Parameters<typeof donations.pageOfDonations>[1],
  after: string | undefined,
): Promise<ExportPage> {
  const bounded = { ...filter, donated_before: settledBefore(ctx, filter.donated_before) }
  const { data, has_more } = await donations.pageOfDonations(ctx, bounded, toPageQuery(after))
  return {
    rows: () => data.map(toDonationRow),
    lines: () => data.map((donation) => JSON.stringify(toDonationView(donation))),
    next: has_more ? data.at(-1)?.id : undefined,
  }
}

const toDonationView = (donation: donations.ListedDonation) => ({
  id: donation.id,
  gift_request_id: donation.gift_request_id,
  product_id: donation.product_id,
  charity: donation.charity_name,
  registration_number: donation.registration_number,
  variant_id: donation.variant_id,
  quantity: donation.quantity,
  amount: { amount: donation.amount_minor, currency: donation.currency },
  reason: donation.reason,
  donated_at: donation.donated_at,
  paid_at: donation.paid_at,
})

function toDonationRow(donation: donations.ListedDonation): unknown[] {
  const { amount, donated_at, paid_at, reason, ...view } = toDonationView(donation)
  return [
    ...[view.id, view.gift_request_id, view.product_id, view.charity, view.registration_number],
    ...[view.variant_id, view.quantity, amount.amount, amount.currency, reason],
    ...[toText(donated_at), toText(paid_at)],
  ]
}

const toText = (at: Date | null): string => at?.toISOString() ?? ''
