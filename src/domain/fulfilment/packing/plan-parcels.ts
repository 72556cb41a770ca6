import * as catalogue from '#catalogue'
import { type LineItem, parseRawJson } from '#contract'
import * as gifting from '#gifting'
import { newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import {
  createCarrierChooser,
  findConnectionCarrier,
  type ParcelCarrier,
} from '../carriers/account-carriers.ts'
import type { ShippingConfig } from '../carriers/shipping-config.ts'
import { isScenario, pickScenario } from '../carriers/simulator-scenarios.ts'
import { findPaidOrderOfGift } from '../parcels/paid-orders.ts'
import { getProblem } from '../parcels/parcel-problems.ts'
import type { NewParcel } from '../parcels/store.ts'
import { noLabel, type ParcelLine, type ParcelRow } from '../parcels/tables.ts'

/** The lines that are packed into parcels, and the rules for it. */
export interface ParcelPlanRequest {
  lines: readonly ParcelLine[]
  /** The number of the first parcel. */
  number: number
  /** The parcel that contained these lines before. Only set if the lines ship again. */
  replaces: string | null
  /**
   * The owner of the reservation. In the first plan it is the gift request. In every later plan, each parcel
   * owns the reservation for its lines, because other parcels of the gift request may have reservations.
   */
  holder: 'gift' | 'parcel'
}

/**
 * Plans one parcel for each source warehouse, and reserves the stock. If the stock is insufficient, plans one
 * backordered parcel for all lines.
 */
export async function planParcels(
  ctx: TxContext,
  gift: gifting.Gift,
  { lines, number, replaces, holder }: ParcelPlanRequest,
  shipping: ShippingConfig,
): Promise<NewParcel[]> {
  const id = newId(ctx.now)
  const allocations = await allocateStock(ctx, gift, lines, holder === 'gift' ? gift.id : id)
  const choose = await createGiftCarrierChooser(ctx, gift, replaces, shipping)
  const ages = await findMinimumAges(ctx, lines)
  const buildParcel = createParcelBuilder(ctx, gift, replaces, shipping, ages)
  if (allocations === undefined)
    return [
      { ...buildParcel(id, number, lines, choose(null)), state: 'waiting', ...shortageProblem },
    ]
  const grouped = splitByWarehouse(lines, allocations)
  const isSplit = choose(null).carrier === 'simulator' && getRequestedScenario(gift) === 'split'
  const packages = isSplit ? splitByLine(grouped) : grouped
  const parcels = packages.map(
    ({ warehouse_id, lines: packageLines }, index): NewParcel => ({
      ...buildParcel(
        index === 0 ? id : newId(ctx.now, index),
        number + index,
        packageLines,
        choose(warehouse_id),
      ),
      state: 'placing',
      warehouse_id,
      pending_action: 'place',
      due_at: new Date(0), // due immediately, by the account's clock and by the real clock
    }),
  )
  if (holder === 'parcel') distributeReservation(ctx, id, parcels)
  return parcels
}

/** Returns a function that chooses the carriers of a gift: the shop whose order a buyer has paid, otherwise by warehouse. */
async function createGiftCarrierChooser(
  ctx: TxContext,
  { id }: gifting.Gift,
  replaces: string | null,
  shipping: ShippingConfig,
) {
  const paid = replaces === null ? await findPaidOrderOfGift(ctx, id) : undefined
  const shop = paid && (await findConnectionCarrier(ctx, paid.connection_id, shipping))
  return shop === undefined ? createCarrierChooser(ctx, shipping) : () => shop
}

/**
 * Numbers new parcels. The first one has the number of the parcel that it replaces. The numbers of the others
 * follow the highest existing number.
 */
export function numberAfter(
  created: readonly NewParcel[],
  others: readonly ParcelRow[],
  number: number,
): NewParcel[] {
  const last = Math.max(number, ...others.map((each) => each.number))
  return created.map((parcel, index) => ({
    ...parcel,
    number: index === 0 ? number : last + index,
  }))
}

/** Transfers the reservation of the first parcel to the parcels that contain its lines. */
function distributeReservation(ctx: TxContext, first: string, parcels: readonly NewParcel[]): void {
  for (const { id, warehouse_id, lines } of parcels)
    if (id !== first && warehouse_id !== null)
      catalogue.moveReservation(ctx, first, id, {
        warehouse_id,
        variant_ids: lines.map(({ variant_id }) => variant_id),
      })
}

const { reason, remedy } = getProblem('waiting') ?? { reason: null, remedy: null }
const shortageProblem = { problem_reason: reason, problem_remedy: remedy }

/**
 * Returns the existing reservations of the owner, or reserves stock. Returns undefined if the stock is
 * insufficient.
 */
async function allocateStock(
  ctx: TxContext,
  gift: gifting.Gift,
  lines: readonly ParcelLine[],
  holder_id: string,
): Promise<readonly catalogue.Allocation[] | undefined> {
  const existing = await catalogue.findReservations(ctx, holder_id)
  if (existing.length > 0) return existing
  const country = gifting.decryptAddress(ctx.deployment, gift)?.country
  return (await catalogue.reserve(ctx, { holder_id, lines, country, team_id: gift.team_id }))
    .allocations
}

interface Package {
  warehouse_id: string | null
  lines: ParcelLine[]
}

/**
 * Assigns lines to the warehouses of their allocations. Adds lines without an allocation to the package
 * without a warehouse.
 */
export function splitByWarehouse(
  lines: readonly ParcelLine[],
  allocations: readonly catalogue.Allocation[],
): Package[] {
  const remaining = allocations.map((each) => ({ ...each }))
  const packages = new Map<string | null, ParcelLine[]>()
  const add = (warehouse_id: string | null, line: ParcelLine) =>
    packages.set(warehouse_id, [...(packages.get(warehouse_id) ?? []), line])
  for (const line of lines) {
    let needed = line.quantity
    for (const source of remaining) {
      const quantity = source.variant_id === line.variant_id ? Math.min(needed, source.quantity) : 0
      if (quantity === 0) continue
      source.quantity -= quantity
      needed -= quantity
      add(source.warehouse_id, { ...line, quantity })
    }
    if (needed > 0) add(null, { ...line, quantity: needed })
  }
  return [...packages].map(([warehouse_id, packageLines]) => ({
    warehouse_id,
    lines: packageLines,
  }))
}

/** Splits packages so that each line has its own package. */
const splitByLine = (packages: readonly Package[]): Package[] =>
  packages.flatMap(({ warehouse_id, lines }) =>
    lines.map((line) => ({ warehouse_id, lines: [line] })),
  )

/** Returns the scenario that the metadata of the gift request selects for the simulator. */
function getRequestedScenario(gift: gifting.Gift): string | undefined {
  const scenario = parseRawJson(gift.metadata).simulator
  return scenario !== undefined && isScenario(scenario) ? scenario : undefined
}

function createParcelBuilder(
  ctx: TxContext,
  gift: gifting.Gift,
  replaces: string | null,
  { dayMs }: ShippingConfig,
  minimumAges: ReadonlyMap<string, number>,
) {
  return (
    id: string,
    number: number,
    lines: readonly ParcelLine[],
    { carrier, connection_id }: ParcelCarrier,
  ): NewParcel => ({
    account_id: gift.account_id,
    id,
    gift_request_id: gift.id,
    number,
    label_attempt: 1,
    state: 'placing',
    has_left: false,
    replaces,
    warehouse_id: null,
    carrier,
    connection_id,
    ...noLabel,
    scenario:
      carrier === 'simulator'
        ? (getRequestedScenario(gift) ?? (dayMs === undefined ? 'good' : pickScenario(id)))
        : null,
    simulated_steps: 0,
    minimum_age: maxAge(lines, minimumAges),
    is_retired: false,
    created_at: ctx.now,
    updated_at: ctx.now,
    lines,
  })
}

/** Finds the minimum ages of the variants in these lines that have an age restriction. */
async function findMinimumAges(
  ctx: TxContext,
  lines: readonly ParcelLine[],
): Promise<ReadonlyMap<string, number>> {
  const variants = await catalogue.memoizedVariantsById(
    ctx,
    lines.map(({ variant_id }) => variant_id),
  )
  return new Map(
    [...variants].flatMap(([id, { product }]) =>
      product.minimum_age === null ? [] : [[id, product.minimum_age]],
    ),
  )
}

function maxAge(lines: readonly ParcelLine[], ages: ReadonlyMap<string, number>): number | null {
  const found = lines.flatMap(({ variant_id }) => ages.get(variant_id) ?? [])
  return found.length === 0 ? null : Math.max(...found)
}
export const getLineItems = ({ line_items }: gifting.Gift): readonly LineItem[] =>
  line_items === null ? [] : parseRawJson(line_items)

/** Returns the lines of a gift request that ship. Digital lines and donations do not ship. */
export async function getPhysicalLines(ctx: TxContext, gift: gifting.Gift): Promise<ParcelLine[]> {
  const items = getLineItems(gift)
  const variants = await catalogue.memoizedVariantsById(
    ctx,
    items.map(({ variant_id }) => variant_id),
  )
  return items
    .filter(
      ({ variant_id }) => (variants.get(variant_id)?.product.kind ?? 'physical') === 'physical',
    )
    .map(({ id, variant_id, sku, name, quantity }) => ({
      line_item_id: id,
      variant_id,
      sku,
      name,
      quantity,
    }))
}
