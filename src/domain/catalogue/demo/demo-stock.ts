import type { Address } from '#contract'

/* The warehouses of the demo account, and their stock. */

export interface DemoWarehouse {
  key: 'us' | 'de' | 'jp'
  name: string
  country: string
  /** The sender address on labels. */
  address: Omit<Address, 'country'>
}

export interface DemoStockLevel {
  sku: string
  warehouse: DemoWarehouse['key']
  available: number
}

export const demoWarehouses: readonly DemoWarehouse[] = [
  {
    ...{ key: 'us', name: 'Columbus', country: 'US' },
    address: {
      ...{ name: 'Larkfield Inc.', line_1: '1440 Dublin Road', postal_code: '43215' },
      ...{ city: 'Columbus', region: 'OH' },
    },
  },
  {
    ...{ key: 'de', name: 'Leipzig', country: 'DE' },
    address: {
      ...{ name: 'Larkfield GmbH', line_1: 'Spinnereistraße 7', postal_code: '04179' },
      ...{ city: 'Leipzig' },
    },
  },
  {
    ...{ key: 'jp', name: 'Yokohama', country: 'JP' },
    address: {
      ...{ name: 'Larkfield K.K.', line_1: '1-1-1 Shinko', postal_code: '231-0001' },
      ...{ city: 'Naka-ku, Yokohama', region: 'Kanagawa' },
    },
  },
]

/** The stock in each warehouse. Digital variants and donations have no stock. */
// biome-ignore format: read down the columns
const stockBySku: Readonly<Record<string, readonly [us: number, de: number, jp: number]>> = {
  //                  us   de   jp
  'COFFEE-KIT':       [ 180,  95,  40],
  'NOTEBOOK-INK':     [ 420, 310, 260],
  'NOTEBOOK-CLAY':    [ 380, 290, 150],
  'NOTEBOOK-MOSS':    [ 265,   0,  90],
  'MUG-SAGE':         [ 240, 160, 120],
  'MUG-ROSE':         [ 210, 140,  75],
  'MUG-INDIGO':       [  18,   6,   0],
  'THROW-OAT':        [  90,  60,  25],
  'THROW-FOREST':     [  70,  45,  30],
  'OLIVE-TRIO':       [ 130, 210,   0],
  'WINE-BRUT':        [  72,  96,   0],
  'PILEA-TERRACOTTA': [  60,  55,   0],
  'PILEA-WHITE':      [  48,  52,   0],
  'TEA-MORNING':      [ 300, 220, 340],
  'TEA-EVENING':      [ 280, 200, 310],
  'SPEAKER-CORAL':    [ 105,  75,  60],
  'SPEAKER-LAGOON':   [ 110,  80,  65],
  'SPEAKER-GRAPHITE': [ 150, 120,  95],
  'CHOCOLATE-12':     [ 260, 330, 110],
  'CHOCOLATE-24':     [ 140, 180,  60],
  'LAMP-MUSTARD':     [  55,  40,  22],
  'LAMP-PINE':        [  62,  38,  18],
  'TOTE-NATURAL':     [ 500, 420, 280],
  'TOTE-NAVY':        [ 460, 390, 240],
  'HOODIE-S':         [  80,  65,  55],
  'HOODIE-M':         [ 150, 120,  90],
  'HOODIE-L':         [ 140, 110,  60],
  'HOODIE-XL':        [  75,  50,   4],
}

/**
 * The SKU of a variant that is sold out in all warehouses of the demo account, to show the effect of a
 * shortage.
 */
const soldOutSku = 'SPEAKER-CORAL'

/**
 * Lists the stock of the demo, which has a shortage, or the stock of samples in the account of a user, which
 * has none.
 */
export const listDemoStock = ({
  hasShortages,
}: {
  hasShortages: boolean
}): readonly DemoStockLevel[] =>
  Object.entries(stockBySku).flatMap(([sku, levels]) =>
    demoWarehouses.map(({ key }, index) => ({
      sku,
      warehouse: key,
      available: hasShortages && sku === soldOutSku ? 0 : (levels[index] ?? 0),
    })),
  )
