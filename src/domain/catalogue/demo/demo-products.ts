import type { ProductRules } from '../destinations.ts'
import type { CharityDetails } from '../donation-details.ts'
import type { ProductDetails } from '../product-details.ts'
import type { ProductKind } from '../product-kind.ts'
import type { VariantDetails } from '../variant-details.ts'

/**
 * The products of the demo account: a small, realistic shop. Plain data. To add a product, add it here,
 * add its variants to the table of `demo-stock.ts`, and add three pictures of each variant to `assets/demo`.
 */

interface DemoVariant extends Partial<VariantDetails> {
  sku: string
  /** The full name, including the product. */
  name: string
}

/** A further picture of a product: the first part of its file names, and what it shows. */
export interface DemoCloseUp {
  file: string
  name: string
}

export interface DemoProduct extends Partial<ProductRules & CharityDetails & ProductDetails> {
  name: string
  description: string
  kind: ProductKind
  variants: readonly DemoVariant[]
  closeUps?: readonly DemoCloseUp[]
}

export const demoProducts: readonly DemoProduct[] = [
  {
    name: 'Pour-over coffee kit',
    description:
      'A porcelain dripper, a glass carafe and 250 g of freshly roasted beans from a small farm in Huila, Colombia. Forty paper filters are in the box.',
    kind: 'physical',
    variants: [{ sku: 'COFFEE-KIT', name: 'Pour-over coffee kit' }],
    closeUps: [{ file: 'coffee-dripper', name: 'The porcelain dripper on the carafe' }],
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
    closeUps: [{ file: 'mug-glaze', name: 'The glaze of the mug, from close by' }],
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
    ingredients:
      'Extra virgin olive oil. With lemon: extra virgin olive oil pressed with 8 % lemons. With chilli: extra virgin olive oil, 1 % chilli.',
    closeUps: [{ file: 'olive-bottles', name: 'The labels of the three bottles' }],
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
    allergens: ['sulphites'],
    ingredients: 'Sparkling wine, 12 % vol.',
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
    allergens: ['soybeans', 'milk', 'nuts'],
    ingredients:
      'Cocoa mass, sugar, cocoa butter, hazelnuts 14 %, cream, almonds 6 %, whole milk powder, raspberries 2 %, soya lecithin, vanilla. May contain traces of peanuts.',
    closeUps: [
      { file: 'chocolate-pralines', name: 'The pralines in their box' },
      { file: 'chocolate-lid', name: 'The lid with its ribbon' },
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
      'A seat in a live class of ninety minutes, taught by a working chef. The recipe and the shopping list come by email beforehand.',
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
    size_guide: {
      unit: 'cm',
      columns: ['Chest', 'Length', 'Sleeve'],
      rows: [
        { size: 'S', values: ['98', '67', '62'] },
        { size: 'M', values: ['104', '70', '64'] },
        { size: 'L', values: ['110', '73', '66'] },
        { size: 'XL', values: ['118', '76', '68'] },
      ],
      note: 'Compare with a sweatshirt of your own that fits well, measured flat.',
    },
    closeUps: [
      { file: 'hoodie-pocket', name: 'The front pocket of the sweatshirt' },
      { file: 'hoodie-hood', name: 'The hood and the drawstring of the sweatshirt' },
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
