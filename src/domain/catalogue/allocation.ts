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
}

/** A quantity reserved in one warehouse. */
export interface Allocation extends StockLine {
  warehouse_id: string
}

/**
 * Chooses the warehouses for a line: a single one where possible, so that the line ships in one parcel,
 * and preferably one in the destination country. Returns undefined when the total stock is
 * insufficient.
 */
export function allocate(
  { variant_id, quantity }: StockLine,
  locations: readonly StockLocation[],
  country: string | undefined,
): Allocation[] | undefined {
  const candidates = locations
    .filter((location) => location.variant_id === variant_id && location.available > 0)
    .toSorted((a, b) => isIn(b, country) - isIn(a, country) || b.available - a.available)
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

const isIn = (location: StockLocation, country: string | undefined) =>
  Number(location.country === country)

/** Returns one line per variant. */
export function sumByVariant(lines: readonly StockLine[]): StockLine[] {
  const quantities = new Map<string, number>()
  for (const { variant_id, quantity } of lines)
    quantities.set(variant_id, (quantities.get(variant_id) ?? 0) + quantity)
  return [...quantities].map(([variant_id, quantity]) => ({ variant_id, quantity }))
}
