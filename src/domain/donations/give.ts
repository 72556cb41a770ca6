import * as catalogue from '#catalogue'
import { newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as spend from '#spend'
import * as donationStore from './donation-store.ts'
import type { DonationReason } from './tables.ts'

/** A line item of a gift request. Lines of other variants are ignored. */
export interface DonationLine {
  line_item_id: string
  variant_id: string
  quantity: number
}

/** Returns those donation variants that a recipient can choose: their cap is not reached. */
export async function findAvailable(
  ctx: TxContext,
  variant_ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const variants = await findDonationVariants(ctx, variant_ids)
  const capped = [...variants.values()].filter(({ donation }) => donation.donation_cap !== null)
  const tallies =
    capped.length === 0
      ? new Map<string, number>()
      : await donationStore.findTallies(
          ctx,
          capped.map(({ id }) => id),
        )
  return new Set(
    [...variants.values()]
      .filter(
        ({ id, donation: { donation_cap } }) => (tallies.get(id) ?? 0) < (donation_cap ?? Infinity),
      )
      .map(({ id }) => id),
  )
}

/**
 * Records the donations among the lines of a locked gift request. Idempotent for each line. With the reason `chosen`
 * returns the variants whose cap is reached; the caller then rolls back. The caps do not limit direct sends.
 */
export async function give(
  ctx: TxContext,
  gift_request_id: string,
  lines: readonly DonationLine[],
  reason: 'chosen' | 'direct',
): Promise<{ unavailable: string[] }> {
  const variants = await findDonationVariants(
    ctx,
    lines.map(({ variant_id }) => variant_id),
  )
  const wanted = lines.flatMap((line) => {
    const variant = variants.get(line.variant_id)
    return variant === undefined ? [] : [{ ...line, variant }]
  })
  return wanted.length === 0 ? { unavailable: [] } : record(ctx, gift_request_id, wanted, reason)
}

/** Records the donation of a gift request that expired unclaimed. Returns false if the variant is no donation. */
export async function giveUnclaimed(
  ctx: TxContext,
  gift_request_id: string,
  variant_id: string,
): Promise<boolean> {
  const variant = (await findDonationVariants(ctx, [variant_id])).get(variant_id)
  if (variant === undefined) return false
  await record(
    ctx,
    gift_request_id,
    [{ line_item_id: null, variant_id, quantity: 1, variant }],
    'unclaimed',
  )
  return true
}

/** Voids the donations of a cancelled gift request that are not paid. The statement is not awaited. */
export const voidDonations = (
  ctx: TxContext,
  gift_request_id: string,
  account_id = ctx.account_id,
): void => {
  donationStore.voidUnpaid(ctx, account_id, gift_request_id)
  spend.settleReservations(ctx, [{ account_id, id: gift_request_id }])
}

async function findDonationVariants(ctx: TxContext, variant_ids: readonly string[]) {
  const variants = await catalogue.memoizedVariantsById(ctx, variant_ids)
  return new Map([...variants].filter(([, { product }]) => product.kind === 'donation'))
}

interface WantedDonation {
  line_item_id: string | null
  variant_id: string
  quantity: number
  variant: catalogue.Variant
}

/** Transactions add to tallies in the order of the variants, so two of them cannot wait for each other. */
async function record(
  ctx: TxContext,
  gift_request_id: string,
  wanted: readonly WantedDonation[],
  reason: DonationReason,
): Promise<{ unavailable: string[] }> {
  const rows = wanted.map((each, index) => toRow(ctx, gift_request_id, each, reason, index))
  const inserted = await donationStore.insert(ctx, rows)
  spend.settleReservations(ctx, [{ account_id: ctx.account_id, id: gift_request_id }])
  const unavailable: string[] = []
  const counted = wanted
    .map((each, index) => ({ ...each, row: rows[index] }))
    .filter(({ row }) => row !== undefined && inserted.has(row.id))
    .toSorted((a, b) => (a.variant_id < b.variant_id ? -1 : 1))
  for (const { variant_id, quantity, variant } of counted) {
    const cap = reason === 'chosen' ? variant.donation.donation_cap : null
    if (!(await donationStore.addToTally(ctx, { variant_id, quantity, cap })))
      unavailable.push(variant_id)
  }
  return { unavailable }
}

function toRow(
  ctx: TxContext,
  gift_request_id: string,
  { line_item_id, variant_id, quantity, variant }: WantedDonation,
  reason: DonationReason,
  index: number,
): donationStore.NewDonation {
  const { donation_amount_minor: amount, donation_currency: currency } = variant.donation
  if (amount === null || currency === null)
    throw new Error(`the donation ${variant_id} has no amount`)
  return {
    id: newId(ctx.now, index),
    gift_request_id,
    line_item_id,
    variant_id,
    product_id: variant.product.id,
    charity_name: variant.product.name,
    registration_number: variant.product.registration_number,
    quantity,
    amount_minor: amount * quantity,
    currency,
    reason,
  }
}
