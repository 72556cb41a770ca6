import type { TxContext } from '#platform/postgres/database'

/** What the items of the demo cost their sender, in US cents, by SKU. */
// biome-ignore format: read down the columns
const unitCosts: Readonly<Record<string, number>> = {
  'COFFEE-KIT':       3_400,
  'NOTEBOOK-INK':     1_150,
  'NOTEBOOK-CLAY':    1_150,
  'NOTEBOOK-MOSS':    1_150,
  'MUG-SAGE':         1_480,
  'MUG-ROSE':         1_480,
  'MUG-INDIGO':       1_480,
  'THROW-OAT':        5_200,
  'THROW-FOREST':     5_200,
  'OLIVE-TRIO':       2_950,
  'WINE-BRUT':        1_640,
  'PILEA-TERRACOTTA': 1_800,
  'PILEA-WHITE':      1_800,
  'TEA-MORNING':      1_320,
  'TEA-EVENING':      1_320,
  'SPEAKER-CORAL':    4_600,
  'SPEAKER-LAGOON':   4_600,
  'SPEAKER-GRAPHITE': 4_600,
  'CHOCOLATE-12':     1_250,
  'CHOCOLATE-24':     2_300,
  'LAMP-MUSTARD':     6_100,
  'LAMP-PINE':        6_100,
  'TOTE-NATURAL':       980,
  'TOTE-NAVY':          980,
  'CLASS-PASTA':      3_900,
  'CLASS-PASTRY':     3_900,
  'BOOKS-25':         2_500,
  'BOOKS-50':         5_000,
  'HOODIE-S':         3_150,
  'HOODIE-M':         3_150,
  'HOODIE-L':         3_150,
  'HOODIE-XL':        3_150,
}

/** Enters what the items of the demo catalogue cost. */
export const setDemoUnitCosts = (ctx: TxContext): Promise<unknown> =>
  ctx.query(
    `update catalogue.variant v set unit_cost_minor = c.amount, unit_cost_currency = 'USD'
       from unnest($2::text[], $3::int[]) as c (sku, amount) where v.account_id = $1 and v.sku = c.sku`,
    [ctx.account_id, Object.keys(unitCosts), Object.values(unitCosts)],
  )
