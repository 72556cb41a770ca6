import * as catalogue from '#catalogue'
import { type LineItem, parseRawJson } from '#contract'
import * as gifting from '#gifting'
import { newId } from '#platform/ids'
import type { TxContext } from '#platform/postgres'
import { isScenario, scenarioFor } from './carriers/scenarios.ts'
import { problemOf } from './problems.ts'
import type { Shipping } from './shipping.ts'
import type { NewParcel } from './store.ts'
import type { ParcelLine } from './tables.ts'

/** Which parcels to make of some lines of a gift request. */
export interface Wanted {
  lines: readonly ParcelLine[]
  /** The number of the first of them. */
  number: number
  /** The parcel whose lines these were. */
  replaces: string | null
}

/**
 * Makes parcels of lines, one for each warehouse that they come from, and takes the stock. When there
 * is not enough, they are one parcel that waits.
 */
export async function plan(
  ctx: TxContext,
  gift: gifting.Gift,
  { lines, number, replaces }: Wanted,
  shipping: Shipping,
): Promise<NewParcel[]> {
  const id = newId(ctx.now)
  const taken = await take(ctx, gift, lines, replaces === null ? gift.id : id)
  const draw = draftOf(ctx, gift, replaces, shipping)
  if (taken === undefined) return [{ ...draw(id, number, lines), state: 'waiting', ...shortage }]
  const together = byWarehouse(lines, taken)
  const splits = shipping.chosen === 'simulator' && wishOf(gift) === 'split'
  const piles = splits ? apart(together) : together
  return piles.map(({ warehouse_id, lines: theirs }, place) => ({
    ...draw(place === 0 ? id : newId(ctx.now, place), number + place, theirs),
    state: 'placing',
    warehouse_id,
    task: 'place',
    due_at: new Date(0), // at once, by any clock
  }))
}

const { reason, remedy } = problemOf('waiting') ?? { reason: null, remedy: null }
const shortage = { problem_reason: reason, problem_remedy: remedy }

/** What was kept when it was redeemed, or is kept now; undefined when there is too little. */
async function take(
  ctx: TxContext,
  gift: gifting.Gift,
  lines: readonly ParcelLine[],
  holder_id: string,
): Promise<readonly catalogue.Held[] | undefined> {
  const kept = await catalogue.heldBy(ctx, holder_id)
  if (kept.length > 0) return kept
  const country = gifting.decryptAddress(ctx.deployment, gift)?.country
  return (await catalogue.reserve(ctx, { holder_id, lines, country })).held
}

interface Pile {
  warehouse_id: string | null
  lines: ParcelLine[]
}

/** Deals lines out to the warehouses that hold what they need. What no warehouse holds comes with the first. */
export function byWarehouse(
  lines: readonly ParcelLine[],
  taken: readonly catalogue.Held[],
): Pile[] {
  const left = taken.map((each) => ({ ...each }))
  const piles = new Map<string | null, ParcelLine[]>()
  const put = (warehouse_id: string | null, line: ParcelLine) =>
    piles.set(warehouse_id, [...(piles.get(warehouse_id) ?? []), line])
  for (const line of lines) {
    let wanted = line.quantity
    for (const source of left) {
      const quantity = source.variant_id === line.variant_id ? Math.min(wanted, source.quantity) : 0
      if (quantity === 0) continue
      source.quantity -= quantity
      wanted -= quantity
      put(source.warehouse_id, { ...line, quantity })
    }
    if (wanted > 0) put(null, { ...line, quantity: wanted })
  }
  return [...piles].map(([warehouse_id, theirs]) => ({ warehouse_id, lines: theirs }))
}

/** Each line in a pile of its own. */
const apart = (piles: readonly Pile[]): Pile[] =>
  piles.flatMap(({ warehouse_id, lines }) => lines.map((line) => ({ warehouse_id, lines: [line] })))

/** What the simulator shall play for this gift request, when it says so. */
function wishOf(gift: gifting.Gift): string | undefined {
  const wish = parseRawJson(gift.metadata).simulator
  return wish !== undefined && isScenario(wish) ? wish : undefined
}

function draftOf(
  ctx: TxContext,
  gift: gifting.Gift,
  replaces: string | null,
  { chosen, day }: Shipping,
) {
  const isSimulated = chosen === 'simulator'
  return (id: string, number: number, lines: readonly ParcelLine[]): NewParcel => ({
    account_id: gift.account_id,
    id,
    gift_request_id: gift.id,
    number,
    round: 1,
    state: 'placing',
    has_left: false,
    replaces,
    warehouse_id: null,
    carrier: chosen,
    carrier_ref: null,
    carrier_name: null,
    tracking_code: null,
    tracking_url: null,
    label_url: null,
    estimated_at: null,
    problem_reason: null,
    problem_remedy: null,
    task: null,
    tries: 0,
    due_at: null,
    leased_until: null,
    scenario: isSimulated ? (wishOf(gift) ?? (day === undefined ? 'good' : scenarioFor(id))) : null,
    played: 0,
    plays_at: null,
    created_at: ctx.now,
    updated_at: ctx.now,
    lines,
  })
}

/** The lines of a gift request that travel; what is digital does not. */
export async function goodsOf(ctx: TxContext, gift: gifting.Gift): Promise<ParcelLine[]> {
  const items: readonly LineItem[] = gift.line_items === null ? [] : parseRawJson(gift.line_items)
  const variants = await catalogue.variantsBy(
    ctx,
    items.map(({ variant_id }) => variant_id),
  )
  return items
    .filter(({ variant_id }) => variants.get(variant_id)?.product.kind !== 'digital')
    .map(({ id, variant_id, sku, name, quantity }) => ({
      line_item_id: id,
      variant_id,
      sku,
      name,
      quantity,
    }))
}
