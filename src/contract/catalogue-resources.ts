import { Type } from 'typebox'
import { deliveries, destinationModes, productKinds } from './catalogue-limits.ts'
import { allergens, lengthUnits } from './product-details.ts'
import { enumOf, nullable } from './schema-parts.ts'

/* The schemas of products, variants and stock in responses. */

const text = Type.String()
const id = Type.String({ format: 'uuid' })
const uri = Type.String({ format: 'uri' })
const timestamp = Type.String({ format: 'date-time' })
const count = Type.Integer({ minimum: 0 })

const Image = Type.Object({
  name: text,
  url: uri,
  urls: Type.Object({ thumbnail: uri, large: uri, large_wide: uri }),
})

const state = enumOf(
  ['available', 'archived'],
  'New gifts do not offer archived products and variants.',
)

export const Money = Type.Object({
  amount: Type.Integer({ description: 'In the smallest unit: 1250 is 12.50 EUR.' }),
  currency: Type.String({ description: 'ISO 4217, such as EUR.' }),
})

const warehouse = Type.Object({ id, name: text, country: text })

const WarehouseStock = Type.Object({
  warehouse,
  available: Type.Integer({ minimum: 0, description: 'Units that new gifts can have.' }),
  reserved: Type.Integer({ minimum: 0, description: 'Units for gifts that are not shipped yet.' }),
})

const StockLevel = Type.Object({
  variant_id: id,
  sku: text,
  ...WarehouseStock.properties,
})

const DigitalContent = Type.Object({
  delivery: nullable(enumOf(deliveries), 'Null until an admin chooses one.'),
  is_link_per_gift: Type.Boolean(),
  link_host: nullable(text, 'The host of the link for all gifts. The link is never returned.'),
  file: nullable(Type.Object({ name: text, size: count, content_type: text })),
  instructions: text,
  low_stock_threshold: count,
  codes: Type.Object(
    {
      free: count,
      given: count,
      revoked: count,
      expired: count,
      waiting: Type.Integer({ minimum: 0, description: 'Gifts that wait for a code.' }),
    },
    { description: 'How many there are. Codes themselves are never returned.' },
  ),
})

const Donation = Type.Object({
  amount: Money,
  cap: nullable(
    Type.Integer({ minimum: 1 }),
    'How often recipients can choose the variant. Null: no limit.',
  ),
})

const Charity = Type.Object({
  registration_number: nullable(text),
  url: nullable(uri),
})

const SizeGuide = Type.Object({
  unit: nullable(enumOf(lengthUnits), 'The unit of the values.'),
  columns: Type.Array(text),
  rows: Type.Array(
    Type.Object({
      size: text,
      values: Type.Array(text, { description: 'One for each column.' }),
    }),
  ),
  note: Type.String({ description: 'A text below the table, or instead of it.' }),
})

const translation = {
  name: Type.Optional(text),
  images: Type.Optional(Type.Array(Type.Object({ url: uri, name: text }))),
}
const inOtherLanguages = { description: 'The texts in further languages, by language such as de.' }
const variantTranslations = Type.Record(text, Type.Object(translation), inOtherLanguages)
const productTranslations = Type.Record(
  text,
  Type.Object({ ...translation, description: Type.Optional(text) }),
  inOtherLanguages,
)

const CatalogueVariant = Type.Object({
  id,
  product_id: id,
  sku: text,
  name: text,
  state,
  archived_at: nullable(timestamp),
  images: Type.Array(Image),
  translations: variantTranslations,
  weight_grams: nullable(count),
  length_mm: nullable(count),
  width_mm: nullable(count),
  height_mm: nullable(count),
  hs_code: nullable(text, 'The customs code.'),
  origin_country: nullable(text),
  declared_value: nullable(Money, 'The value for the customs.'),
  unit_cost: nullable(Money, 'What one unit costs you. Recipients never see it.'),
  digital: nullable(DigitalContent, 'Only variants of digital products have it.'),
  donation: nullable(Donation, 'Only variants of donations have it.'),
  stock_levels: Type.Array(WarehouseStock),
})

const CatalogueProduct = Type.Object({
  id,
  name: text,
  description: text,
  kind: enumOf(productKinds, 'A donation is a charity, and each variant is an amount.'),
  charity: nullable(Charity, 'Only donations have it.'),
  state,
  archived_at: nullable(timestamp),
  images: Type.Array(Image),
  translations: productTranslations,
  destination_mode: enumOf(destinationModes),
  destinations: Type.Array(text),
  minimum_age: nullable(Type.Integer({ minimum: 1 })),
  size_guide: nullable(SizeGuide),
  allergens: Type.Array(enumOf(allergens), {
    description: 'The allergens of Regulation (EU) No 1169/2011.',
  }),
  ingredients: text,
  variants: Type.Array(CatalogueVariant),
  web_url: uri,
  created_at: timestamp,
  updated_at: timestamp,
})

const Warehouse = Type.Object({
  id,
  name: text,
  country: Type.String({ description: 'ISO 3166-1 alpha-2, such as DE.' }),
  address: nullable(
    Type.Object({
      name: text,
      line_1: text,
      line_2: Type.Optional(text),
      city: Type.Optional(text),
      region: Type.Optional(text),
      postal_code: Type.Optional(text),
      country: text,
      phone: Type.Optional(text),
    }),
    'Parcels are sent from there. Null until an admin enters it.',
  ),
})

const CodeImport = Type.Object({
  variant_id: id,
  is_dry_run: Type.Boolean(),
  imported: Type.Integer({
    minimum: 0,
    description: 'New codes; in a dry run, those that would be.',
  }),
  duplicates: Type.Integer({ minimum: 0, description: 'Codes that the account has already.' }),
  invalid: Type.Integer({ minimum: 0, description: 'Only in a dry run.' }),
  problems: Type.Array(Type.Object({ param: text, message: text }), {
    description: 'The first hundred duplicates and invalid codes, by position.',
  }),
})

const Picture = Type.Object({
  url: Type.String({ format: 'uri', description: 'The address to use in `images` and logos.' }),
})

export const catalogueSchemas = {
  products: CatalogueProduct,
  variants: CatalogueVariant,
  stock_levels: StockLevel,
  warehouses: Warehouse,
  code_imports: CodeImport,
  pictures: Picture,
} as const

/** Named schemas of the documents. */
export const namedCatalogueResources = {
  Money,
  WarehouseStock,
  CatalogueStockLevel: StockLevel,
  DigitalContent,
  Donation,
  Charity,
  SizeGuide,
  CatalogueVariant,
  CatalogueProduct,
  Warehouse,
  CodeImport,
  Picture,
} as const
