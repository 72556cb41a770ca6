import { type Static, type TSchema, Type } from 'typebox'
import {
  maxCharityUrlLength,
  maxDeclaredValueMinor,
  maxDestinations,
  maxDonationAmountMinor,
  maxDonationCap,
  maxLengthMm,
  maxRegistrationNumberLength,
  maxUnitCostMinor,
  maxWeightGrams,
} from '#contract/catalogue-limits'
import { allergenList, ingredientsText, SizeGuide } from '#contract/product-details'
import { boundedText, Delivery, DestinationMode, ProductKind, strict } from '../lib/schemas.ts'

/* Products as forms send them. */

const imageUrl = Type.String({ minLength: 1, maxLength: 500, pattern: '^(https?://|/)[^\\s]+$' })
const images = Type.Array(
  Type.Object(
    {
      name: Type.String({ maxLength: 255 }),
      url: imageUrl,
      urls: Type.Object({ thumbnail: imageUrl, large: imageUrl, large_wide: imageUrl }, strict),
    },
    strict,
  ),
  { maxItems: 5 },
)

const pictureTexts = Type.Array(
  Type.Object({ url: imageUrl, name: Type.String({ maxLength: 255 }) }, strict),
  { maxItems: 5 },
)
/** The texts of a product and of a variant in one language. Empty texts are left out. */
const productTranslation = {
  name: Type.Optional(Type.String({ maxLength: 255 })),
  description: Type.Optional(Type.String({ maxLength: 5_000 })),
  images: Type.Optional(pictureTexts),
}
const { description: _, ...variantTranslation } = productTranslation
export const ProductTranslation = Type.Object(productTranslation, strict)
export const VariantTranslation = Type.Object(variantTranslation, strict)
const byLanguage = <Schema extends TSchema>(schema: Schema) =>
  Type.Optional(Type.Record(Type.String(), schema, { maxProperties: 12 }))

const orNull = <Schema extends TSchema>(schema: Schema) =>
  Type.Optional(Type.Unsafe<Static<Schema> | null>({ ...schema, type: [typeOf(schema), 'null'] }))
const typeOf = (schema: TSchema) => (schema as { type?: string }).type ?? 'string'

const millimetres = Type.Integer({ minimum: 1, maximum: maxLengthMm })

/** Weight, size and customs data. Absent members do not change. */
export const shippingDetails = {
  weight_grams: orNull(Type.Integer({ minimum: 1, maximum: maxWeightGrams })),
  length_mm: orNull(millimetres),
  width_mm: orNull(millimetres),
  height_mm: orNull(millimetres),
  hs_code: orNull(boundedText(20)),
  origin_country: orNull(boundedText(2)),
  declared_value_minor: orNull(Type.Integer({ minimum: 0, maximum: maxDeclaredValueMinor })),
  declared_value_currency: orNull(boundedText(3)),
}

/** What a variant of a charity gives. Absent members do not change. */
const donationDetails = {
  donation_amount_minor: orNull(Type.Integer({ minimum: 1, maximum: maxDonationAmountMinor })),
  donation_currency: orNull(boundedText(3)),
  donation_cap: orNull(Type.Integer({ minimum: 1, maximum: maxDonationCap })),
}

/** What one unit costs the sender. Absent members do not change. */
const unitCost = {
  unit_cost_minor: orNull(Type.Integer({ minimum: 0, maximum: maxUnitCostMinor })),
  unit_cost_currency: orNull(boundedText(3)),
}

/** Facts about a charity. Absent members do not change. */
const charityDetails = {
  registration_number: orNull(Type.String({ maxLength: maxRegistrationNumberLength })),
  charity_url: orNull(Type.String({ maxLength: maxCharityUrlLength })),
}

/** What recipients read before they choose. Absent members do not change. */
const productDetails = {
  size_guide: orNull(SizeGuide),
  allergens: Type.Optional(allergenList),
  ingredients: Type.Optional(ingredientsText),
}

/** The limits of a product. Absent members do not change. */
export const productRules = {
  destination_mode: Type.Optional(DestinationMode),
  destinations: Type.Optional(Type.Array(boundedText(10), { maxItems: maxDestinations })),
  minimum_age: orNull(Type.Integer({ minimum: 1, maximum: 99 })),
}

const variant = {
  sku: boundedText(100),
  name: boundedText(255),
  images,
  translations: byLanguage(VariantTranslation),
  ...shippingDetails,
  ...donationDetails,
  ...unitCost,
  /* Only digital products have these. */
  delivery: Type.Optional(Delivery),
  link_url: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000 })),
  is_link_per_gift: Type.Optional(Type.Boolean()),
}
const product = {
  name: boundedText(255),
  description: Type.String({ maxLength: 5_000 }),
  kind: ProductKind,
  images,
  translations: byLanguage(ProductTranslation),
  ...charityDetails,
  ...productDetails,
  ...productRules,
}
const listLimits = { minItems: 1, maxItems: 100 }

export const NewProduct = Type.Object(
  { ...product, variants: Type.Array(Type.Object(variant, strict), listLimits) },
  strict,
)

export const ProductForm = Type.Object(
  {
    ...product,
    variants: Type.Array(
      Type.Object({ ...variant, id: Type.Optional(boundedText(64)) }, strict),
      listLimits,
    ),
  },
  strict,
)
