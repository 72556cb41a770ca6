/** A quantity of a variant. */
export interface StockLine {
  variant_id: string
  quantity: number
}

/** The available stock of a variant in a warehouse. */
export interface StockLocation {
  variant_id: string
  warehouse_id: string
  available: number
  country: string
  /** The only team whose gifts may take the stock. Null for all gifts. */
  team_id: string | null
}

/** A quantity reserved in one warehouse. */
export interface Allocation extends StockLine {
  warehouse_id: string
}

/**
 * Chooses the warehouses for the lines of one gift, so that they ship in few parcels: of two warehouses that have all of a
 * line, first one of the team, then one in the destination country, then the one that has more of the lines, then the one with the larger stock of
 * all lines. Returns the lines whose total stock is insufficient.
 */
export function allocate(
  lines: readonly StockLine[],
  locations: readonly StockLocation[],
  country: string | undefined,
): { allocations: Allocation[]; insufficient: StockLine[] } {
  const ranked = rankWarehouses(lines, locations, country)
  const attempts = lines.map((line) => ({
    line,
    allocations: allocateLine(line, locations, ranked),
  }))
  return {
    allocations: attempts.flatMap(({ allocations }) => allocations ?? []),
    insufficient: attempts.flatMap(({ line, allocations }) =>
      allocations === undefined ? [line] : [],
    ),
  }
}

/** Returns the ids of the warehouses, the preferred one first. */
function rankWarehouses(
  lines: readonly StockLine[],
  locations: readonly StockLocation[],
  country: string | undefined,
): string[] {
  const quantities = new Map(lines.map(({ variant_id, quantity }) => [variant_id, quantity]))
  const warehouses = Map.groupBy(
    locations.filter(({ variant_id }) => quantities.has(variant_id)),
    ({ warehouse_id }) => warehouse_id,
  )
  return [...warehouses]
    .map(([id, stock]) => ({
      id,
      isOfTeam: Number(stock[0]?.team_id !== null),
      isNear: Number(stock[0]?.country === country),
      complete: stock.filter(
        ({ variant_id, available }) => available >= (quantities.get(variant_id) ?? 0),
      ).length,
      available: stock.reduce((sum, { available }) => sum + available, 0),
    }))
    .toSorted(
      (a, b) =>
        b.isOfTeam - a.isOfTeam ||
        b.isNear - a.isNear ||
        b.complete - a.complete ||
        b.available - a.available,
    )
    .map(({ id }) => id)
}

function allocateLine(
  { variant_id, quantity }: StockLine,
  locations: readonly StockLocation[],
  ranked: readonly string[],
): Allocation[] | undefined {
  const candidates = ranked.flatMap((id) =>
    locations.filter(
      (each) => each.warehouse_id === id && each.variant_id === variant_id && each.available > 0,
    ),
  )
  const sufficient = candidates.find(({ available }) => available >= quantity)
  let remaining = quantity
  const allocations: Allocation[] = []
  for (const { warehouse_id, available } of sufficient === undefined ? candidates : [sufficient]) {
    if (remaining === 0) break
    const quantityTaken = Math.min(remaining, available)
    allocations.push({ variant_id, warehouse_id, quantity: quantityTaken })
    remaining -= quantityTaken
  }
  return remaining === 0 ? allocations : undefined
}

/** Returns one line per variant. */
export function sumByVariant(lines: readonly StockLine[]): StockLine[] {
  const quantities = new Map<string, number>()
  for (const { variant_id, quantity } of lines)
    quantities.set(variant_id, (quantities.get(variant_id) ?? 0) + quantity)
  return [...quantities].map(([variant_id, quantity]) => ({ variant_id, quantity }))
}
