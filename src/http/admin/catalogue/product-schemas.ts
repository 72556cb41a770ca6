import { type Static, type TSchema, Type } from 'typebox'
import type * as catalogue from '#catalogue'
import {
  maxCharityUrlLength,
  maxDeclaredValueMinor,
  maxDestinations,
  maxDonationAmountMinor,
  maxDonationCap,
  maxLengthMm,
  maxRegistrationNumberLength,
  maxWeightGrams,
} from '#contract'
import { boundedText, strict } from '../lib/schemas.ts'
import { deliveryFields } from './deliveries.ts'

const imageUrl = Type.String({ minLength: 1, maxLength: 500, pattern: '^(https?://|/)[^\\s]+$' })
const Image = Type.Object(
  {
    name: Type.String({ maxLength: 255 }),
    url: imageUrl,
    urls: Type.Object({ thumbnail: imageUrl, large: imageUrl, large_wide: imageUrl }, strict),
  },
  strict,
)
const images = Type.Array(Image, { maxItems: 5 })

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

/** Facts about a charity. Absent members do not change. */
const charityDetails = {
  registration_number: orNull(Type.String({ maxLength: maxRegistrationNumberLength })),
  charity_url: orNull(Type.String({ maxLength: maxCharityUrlLength })),
}

/** The limits of a product. Absent members do not change. */
export const productRules = {
  destination_mode: Type.Optional(
    Type.Unsafe<catalogue.DestinationMode>({ type: 'string', enum: ['all', 'allow', 'deny'] }),
  ),
  destinations: Type.Optional(Type.Array(boundedText(10), { maxItems: maxDestinations })),
  minimum_age: orNull(Type.Integer({ minimum: 1, maximum: 99 })),
}

const variant = {
  sku: boundedText(100),
  name: boundedText(255),
  images,
  ...shippingDetails,
  ...donationDetails,
  ...deliveryFields,
}
const product = {
  name: boundedText(255),
  description: Type.String({ maxLength: 5_000 }),
  kind: Type.Unsafe<catalogue.ProductKind>({
    type: 'string',
    enum: ['physical', 'digital', 'donation'],
  }),
  images,
  ...charityDetails,
  ...productRules,
}
const listLimits = { minItems: 1, maxItems: 100 }

export const NewProduct = Type.Object(
  { ...product, variants: Type.Array(Type.Object(variant, strict), listLimits) },
  strict,
)

export const Product = Type.Object(
  {
    ...product,
    variants: Type.Array(
      Type.Object({ ...variant, id: Type.Optional(boundedText(64)) }, strict),
      listLimits,
    ),
  },
  strict,
)
