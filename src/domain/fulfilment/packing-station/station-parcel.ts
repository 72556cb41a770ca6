import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import { type Address, ApiError } from '#contract'
import * as gifting from '#gifting'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { toBarcode } from '../parcels/barcode.ts'
import * as packingRows from '../parcels/packing-rows.ts'
import { findParcel } from '../parcels/store.ts'
import type { PackingRow, ParcelLine, ParcelRow } from '../parcels/tables.ts'
import { toUndoEnd } from './hand-over.ts'
import { findLeaseEnd, type LeaseEnd, lockLeased, needsRate } from './lock-leased.ts'
import * as store from './packing-store.ts'
import * as pendingHandOvers from './pending-hand-overs.ts'
import { loadRelations, toLease } from './relations.ts'

/** A parcel that a packer is packing, without names and addresses of recipients. */
export interface PackingParcel {
  id: string
  /** The text of the parcel's barcode. */
  barcode: string
  lines: readonly (Pick<ParcelLine, 'variant_id' | 'sku' | 'name' | 'quantity'> & {
    /** A picture of the item. */
    image_url: string | null
  })[]
  warehouse: catalogue.Warehouse | null
  country: string | null
  created_at: Date
  /**
   * The id of the carrier. With `manual`, the packer enters the carrier and the tracking number. Parcels of
   * other carriers have a bought label.
   */
  carrier_id: string
  carrier: string | null
  tracking_code: string | null
  /** True if a carrier sells the label and no user has chosen its rate yet. */
  needs_rate: boolean
  /** False if the campaign has no printed cards. */
  has_card: boolean
  card_printed_at: Date | null
  leased_by: { id: string; name: string } | null
  leased_until: Date | null
  packed_at: Date | null
  handed_over_at: Date | null
  /** Until when the hand-over can be taken back. Null without a hand-over, and after it has taken effect. */
  undo_until: Date | null
  /** The reason why the parcel must no longer be packed. Null if it may be packed. */
  ended: LeaseEnd | null
}

/** Lists the parcels that the user has leased, oldest first. Includes parcels whose lease has just ended. */
export const listLeased = async (ctx: TxContext, user_id: string): Promise<PackingParcel[]> =>
  toPackingParcels(ctx, await store.findLeased(ctx, user_id))

/**
 * Finds one parcel in the form that every packer may see. Returns undefined if the account has no such
 * parcel.
 */
export async function findPackingParcel(
  ctx: TxContext,
  id: string,
): Promise<PackingParcel | undefined> {
  const row = isId(id) ? await findParcel(ctx, id) : undefined
  if (row === undefined) return undefined
  const packing = await packingRows.get(ctx, row)
  const [parcel] = await toPackingParcels(ctx, [{ ...row, ...packing }])
  return parcel
}

/** The address of a leased parcel, and its label. Only the user with the lease receives them. */
export interface LeasedAddress {
  barcode: string
  shipping_address: Address
  /** The URL of the bought label, which shows the address. */
  label_url: string | null
  /** True if the user sees this address for the first time during the lease. */
  is_first_view: boolean
}

/** Returns the address to the user who has the lease. Throws if another user or no user has it. */
export async function showAddress(
  ctx: TxContext,
  user_id: string,
  parcel_id: string,
): Promise<LeasedAddress> {
  const { gift, row, packing } = await lockLeased(ctx, user_id, parcel_id)
  const shipping_address = gifting.decryptAddress(ctx.deployment, gift)
  if (shipping_address === null) throw new ApiError('not_found')
  const is_first_view = !packing.address_shown
  if (is_first_view) await store.savePacking(ctx, { ...packing, address_shown: true })
  return {
    barcode: toBarcode(gift.reference, row.number),
    shipping_address,
    label_url: row.label_url,
    is_first_view,
  }
}

type Row = Omit<ParcelRow, 'leased_until'> & Omit<PackingRow, 'account_id' | 'parcel_id'>

async function toPackingParcels(ctx: TxContext, rows: readonly Row[]): Promise<PackingParcel[]> {
  const { gifts, lines, warehouses, users } = await loadRelations(ctx, rows)
  const images = await findImages(ctx, [...lines.values()].flat())
  const pending = await findPending(ctx, rows)
  const campaignsById = await campaigns.communicationSettingsById(ctx, toCampaignRefs(gifts))
  return rows.flatMap((row) => {
    const gift = gifts.get(row.gift_request_id)
    if (gift === undefined) return []
    const handOver = pending.get(row.id)
    const end = findLeaseEnd({ gift_status: gift.status, address: gift.address }, row, row)
    return [
      {
        id: row.id,
        barcode: toBarcode(gift.reference, row.number),
        lines: mergeByVariant(lines.get(row.id) ?? []).map((line) => ({
          ...line,
          image_url: images.get(line.variant_id) ?? null,
        })),
        warehouse: warehouses.get(row.warehouse_id ?? '') ?? null,
        country: gift.country,
        created_at: row.created_at,
        carrier_id: row.carrier,
        carrier: (handOver ?? row).carrier_name,
        tracking_code: (handOver ?? row).tracking_code,
        needs_rate: needsRate(row),
        has_card: campaignsById.get(gift.campaign_id ?? '')?.prints_card !== false,
        card_printed_at: row.card_printed_at,
        ...toLease(ctx, row, users),
        packed_at: row.packed_at,
        handed_over_at: row.handed_over_at,
        undo_until: handOver === undefined ? null : toUndoEnd(row),
        ended: end ?? null,
      },
    ]
  })
}

const findPending = async (ctx: TxContext, rows: readonly Row[]) =>
  new Map(
    (
      await pendingHandOvers.find(
        ctx,
        rows.map(({ id }) => id),
      )
    ).map((pending) => [pending.parcel_id, pending] as const),
  )

const toCampaignRefs = (gifts: ReadonlyMap<string, gifting.PackingFacts>) =>
  [...gifts.values()].flatMap(({ account_id, campaign_id }) =>
    campaign_id === null ? [] : [{ account_id, id: campaign_id }],
  )

/** Merges the lines of a parcel by variant. A packer sees two line items of one variant as one line. */
function mergeByVariant(lines: readonly ParcelLine[]) {
  const groups = Map.groupBy(lines, ({ variant_id }) => variant_id)
  return [...groups].map(([variant_id, group]) => ({
    variant_id,
    sku: group[0]?.sku ?? '',
    name: group[0]?.name ?? '',
    quantity: group.reduce((sum, { quantity }) => sum + quantity, 0),
  }))
}

async function findImages(
  ctx: TxContext,
  lines: readonly ParcelLine[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(lines.map(({ variant_id }) => variant_id))]
  return new Map(
    [...(await catalogue.variantsById(ctx, ids))].flatMap(([id, { images, product }]) => {
      const image = images[0] ?? product.images[0]
      return image === undefined ? [] : [[id, image.urls.thumbnail] as const]
    }),
  )
}
