import { exampleIds, examples } from './examples.ts'

/* The examples of operations on products, variants and stock. */

export const catalogueIds = {
  product: '019681f0-5a10-7c3e-9b1d-2f6a8e4c4001',
  warehouse: '019681f0-5a10-7c3e-9b1d-2f6a8e4c5001',
  digitalVariant: '019681f0-5a10-7c3e-9b1d-2f6a8e4c2002',
} as const

const { images } = examples.campaign.products[0]
const { created_at, updated_at, web_url } = examples.choice
const origin = new URL(web_url).origin
const warehouse = { id: catalogueIds.warehouse, name: 'Leipzig', country: 'DE' }
const stock = { warehouse, available: 120, reserved: 4 }

const variant = {
  id: exampleIds.variant,
  product_id: catalogueIds.product,
  sku: 'NB-LINEN-PLUM',
  name: 'Plum',
  state: 'available',
  archived_at: null,
  images,
  translations: { de: { name: 'Pflaume' } },
  weight_grams: 310,
  length_mm: 210,
  width_mm: 148,
  height_mm: 18,
  hs_code: '482010',
  origin_country: 'DE',
  declared_value: { amount: 1250, currency: 'EUR' },
  unit_cost: { amount: 890, currency: 'EUR' },
  digital: null,
  donation: null,
  stock_levels: [stock],
}

const product = {
  id: catalogueIds.product,
  name: 'Linen notebook',
  description: 'Two hundred pages, bound in linen.',
  kind: 'physical',
  charity: null,
  state: 'available',
  archived_at: null,
  images,
  translations: {
    de: { name: 'Leinennotizbuch', description: 'Zweihundert Seiten, in Leinen gebunden.' },
  },
  destination_mode: 'all',
  destinations: [],
  minimum_age: null,
  size_guide: null,
  allergens: [],
  ingredients: '',
  variants: [variant],
  web_url: `${origin}/catalogue/${catalogueIds.product}`,
  created_at,
  updated_at,
}

export const catalogueExamples = {
  variant,
  product,
  stockLevel: { variant_id: variant.id, sku: variant.sku, ...stock },
  warehouse: {
    ...warehouse,
    address: {
      name: 'Larkfield',
      line_1: 'Messe-Allee 1',
      city: 'Leipzig',
      postal_code: '04356',
      country: 'DE',
    },
  },
  codeImport: {
    variant_id: catalogueIds.digitalVariant,
    is_dry_run: false,
    imported: 2,
    duplicates: 0,
    invalid: 0,
    problems: [],
  },
  picture: { url: `${origin}/images/0f3c9a6be1d24c58a7b9e2f41d6c8b05.png` },
}
