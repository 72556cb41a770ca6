import { createHmac, timingSafeEqual } from 'node:crypto'
import * as accounts from '#accounts'
import * as catalogue from '#catalogue'
import * as gifting from '#gifting'
import type { Deployment } from '#platform/deployment'
import { type Database, readTransaction, type TxContext } from '#platform/postgres/database'
import { toBarcode } from '../parcels/barcode.ts'
import { isFinal } from '../parcels/parcel-states.ts'
import { findParcel } from '../parcels/store.ts'
import type { ParcelRow } from '../parcels/tables.ts'
import { collectCards, collectPhotos } from './collect-card.ts'
import type { CardFormat, CardStyle, PackingDocument, PrintedCard } from './documents.ts'

/*
 * The link with which a warehouse elsewhere fetches the card of a parcel as PDF. Nothing is stored for it: the proof in
 * it is a MAC whose key is the code of the gift's own link. So an order that is sent again has the same link, no one can guess
 * it, and it ends when the code is deleted with the personal data, or replaced.
 */

const idBytes = 16
const macBytes = 16
const maxAgeMs = 90 * 24 * 60 * 60 * 1000

/** Returns the URL of the parcel's card; null for a gift without a link, and for a campaign without printed cards. */
export async function findCardUrl(
  ctx: TxContext,
  gift: gifting.Gift,
  parcel: ParcelRow,
): Promise<string | null> {
  const mac = computeMac(ctx.deployment, gift, parcel)
  if (mac === undefined || (await collectCards(ctx, [gift])).size === 0) return null
  const bytes = Buffer.concat([toBytes(parcel.account_id), toBytes(parcel.id), mac])
  return `${ctx.deployment.origin}/cards/${bytes.toString('base64url')}`
}

/** Returns the content of a card by the token in its URL. Undefined for a token that is wrong or has ended. */
export async function findLinkedCard(
  db: Database,
  token: string,
  { format, has_marks }: Partial<CardStyle>,
): Promise<{ account_id: string; document: PackingDocument } | undefined> {
  const bytes = Buffer.from(token, 'base64url')
  if (!/^[\w-]{64}$/.test(token) || bytes.length !== 2 * idBytes + macBytes) return undefined
  const account_id = toId(bytes.subarray(0, idBytes))
  const parcel_id = toId(bytes.subarray(idBytes, 2 * idBytes))
  const mac = bytes.subarray(2 * idBytes)
  return readTransaction(db, account_id, async (realCtx) => {
    const ctx = await accounts.withAccountTime(realCtx, account_id)
    const parcel = await findParcel(ctx, parcel_id)
    const gift = parcel && (await gifting.find(ctx, parcel.gift_request_id))
    if (parcel === undefined || gift === undefined) return undefined
    const expected = computeMac(ctx.deployment, gift, parcel)
    if (expected === undefined || !timingSafeEqual(expected, mac)) return undefined
    const card = isOpen(ctx, gift, parcel)
      ? (await collectCards(ctx, [gift])).get(gift.id)
      : undefined
    if (card === undefined) return undefined
    const card_style = {
      format: format ?? (await findFormat(ctx, parcel)),
      has_marks: has_marks ?? false,
    }
    const photos = await collectPhotos(ctx, [card])
    return { account_id, document: toDocument(gift, parcel, { card, card_style, photos }) }
  })
}

const toDocument = (
  { reference }: gifting.Gift,
  { number }: ParcelRow,
  { card, ...style }: { card: PrintedCard } & Pick<PackingDocument, 'card_style' | 'photos'>,
): PackingDocument => {
  const slip = { url: '', count: 1, warehouse: null, lines: [], address: null }
  const barcode = toBarcode(reference, number)
  const parcels = [{ ...slip, barcode, gift_reference: reference, number, card }]
  return {
    kind: 'greeting_card',
    paper: 'a4',
    ...style,
    account_name: '',
    color: null,
    parcels,
  }
}

const isOpen = (ctx: TxContext, { status }: gifting.Gift, parcel: ParcelRow): boolean =>
  status !== 'cancelled' &&
  !parcel.is_retired &&
  !isFinal(parcel.state) &&
  ctx.now.getTime() < parcel.created_at.getTime() + maxAgeMs

/** Computes the proof of a link. A cancelled label has another attempt, so the link of its order ends too. */
function computeMac(
  deployment: Deployment,
  gift: gifting.Gift,
  { id, label_attempt }: ParcelRow,
): Buffer | undefined {
  const code = gifting.redemptionUrl(deployment, gift)?.split('/').at(-1)
  if (code === undefined) return undefined
  const mac = createHmac('sha256', code).update(`the card of the parcel ${id} ${label_attempt}`)
  return mac.digest().subarray(0, macBytes)
}

/** Returns the format for which the country of the warehouse has paper. */
async function findFormat(ctx: TxContext, { warehouse_id }: ParcelRow): Promise<CardFormat> {
  const warehouse =
    warehouse_id === null ? undefined : await catalogue.findWarehouse(ctx, warehouse_id)
  return /^(US|CA|MX)$/.test(warehouse?.country ?? '') ? 'letter_folded' : 'a6'
}

const toBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex')

const toId = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
