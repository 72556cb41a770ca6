import * as accounts from '#accounts'
import * as catalogue from '#catalogue'
import { type Address, ApiError, type FieldError, throwIfAny } from '#contract'
import * as gifting from '#gifting'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { findLeaseEnd, isLeased, type LeaseEnd } from '../packing-station/lock-leased.ts'
import { toBarcode } from '../parcels/barcode.ts'
import * as packingRows from '../parcels/packing-rows.ts'
import * as store from '../parcels/store.ts'
import type { PackingRow, ParcelRow } from '../parcels/tables.ts'
import { collectCards, collectPhotos } from './collect-card.ts'
import type {
  CardStyle,
  DocumentKind,
  PackingDocument,
  Paper,
  PrintedCard,
  PrintedParcel,
} from './documents.ts'

export interface DocumentRequest {
  kind: DocumentKind
  paper: Paper
  /** Of the cards. By default A6 without marks. */
  card_style?: CardStyle
  /** The ids of 1 to 50 parcels, in the order of the pages. */
  parcel_ids: readonly string[]
}

/** The content of a document, and the parcels in it, which the audit log records. */
export interface CollectedDocument {
  document: PackingDocument
  parcels: readonly { id: string; name: string; has_card: boolean }[]
}

/**
 * Reads the content of a document. For all but a packing slip, the user must lease each parcel: a label shows an address,
 * a card a message, and two packers who collect the items of one parcel would take them twice. Throws an ApiError that names each parcel that cannot be printed.
 */
export async function collectDocument(
  ctx: TxContext,
  user_id: string,
  request: DocumentRequest,
): Promise<CollectedDocument> {
  assertUnique(request.parcel_ids)
  const sources = await readSources(ctx, request)
  if (request.kind !== 'packing_slip') await assertLeased(ctx, user_id, sources)
  const { name, brand_color } = await accounts.readSettings(ctx)
  const hasCards = request.kind === 'greeting_card' || request.kind === 'slip_and_card'
  const gifts = new Map(sources.map(({ gift }) => [gift.id, gift]))
  const cards = hasCards ? await collectCards(ctx, [...gifts.values()]) : new Map<string, never>()
  if (request.kind === 'greeting_card' && cards.size === 0) throw noCards
  const parcels = await toPrintedParcels(ctx, sources, request.kind, cards)
  if (cards.size > 0) packingRows.recordCards(ctx, withCard(sources, cards))
  return {
    document: {
      kind: request.kind,
      paper: request.paper,
      card_style: request.card_style ?? { format: 'a6', has_marks: false },
      account_name: name,
      color: brand_color,
      parcels,
      photos: await collectPhotos(ctx, cards.values()),
    },
    parcels: sources.map(({ row, gift }, index) => ({
      id: row.id,
      name: parcels[index]?.barcode ?? '',
      has_card: cards.has(gift.id),
    })),
  }
}

const withCard = (sources: readonly Source[], cards: ReadonlyMap<string, PrintedCard>) =>
  sources.flatMap(({ row, gift }) => (cards.has(gift.id) ? [row.id] : []))

const noCards = new ApiError('not_allowed', {
  fieldErrors: [
    {
      code: 'not_allowed',
      param: 'parcel_ids',
      message: 'have no card: their campaign prints none',
    },
  ],
})

interface Source {
  row: ParcelRow
  gift: gifting.Gift
  count: number
}

function assertUnique(ids: readonly string[]): void {
  throwIfAny(
    ids.flatMap((id, index): FieldError[] =>
      ids.indexOf(id) === index
        ? []
        : [{ code: 'invalid', param: `parcel_ids.${index}`, message: 'is in the list already' }],
    ),
  )
}

/** Reads the parcels with their gift requests. Throws if the account does not have one of the parcels. */
async function readSources(ctx: TxContext, { parcel_ids }: DocumentRequest): Promise<Source[]> {
  const rows = new Map(
    (await store.findParcels(ctx, parcel_ids.filter(isId))).map((row) => [row.id, row]),
  )
  throwIfAny(
    parcel_ids.flatMap((id, index): FieldError[] =>
      rows.has(id.toLowerCase())
        ? []
        : [
            {
              code: 'invalid_reference',
              param: `parcel_ids.${index}`,
              message: 'is not a parcel of this account; reload the page and select it again',
            },
          ],
    ),
  )
  const giftIds = new Set([...rows.values()].map(({ gift_request_id }) => gift_request_id))
  const byGift = new Map<string, { gift: gifting.Gift; count: number }>()
  for (const id of giftIds) {
    const gift = await gifting.find(ctx, id)
    const numbers = (await store.findParcelsByGift(ctx, id)).map(({ number }) => number)
    if (gift !== undefined) byGift.set(id, { gift, count: Math.max(...numbers) })
  }
  return parcel_ids.map((id) => {
    const row = rows.get(id.toLowerCase())
    const giftSource = byGift.get(row?.gift_request_id ?? '')
    if (row === undefined || giftSource === undefined)
      throw new Error('a parcel has no gift request')
    return { row, ...giftSource }
  })
}

/** Throws unless the user leases every parcel. */
async function assertLeased(
  ctx: TxContext,
  user_id: string,
  sources: readonly Source[],
): Promise<void> {
  const found = await packingRows.find(
    ctx,
    sources.map(({ row }) => row),
  )
  const packing = new Map(found.map((row) => [row.parcel_id, row]))
  const errors = sources.flatMap((source, index): FieldError[] => {
    const reason = findLabelBlocker(ctx, user_id, source, packing.get(source.row.id))
    if (reason === undefined) return []
    const barcode = toBarcode(source.gift.reference, source.row.number)
    return [
      {
        code: 'not_allowed',
        param: `parcel_ids.${index}`,
        message: `${barcode} ${reason}`,
      },
    ]
  })
  if (errors.length > 0) throw new ApiError('not_allowed', { status: 403, fieldErrors: errors })
}

const endReasons: Readonly<Record<LeaseEnd, string>> = {
  cancelled: 'is cancelled; do not send it',
  address_changed: 'has a new address; take it again at the packing station',
  not_to_pack: 'is not waiting to be packed any more; reload the page',
}

function findLabelBlocker(
  ctx: TxContext,
  user_id: string,
  { gift, row }: Source,
  packing: PackingRow | undefined,
): string | undefined {
  const end = findLeaseEnd({ ...gift, gift_status: gift.status }, row, {
    address_digest: packing?.address_digest ?? null,
  })
  if (end !== undefined) return endReasons[end]
  if (gift.address === null) return 'has no shipping address any more; correct it on the gift'
  if (packing === undefined || !isLeased(ctx, packing))
    return 'is not being packed; take it at the packing station first'
  if (packing.leased_by !== user_id) return 'is being packed by another person; take another parcel'
  return undefined
}

async function toPrintedParcels(
  ctx: TxContext,
  sources: readonly Source[],
  kind: DocumentKind,
  cards: ReadonlyMap<string, PrintedCard>,
): Promise<PrintedParcel[]> {
  const ids = sources.map(({ row }) => row.id)
  const lines = Map.groupBy(await store.findLines(ctx, ids), ({ parcel_id }) => parcel_id)
  const warehouses = new Map(
    (await catalogue.listWarehouses(ctx)).map((warehouse) => [warehouse.id, warehouse]),
  )
  return sources.map(({ row, gift, count }): PrintedParcel => {
    const barcode = toBarcode(gift.reference, row.number)
    return {
      barcode,
      url: `${ctx.deployment.origin}/packing?parcel=${encodeURIComponent(barcode)}`,
      gift_reference: gift.reference,
      number: row.number,
      count,
      warehouse: warehouses.get(row.warehouse_id ?? '') ?? null,
      lines: (lines.get(row.id) ?? []).map(({ sku, name, quantity }) => ({ sku, name, quantity })),
      address: kind === 'address_label' ? decryptAddress(ctx, gift) : null,
      card: cards.get(gift.id) ?? null,
    }
  })
}

function decryptAddress({ deployment }: TxContext, gift: gifting.Gift): Address {
  const address = gifting.decryptAddress(deployment, gift)
  if (address === null) throw new Error('the address was checked before')
  return address
}
