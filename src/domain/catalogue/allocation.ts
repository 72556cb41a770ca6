/** Some of a variant. */
export interface StockLine {
  variant_id: string
  quantity: number
}

/** What a warehouse has of a variant, free to be promised. */
export interface StockLocation {
  variant_id: string
  warehouse_id: string
  available: number
  country: string
}

/** What is kept for somebody, and where. */
export interface Allocation extends StockLine {
  warehouse_id: string
}

/**
 * From which shelves a line is taken: from one alone where one has enough, so that it makes one parcel,
 * and in the country it goes to rather than elsewhere. Undefined when all together have too little.
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

/** One line for each variant. */
export function sumByVariant(lines: readonly StockLine[]): StockLine[] {
  const quantities = new Map<string, number>()
  for (const { variant_id, quantity } of lines)
    quantities.set(variant_id, (quantities.get(variant_id) ?? 0) + quantity)
  return [...quantities].map(([variant_id, quantity]) => ({ variant_id, quantity }))
}
