import { type Static, Type } from 'typebox'
import { maxAvailable } from '#contract/catalogue-limits'
import { allergenList, SizeGuide } from '#contract/product-details'
import { anyText, oneOf } from '../lib/filters.ts'
import { operation } from '../lib/operation.ts'
import { listQuery } from '../lib/query.ts'
import {
  boundedText,
  Delivery,
  Image,
  orNull,
  ProductKind,
  ProductRules,
  sortedPage,
  strict,
  Timestamp,
} from '../lib/schemas.ts'
import { NewProduct, ProductForm, ProductTranslation, VariantTranslation } from './form-contract.ts'

const text = orNull(Type.String())
const integer = orNull(Type.Integer())

export const Variant = Type.Object({
  id: Type.String(),
  sku: Type.String(),
  name: Type.String(),
  images: Type.Array(Image),
  translations: Type.Record(Type.String(), VariantTranslation),
  archived_at: orNull(Timestamp),
  stock_levels: Type.Array(
    Type.Object({
      warehouse_id: Type.String(),
      available: Type.Integer(),
      reserved: Type.Integer({ description: 'For gifts that have not shipped yet.' }),
    }),
  ),
  weight_grams: integer,
  length_mm: integer,
  width_mm: integer,
  height_mm: integer,
  hs_code: text,
  origin_country: text,
  declared_value_minor: integer,
  declared_value_currency: text,
  donation_amount_minor: integer,
  donation_currency: text,
  donation_cap: orNull(Type.Integer({ description: 'How often recipients can choose it.' })),
  unit_cost_minor: integer,
  unit_cost_currency: text,
})
export type Variant = Static<typeof Variant>

/** What a digital variant gives. */
export const VariantContent = Type.Object({
  /** Null for a variant that is older than digital contents. */
  delivery: orNull(Delivery),
  is_link_per_gift: Type.Boolean(),
  needs_code: Type.Boolean({ description: 'Each gift takes an imported code.' }),
  link_host: text,
  file: orNull(
    Type.Object({
      name: Type.String(),
      size: Type.Integer(),
      content_type: Type.String(),
      created_at: Timestamp,
    }),
  ),
  instructions: Type.String(),
  low_stock_threshold: Type.Integer(),
  counts: Type.Object({
    free: Type.Integer(),
    given: Type.Integer(),
    revoked: Type.Integer(),
    expired: Type.Integer(),
    waiting: Type.Integer({ description: 'Gifts that wait for a code.' }),
    downloads: Type.Integer(),
  }),
  is_low: Type.Boolean(),
})
export type VariantContent = Static<typeof VariantContent>

export const VariantDetail = Type.Object({
  ...Variant.properties,
  content: orNull(VariantContent),
})
export type VariantDetail = Static<typeof VariantDetail>

const product = {
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  kind: ProductKind,
  images: Type.Array(Image),
  translations: Type.Record(Type.String(), ProductTranslation),
  registration_number: orNull(Type.String({ description: 'Of the charity.' })),
  charity_url: text,
  size_guide: orNull(SizeGuide),
  allergens: allergenList,
  ingredients: Type.String(),
  ...ProductRules.properties,
  archived_at: orNull(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
}

export const Product = Type.Object({ ...product, variants: Type.Array(Variant) })
export type Product = Static<typeof Product>

export const ProductDetail = Type.Object({
  ...product,
  variants: Type.Array(VariantDetail),
  campaigns: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), {
    description: 'Live campaigns that offer the product.',
  }),
})
export type ProductDetail = Static<typeof ProductDetail>

export const listProducts = operation('GET', '/catalogue/products', {
  role: 'sender',
  summary: 'list products',
  query: listQuery(
    {
      state: oneOf('available', 'archived'),
      q: anyText,
      stock: oneOf('low'),
      sort: oneOf('created', 'name'),
    },
    { maxLimit: 50 },
  ),
  reply: sortedPage(Product),
})

export const readProduct = operation('GET', '/catalogue/products/:id', {
  role: 'sender',
  summary: 'show a product, its stock, and the campaigns that offer it',
  reply: ProductDetail,
})

export const createProduct = operation('POST', '/catalogue/products', {
  role: 'admin',
  summary: 'add a product',
  body: NewProduct,
  bodySize: 'large',
  status: 201,
  reply: ProductDetail,
})

export const changeProduct = operation('PUT', '/catalogue/products/:id', {
  role: 'admin',
  summary: 'change a product and its variants',
  body: ProductForm,
  bodySize: 'large',
  reply: ProductDetail,
})

export const archiveProduct = operation('POST', '/catalogue/products/:id/archive', {
  role: 'admin',
  summary: 'stop offering a product',
})

export const restoreProduct = operation('POST', '/catalogue/products/:id/restore', {
  role: 'admin',
  summary: 'offer a product again',
})

export const archiveVariant = operation(
  'POST',
  '/catalogue/products/:id/variants/:variant_id/archive',
  { role: 'admin', summary: 'stop offering a variant' },
)

export const restoreVariant = operation(
  'POST',
  '/catalogue/products/:id/variants/:variant_id/restore',
  { role: 'admin', summary: 'offer a variant again' },
)

const amount = Type.Integer({ minimum: 0, maximum: maxAvailable })

export const setStock = operation('PUT', '/catalogue/stock', {
  role: 'admin',
  summary: 'set stock levels',
  body: Type.Object(
    {
      levels: Type.Array(
        Type.Object(
          {
            variant_id: boundedText(64),
            warehouse_id: boundedText(64),
            available: amount,
            expected: Type.Optional(amount),
          },
          strict,
        ),
        { minItems: 1, maxItems: 500 },
      ),
    },
    strict,
  ),
  bodySize: 'large',
  reply: Type.Object({ changed: Type.Integer() }),
})

export const addSampleCatalogue = operation('POST', '/catalogue/sample', {
  role: 'admin',
  summary: 'add the sample products and campaigns to an account without products',
  status: 201,
  reply: Type.Object({ variants: Type.Integer() }),
})

const UploadedImage = Type.Object({ url: Type.String() })

export const uploadImage = operation('POST', '/catalogue/images', {
  role: 'admin',
  summary: 'upload an image',
  body: Type.Object({ content: Type.String({ maxLength: 1_000_000 }) }, strict),
  bodySize: 'large',
  status: 201,
  reply: UploadedImage,
})

export const loadImage = operation('POST', '/catalogue/images/load', {
  role: 'admin',
  summary: 'load an image from another server, once',
  body: Type.Object({ url: boundedText(500) }, strict),
  status: 201,
  reply: UploadedImage,
})
