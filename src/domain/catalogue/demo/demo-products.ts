import type { Address } from '#contract'
import type { ProductRules } from '../destinations.ts'
import type { CharityDetails } from '../donation-details.ts'
import type { ProductKind } from '../product-kind.ts'
import type { VariantDetails } from '../variant-details.ts'

/**
 * The products of the demo account: a small, realistic shop. Plain data. To add a product, add it here,
 * add its variants to the stock table, and add three pictures of each variant to `assets/demo`.
 */

interface DemoVariant extends Partial<VariantDetails> {
  sku: string
  /** The full name, including the product. */
  name: string
}

export interface DemoProduct extends Partial<ProductRules & CharityDetails> {
  name: string
  description: string
  kind: ProductKind
  variants: readonly DemoVariant[]
}

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

export const demoProducts: readonly DemoProduct[] = [
  {
    name: 'Pour-over coffee kit',
    description:
      'A porcelain dripper, a glass carafe and 250 g of freshly roasted beans from a small farm in Huila, Colombia. Forty paper filters are in the box.',
    kind: 'physical',
    variants: [{ sku: 'COFFEE-KIT', name: 'Pour-over coffee kit' }],
  },
  {
    name: 'Linen notebook',
    description:
      '192 dotted pages of smooth 100 g paper in a woven linen cover. It lies flat when it is open.',
    kind: 'physical',
    variants: [
      { sku: 'NOTEBOOK-INK', name: 'Linen notebook, ink blue' },
      { sku: 'NOTEBOOK-CLAY', name: 'Linen notebook, clay' },
      { sku: 'NOTEBOOK-MOSS', name: 'Linen notebook, moss' },
    ],
  },
  {
    name: 'Stoneware mug',
    description:
      'Thrown and glazed by hand in Portugal, so no two are quite alike. Holds 350 ml and goes into the dishwasher.',
    kind: 'physical',
    variants: [
      { sku: 'MUG-SAGE', name: 'Stoneware mug, sage' },
      { sku: 'MUG-ROSE', name: 'Stoneware mug, rose' },
      { sku: 'MUG-INDIGO', name: 'Stoneware mug, indigo' },
    ],
  },
  {
    name: 'Wool throw',
    description:
      'A warm, light throw of undyed and plant-dyed lambswool, 130 by 180 cm, with a fringe knotted by hand.',
    kind: 'physical',
    variants: [
      { sku: 'THROW-OAT', name: 'Wool throw, oat' },
      { sku: 'THROW-FOREST', name: 'Wool throw, forest' },
    ],
  },
  {
    name: 'Olive oil trio',
    description:
      'Three 250 ml bottles from one family grove in Puglia: plain extra virgin, pressed with lemon, and warmed with chilli.',
    kind: 'physical',
    // Food parcels need papers there.
    destination_mode: 'deny',
    destinations: ['AU', 'NZ'],
    variants: [
      {
        sku: 'OLIVE-TRIO',
        name: 'Olive oil trio',
        ...{ weight_grams: 1_650, length_mm: 320, width_mm: 250, height_mm: 90 },
        ...{ hs_code: '150920', origin_country: 'IT' },
        ...{ declared_value_minor: 3_900, declared_value_currency: 'EUR' },
      },
    ],
  },
  {
    name: 'Sparkling wine',
    description:
      'A dry sparkling wine from a family estate on the Loire, 750 ml. The parcel is handed over to an adult.',
    kind: 'physical',
    minimum_age: 21,
    destination_mode: 'allow',
    destinations: ['DE', 'FR', 'GB', 'US-CA', 'US-NY', 'US-OH'],
    variants: [
      {
        sku: 'WINE-BRUT',
        name: 'Sparkling wine, brut',
        ...{ weight_grams: 1_580, length_mm: 330, width_mm: 110, height_mm: 110 },
        ...{ hs_code: '220410', origin_country: 'FR' },
        ...{ declared_value_minor: 1_900, declared_value_currency: 'EUR' },
      },
    ],
  },
  {
    name: 'Potted pilea',
    description:
      'An easy plant that likes a bright window and a drink once a week. It travels in its ceramic pot, packed so that it arrives upright.',
    kind: 'physical',
    variants: [
      { sku: 'PILEA-TERRACOTTA', name: 'Potted pilea, terracotta pot' },
      { sku: 'PILEA-WHITE', name: 'Potted pilea, white pot' },
    ],
  },
  {
    name: 'Tea sampler',
    description:
      'Three tins of loose-leaf tea, enough for sixty cups: a bright set for the morning, or a calm one without caffeine for the evening.',
    kind: 'physical',
    variants: [
      { sku: 'TEA-MORNING', name: 'Tea sampler, morning' },
      { sku: 'TEA-EVENING', name: 'Tea sampler, evening' },
    ],
  },
  {
    name: 'Portable speaker',
    description:
      'Clear sound from a speaker that fits in a coat pocket. Plays for fourteen hours and does not mind the rain.',
    kind: 'physical',
    variants: [
      { sku: 'SPEAKER-CORAL', name: 'Portable speaker, coral' },
      { sku: 'SPEAKER-LAGOON', name: 'Portable speaker, lagoon' },
      { sku: 'SPEAKER-GRAPHITE', name: 'Portable speaker, graphite' },
    ],
  },
  {
    name: 'Box of chocolates',
    description:
      'Pralines and truffles made in small batches with cocoa from Ghana and Peru. A card inside tells which is which.',
    kind: 'physical',
    variants: [
      { sku: 'CHOCOLATE-12', name: 'Box of chocolates, 12 pieces' },
      { sku: 'CHOCOLATE-24', name: 'Box of chocolates, 24 pieces' },
    ],
  },
  {
    name: 'Desk lamp',
    description:
      'A jointed lamp with a brass hinge and a warm, dimmable light. Comes with plugs for the US, Europe and Japan.',
    kind: 'physical',
    variants: [
      { sku: 'LAMP-MUSTARD', name: 'Desk lamp, mustard' },
      { sku: 'LAMP-PINE', name: 'Desk lamp, pine green' },
    ],
  },
  {
    name: 'Canvas tote',
    description:
      'Heavy organic cotton, long handles and an inside pocket. Carries the shopping home for years.',
    kind: 'physical',
    variants: [
      { sku: 'TOTE-NATURAL', name: 'Canvas tote, natural' },
      { sku: 'TOTE-NAVY', name: 'Canvas tote, navy' },
    ],
  },
  {
    name: 'Online cooking class',
    description:
      'A seat in a live class of ninety minutes, taught by a working chef. The recipe and the shopping list come by e-mail beforehand.',
    kind: 'digital',
    variants: [
      { sku: 'CLASS-PASTA', name: 'Online cooking class, fresh pasta' },
      { sku: 'CLASS-PASTRY', name: 'Online cooking class, pastry' },
    ],
  },
  {
    name: 'Book voucher',
    description:
      'A code for printed books, e-books or audiobooks at more than two thousand independent bookshops. It does not expire.',
    kind: 'digital',
    variants: [
      { sku: 'BOOKS-25', name: 'Book voucher, $25' },
      { sku: 'BOOKS-50', name: 'Book voucher, $50' },
    ],
  },
  {
    name: 'Hooded sweatshirt',
    description:
      'A soft, midweight sweatshirt of organic cotton, brushed on the inside. The cut is straight; between two sizes, take the larger.',
    kind: 'physical',
    variants: [
      { sku: 'HOODIE-S', name: 'Hooded sweatshirt, S' },
      { sku: 'HOODIE-M', name: 'Hooded sweatshirt, M' },
      { sku: 'HOODIE-L', name: 'Hooded sweatshirt, L' },
      { sku: 'HOODIE-XL', name: 'Hooded sweatshirt, XL' },
    ],
  },
  {
    name: 'Open Tide Sea Rescue',
    description:
      'Volunteers who bring people home from the sea, day and night. Donate your present, and it pays for fuel, ropes and life jackets.',
    kind: 'donation',
    registration_number: 'CH-204518',
    charity_url: 'https://opentide.example',
    variants: [
      {
        ...{ sku: 'TIDE-25', name: 'Open Tide Sea Rescue, $25' },
        ...{ donation_amount_minor: 2_500, donation_currency: 'USD' },
      },
      {
        ...{ sku: 'TIDE-50', name: 'Open Tide Sea Rescue, $50' },
        ...{ donation_amount_minor: 5_000, donation_currency: 'USD', donation_cap: 200 },
      },
    ],
  },
]

/** Stock per warehouse. The coral speaker is sold out everywhere; digital variants and donations have no stock. */
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
  'SPEAKER-CORAL':    [   0,   0,   0],
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

export const demoStock: readonly DemoStockLevel[] = Object.entries(stockBySku).flatMap(
  ([sku, levels]) =>
    demoWarehouses.map(({ key }, index) => ({
      sku,
      warehouse: key,
      available: levels[index] ?? 0,
    })),
)
