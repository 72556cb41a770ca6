/** Some of a variant. */
export interface StockLine {
  variant_id: string
  quantity: number
}

/** What a warehouse has of a variant, free to be promised. */
export interface Shelf {
  variant_id: string
  warehouse_id: string
  available: number
  country: string
}

/** What is kept for somebody, and where. */
export interface Held extends StockLine {
  warehouse_id: string
}

/**
 * From which shelves a line is taken: from one alone where one has enough, so that it makes one parcel,
 * and in the country it goes to rather than elsewhere. Undefined when all together have too little.
 */
export function shelvesFor(
  { variant_id, quantity }: StockLine,
  shelves: readonly Shelf[],
  country: string | undefined,
): Held[] | undefined {
  const near = shelves
    .filter((shelf) => shelf.variant_id === variant_id && shelf.available > 0)
    .toSorted((a, b) => isIn(b, country) - isIn(a, country) || b.available - a.available)
  const enough = near.find(({ available }) => available >= quantity)
  let missing = quantity
  const held: Held[] = []
  for (const { warehouse_id, available } of enough === undefined ? near : [enough]) {
    if (missing === 0) break
    const taken = Math.min(missing, available)
    held.push({ variant_id, warehouse_id, quantity: taken })
    missing -= taken
  }
  return missing === 0 ? held : undefined
}

const isIn = (shelf: Shelf, country: string | undefined) => Number(shelf.country === country)

/** One line for each variant. */
export function summed(lines: readonly StockLine[]): StockLine[] {
  const sums = new Map<string, number>()
  for (const { variant_id, quantity } of lines)
    sums.set(variant_id, (sums.get(variant_id) ?? 0) + quantity)
  return [...sums].map(([variant_id, quantity]) => ({ variant_id, quantity }))
}
