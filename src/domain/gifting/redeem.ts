import * as catalogue from '#catalogue'
import {
  type Address,
  ApiError,
  type FieldError,
  type LineItem,
  type NewRedemption,
  normalizeRedemption,
  parseRawJson,
  redemptionValidator,
  throwIfAny,
  toRawJson,
  validateAddress,
} from '#contract'
import { isId, newId } from '#platform/ids'
import type { TxContext } from '#platform/postgres'
import { advance, refusedMove } from './advance.ts'
import { type Offered, offeredFrom, picksOf } from './picks.ts'
import { digestOfEmail } from './recipient-proof.ts'
import { openAddress } from './snapshot.ts'
import * as store from './store.ts'
import type { Gift } from './tables.ts'
import * as visitStore from './visit-store.ts'

/**
 * The recipient finishes their part. Items and address lock, stock is kept for them, and the gift is
 * redeemed; with nothing to post it is complete at once, and needs no address. Refuses with all that
 * is wrong at once, and with `out_of_stock` for what somebody else has got. The same redemption again
 * answers the same gift. Undefined when the work's account has none by that id.
 */
export async function redeem(
  ctx: TxContext,
  id: string,
  raw: NewRedemption,
): Promise<Gift | undefined> {
  const gift = isId(id) ? await store.hold(ctx, ctx.account_id, id) : undefined
  if (gift === undefined) return undefined
  const body = normalizeRedemption(raw) as NewRedemption
  const shape = redemptionValidator(body)
  if (shape.length === 0 && isDoneAlready(ctx, gift, body)) return gift
  if (!mayChoose(ctx, gift)) throw refusedMove(gift, 'redeemed')
  const { picks, problems } = await vetRedemption(ctx, gift, body, shape)
  throwIfAny(problems)
  const isPosted = picks.some(({ kind }) => kind === 'physical')
  // Where nothing is sent, nobody has to know where somebody lives.
  const shipping_address = isPosted ? (body.shipping_address ?? null) : null
  await keepStock(ctx, gift, picks, { ...body, shipping_address })
  visitStore.note(ctx, gift, {
    chosen: null,
    declined_at: null,
    decline_reason: null,
    confirmed_email_digest: digestOfEmail(gift.email),
  })
  const moved = advance(ctx, gift, {
    to: isPosted ? 'redeemed' : 'complete',
    cause: 'redeemed by the recipient',
    locked: {
      line_items: toRawJson<readonly LineItem[]>(
        picks.map(({ item }) => ({ ...item, id: newId(), quantity: 1 })),
      ),
      shipping_address,
    },
  })
  if (moved === undefined) throw refusedMove(gift, 'redeemed')
  return moved
}

/** Whether the recipient can still choose. Time has the last word, also where its loop is late. */
export const mayChoose = (ctx: TxContext, gift: Gift): boolean =>
  gift.state === 'awaiting_recipient' && gift.expires_at > ctx.now

/** Two taps of one finger: the second finds that what it asks for was done. */
function isDoneAlready(
  { deployment: installation }: TxContext,
  gift: Gift,
  body: NewRedemption,
): boolean {
  if (gift.is_direct || gift.line_items === null || gift.status === 'cancelled') return false
  const got = new Set(parseRawJson(gift.line_items).map(({ variant_id }) => variant_id))
  if (body.variant_ids?.some((variant_id) => !got.has(variant_id))) return false
  const address = openAddress(installation, gift)
  return (
    address === null ||
    body.shipping_address === undefined ||
    lineOf(address) === lineOf(body.shipping_address)
  )
}

/** An address as one text, whatever order its members came in. */
const lineOf = (address: Address) =>
  JSON.stringify(Object.entries(address).toSorted(([a], [b]) => (a < b ? -1 : 1)))

async function vetRedemption(
  ctx: TxContext,
  gift: Gift,
  body: NewRedemption,
  shape: readonly FieldError[],
): Promise<{ picks: Offered[]; problems: FieldError[] }> {
  const isClean = (param: string) =>
    !shape.some((each) => each.param === '' || each.param.split('.')[0] === param)
  const picked = isClean('variant_ids')
    ? await picksFor(ctx, gift, body.variant_ids)
    : { picks: [], problems: [] }
  const problems = [...shape, ...picked.problems]
  const { shipping_address } = body
  if (isClean('shipping_address') && picked.picks.some(({ kind }) => kind === 'physical')) {
    if (shipping_address === undefined)
      problems.push({ code: 'required', param: 'shipping_address', message: 'is required' })
    else
      for (const { field, code, message } of validateAddress(shipping_address))
        problems.push({ code, message, param: `shipping_address.${field}` })
  }
  return { picks: picked.picks, problems }
}

/** Who names nothing now gets what they picked before. */
async function picksFor(ctx: TxContext, gift: Gift, variant_ids: readonly string[] | undefined) {
  const ids = variant_ids ?? (await visitStore.find(ctx, gift))?.chosen ?? []
  const { offered, selection_mode } = await offeredOf(ctx, gift)
  return picksOf(selection_mode, offered, ids)
}

/** What is in front of the recipient of a gift in choice mode. */
export async function offeredOf(ctx: TxContext, gift: Gift) {
  if (gift.offered === null) throw new Error(`${gift.id} offers nothing`)
  const offering = parseRawJson(gift.offered)
  const ids = offering.line_items.map(({ variant_id }) => variant_id)
  const variants = await catalogue.variantsBy(ctx, ids)
  return {
    selection_mode: offering.selection_mode,
    offered: offeredFrom(offering, variants),
    variants,
  }
}

interface Destination {
  variant_ids?: readonly string[]
  shipping_address: Address | null
}

/** Keeps one of each for this gift, or says of which there is none left. */
async function keepStock(
  ctx: TxContext,
  gift: Gift,
  picks: readonly Offered[],
  { variant_ids = [], shipping_address }: Destination,
): Promise<void> {
  const { short } = await catalogue.reserve(ctx, {
    holder_id: gift.id,
    lines: picks.map(({ item }) => ({ variant_id: item.variant_id, quantity: 1 })),
    country: shipping_address?.country,
  })
  if (short === undefined) return
  const problems = short.map((variant_id): FieldError => {
    const place = variant_ids.indexOf(variant_id)
    const name = picks.find(({ item }) => item.variant_id === variant_id)?.item.name
    return {
      code: 'out_of_stock',
      param: place === -1 ? 'variant_ids' : `variant_ids.${place}`,
      message: `names ${name}, which is out of stock`,
    }
  })
  throw new ApiError('out_of_stock', { fieldErrors: problems })
}
