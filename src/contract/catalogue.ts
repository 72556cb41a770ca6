import { type Static, Type } from 'typebox'
import { Charity, Donation } from './catalogue-donations.ts'
import {
  deliveries,
  destinationModes,
  maxDeclaredValueMinor,
  maxDestinations,
  maxLengthMm,
  maxUnitCostMinor,
  maxWeightGrams,
  productKinds,
} from './catalogue-limits.ts'
import { imageUrl, productTranslations, variantTranslations } from './catalogue-translations.ts'
import { id, singleLine } from './normalize.ts'
import { clearable } from './nullable.ts'
import { allergenList, ingredientsText, SizeGuide } from './product-details.ts'
import { defineBody, defineChanges } from './request-body.ts'
import { integer, line, optional, strict } from './request-parts.ts'
import { enumOf } from './schema-parts.ts'

/* The bodies of operations on products and variants. */

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
      enumOf(deliveries, 'Fixed once codes were imported or gifts were given. Left out: code.'),
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
    enumOf(destinationModes, 'all: everywhere. allow, deny: only, or not, to the destinations.'),
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

const variantCounts = { minItems: 1, maxItems: 100 }

const NewProduct = Type.Object(
  {
    name: line(255),
    description: optional(description),
    kind: enumOf(
      productKinds,
      'Fixed after creation. A donation is a charity, and each variant is an amount.',
    ),
    images: optional(images),
    translations: productTranslations,
    charity: optional(Charity),
    ...productDetails,
    ...productRules,
    variants: Type.Array(NewVariant, variantCounts),
  },
  strict,
)
export const newProductBody = defineBody(NewProduct)

const productChange = {
  name: optional(line(255)),
  description: optional(description),
  images: optional(images),
  translations: productTranslations,
  charity: optional(Charity),
  ...productDetails,
  ...productRules,
}
export const productChangeBody = defineChanges(Type.Object(productChange, strict))

/** The form of the web app saves a product with its variants at once. */
const ProductForm = Type.Object(
  {
    ...productChange,
    variants: optional(
      Type.Array(Type.Object({ ...variant, id: optional(Type.String(id)) }, strict), {
        ...variantCounts,
        description: 'All variants, in the order of display. One without an id is new.',
      }),
    ),
  },
  strict,
)
export const productFormBody = defineChanges(ProductForm)

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
      {
        ...strict,
        minProperties: 1,
        description: 'Shipping details apply to every variant.',
      },
    ),
  },
  strict,
)
export const productBulkChangeBody = defineBody(ProductBulkChange)
