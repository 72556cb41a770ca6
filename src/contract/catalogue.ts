import { type Static, Type } from 'typebox'
import { Charity, Donation } from './catalogue-donations.ts'
import {
  deliveries,
  destinationModes,
  maxAvailable,
  maxDeclaredValueMinor,
  maxDestinations,
  maxLengthMm,
  maxUnitCostMinor,
  maxWeightGrams,
  productKinds,
} from './catalogue-limits.ts'
import { imageUrl, productTranslations, variantTranslations } from './catalogue-translations.ts'
import { NewAddress } from './new-gift-request.ts'
import { id, singleLine } from './normalize.ts'
import { clearable } from './nullable.ts'
import { allergenList, ingredientsText, SizeGuide } from './product-details.ts'
import { defineBody, defineChanges } from './request-body.ts'

/* The bodies of operations on products, variants and stock. */

const strict = { additionalProperties: false } as const
const line = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, ...singleLine, ...(description && { description }) })
const oneOf = <const Word extends string>(words: readonly Word[], description: string) =>
  Type.Unsafe<Word>({ type: 'string', enum: [...words], description })
const integer = (minimum: number, maximum: number, description?: string) =>
  Type.Integer({ minimum, maximum, ...(description && { description }) })
const optional = Type.Optional

/** A picture. Without `urls`, each size shows `url`. */
const NewImage = Type.Object(
  {
    name: Type.String({
      maxLength: 255,
      ...singleLine,
      description: 'The text for screen readers.',
    }),
    url: imageUrl,
    urls: optional(
      Type.Object({ thumbnail: imageUrl, large: imageUrl, large_wide: imageUrl }, strict),
    ),
  },
  strict,
)
export type NewImage = Static<typeof NewImage>
const images = Type.Array(NewImage, { maxItems: 5 })

const UnitCost = Type.Object(
  { amount: integer(0, maxUnitCostMinor, 'In the smallest unit.'), currency: line(3) },
  strict,
)
const DeclaredValue = Type.Object(
  { amount: integer(0, maxDeclaredValueMinor, 'In the smallest unit.'), currency: line(3) },
  strict,
)

const length = clearable(integer(1, maxLengthMm))
/** Weight, size and customs data. */
const shippingDetails = {
  weight_grams: optional(clearable(integer(1, maxWeightGrams))),
  length_mm: optional(length),
  width_mm: optional(length),
  height_mm: optional(length),
  hs_code: optional(clearable(line(20, 'The customs code: 6 to 10 digits.'))),
  origin_country: optional(clearable(line(2, 'ISO 3166-1 alpha-2, such as DE.'))),
  declared_value: optional(
    Type.Unsafe<Static<typeof DeclaredValue> | null>({
      ...DeclaredValue,
      type: ['object', 'null'],
      description: 'The value for the customs.',
    }),
  ),
}

/** How a digital variant is delivered. */
const DigitalContent = Type.Object(
  {
    delivery: optional(
      oneOf(deliveries, 'Fixed once codes were imported or gifts were given. Left out: code.'),
    ),
    link_url: optional(
      Type.String({
        minLength: 1,
        maxLength: 2_000,
        description: 'One link for all gifts. It is never returned.',
      }),
    ),
    is_link_per_gift: optional(Type.Boolean({ description: 'Import the links like codes.' })),
    instructions: optional(
      Type.String({ maxLength: 2_000, description: 'How a recipient uses the gift.' }),
    ),
    low_stock_threshold: optional(
      integer(0, 100_000, 'At this number of free codes, admins get an email.'),
    ),
  },
  { ...strict, description: 'Only for variants of digital products.' },
)
export type DigitalContent = Static<typeof DigitalContent>

const productRules = {
  destination_mode: optional(
    oneOf(destinationModes, 'all: everywhere. allow, deny: only, or not, to the destinations.'),
  ),
  destinations: optional(
    Type.Array(line(10), {
      maxItems: maxDestinations,
      description: 'Countries such as DE, or US states such as US-CA.',
    }),
  ),
  minimum_age: optional(clearable(integer(1, 99))),
}
const productDetails = {
  size_guide: optional(clearable(SizeGuide)),
  allergens: optional(allergenList),
  ingredients: optional(ingredientsText),
}
const description = Type.String({ maxLength: 5_000 })

const variant = {
  sku: line(100, 'Unique in the account.'),
  name: line(255),
  images: optional(images),
  translations: variantTranslations,
  ...shippingDetails,
  unit_cost: optional(
    Type.Unsafe<Static<typeof UnitCost> | null>({
      ...UnitCost,
      type: ['object', 'null'],
      description: 'What one unit costs you; not for donations. Recipients never see it.',
    }),
  ),
  digital: optional(DigitalContent),
  donation: optional(Donation),
}
const NewVariant = Type.Object(variant, strict)
export type NewVariant = Static<typeof NewVariant>
export const newVariantBody = defineBody(NewVariant)

const VariantChange = Type.Object(
  { ...variant, sku: optional(variant.sku), name: optional(variant.name) },
  strict,
)
export const variantChangeBody = defineChanges(VariantChange)

const NewProduct = Type.Object(
  {
    name: line(255),
    description: optional(description),
    kind: oneOf(
      productKinds,
      'Fixed after creation. A donation is a charity, and each variant is an amount.',
    ),
    images: optional(images),
    translations: productTranslations,
    charity: optional(Charity),
    ...productDetails,
    ...productRules,
    variants: Type.Array(NewVariant, { minItems: 1, maxItems: 100 }),
  },
  strict,
)
export const newProductBody = defineBody(NewProduct)

const ProductChange = Type.Object(
  {
    name: optional(line(255)),
    description: optional(description),
    images: optional(images),
    translations: productTranslations,
    charity: optional(Charity),
    ...productDetails,
    ...productRules,
  },
  strict,
)
export const productChangeBody = defineChanges(ProductChange)

const ProductBulkChange = Type.Object(
  {
    ids: Type.Array(Type.String(id), { minItems: 1, maxItems: 100 }),
    change: Type.Object(
      {
        archived: optional(Type.Boolean({ description: 'true archives, false restores.' })),
        description: optional(description),
        ...productRules,
        ...shippingDetails,
      },
      { ...strict, description: 'Shipping details apply to every variant.' },
    ),
  },
  strict,
)
export const productBulkChangeBody = defineBody(ProductBulkChange)

const stockKey = { variant_id: Type.String(id), warehouse_id: Type.String(id) }
const count = integer(0, maxAvailable)

const StockCounts = Type.Object(
  {
    levels: Type.Array(
      Type.Object(
        {
          ...stockKey,
          available: count,
          expected: optional(
            integer(0, maxAvailable, 'The count that you know. If it differs, nothing is set.'),
          ),
        },
        strict,
      ),
      { minItems: 1, maxItems: 500 },
    ),
  },
  strict,
)
export const stockCountsBody = defineBody(StockCounts)

const StockAdjustment = Type.Object(
  {
    levels: Type.Array(
      Type.Object(
        {
          ...stockKey,
          delta: integer(-maxAvailable, maxAvailable, 'Units to add; below 0: to take away.'),
        },
        strict,
      ),
      { minItems: 1, maxItems: 500 },
    ),
    reason: line(500, 'For the audit log, such as the number of a delivery note.'),
  },
  strict,
)
export const stockAdjustmentBody = defineBody(StockAdjustment)

const NewCodes = Type.Object(
  {
    codes: Type.Array(
      Type.Object(
        {
          code: Type.String({ minLength: 1, maxLength: 2_000 }),
          pin: optional(clearable(Type.String({ minLength: 1, maxLength: 100 }))),
          expires_on: optional(
            clearable(Type.String({ minLength: 10, maxLength: 10, description: '2027-12-31' })),
          ),
        },
        strict,
      ),
      { minItems: 1, maxItems: 500 },
    ),
    skip_duplicates: optional(
      Type.Boolean({ description: 'Import the other codes. Left out: a duplicate rejects all.' }),
    ),
    include_similar: optional(
      Type.Boolean({ description: 'Import codes that repeat others but for case and hyphens.' }),
    ),
  },
  strict,
)
export const newCodesBody = defineBody(NewCodes)

const NewPicture = Type.Object(
  { url: Type.String({ minLength: 1, maxLength: 500, description: 'An https address.' }) },
  strict,
)
export const newPictureBody = defineBody(NewPicture)

const warehouseCountry = line(
  2,
  'ISO 3166-1 alpha-2, such as DE. It is fixed once the warehouse has stock.',
)
const warehouseAddress = Type.Unsafe<Static<typeof NewAddress> | null>({
  ...NewAddress,
  type: ['object', 'null'],
  description: 'Parcels are sent from there. In the country of the warehouse.',
})

/** The body of `POST /warehouses`. */
export const newWarehouseBody = defineBody(
  Type.Object(
    { name: line(255), country: warehouseCountry, address: optional(warehouseAddress) },
    strict,
  ),
)

/** The body of `PATCH /warehouses/{id}`. */
export const warehouseChangeBody = defineChanges(
  Type.Object(
    {
      name: optional(line(255)),
      country: optional(warehouseCountry),
      address: optional(warehouseAddress),
    },
    strict,
  ),
)
