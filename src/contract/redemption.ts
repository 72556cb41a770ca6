import { type Static, Type } from 'typebox'
import { NewAddress } from './new-gift-request.ts'
import { createNormalizer, id } from './normalize.ts'
import { strict } from './request-parts.ts'
import { compileValidator } from './validator.ts'

const variants = Type.Array(Type.String(id), { maxItems: 500 })

/** The country and place of a recipient whose gift needs no address. */
const Destination = Type.Object(
  {
    country: Type.String({ minLength: 2, maxLength: 2 }),
    region: Type.Optional(Type.String({ maxLength: 255 })),
  },
  strict,
)

/** The confirmation of a recipient: the selected items, the shipping address and the age. */
export const NewRedemption = Type.Object(
  {
    variant_ids: Type.Optional(variants),
    shipping_address: Type.Optional(NewAddress),
    /** The destination of the recipient, for items that limit their destinations and need no address. */
    destination: Type.Optional(Destination),
    /** The minimum age that the recipient confirms, in years. */
    age_confirmed: Type.Optional(Type.Integer({ minimum: 0, maximum: 150 })),
  },
  strict,
)
export type NewRedemption = Static<typeof NewRedemption>
export const redemptionValidator = compileValidator(NewRedemption)
const normalize = createNormalizer(NewRedemption)
const normalizeAddress = createNormalizer(NewAddress)

/**
 * Removes optional members without a value: null, or an empty field of a form, means the same as a missing
 * member.
 */
export function normalizeRedemption(raw: unknown): unknown {
  const body = normalize(raw)
  if (typeof body !== 'object' || body === null || !('shipping_address' in body)) return body
  const address = normalizeAddress(body.shipping_address)
  if (typeof address !== 'object' || address === null || Array.isArray(address)) return body
  const filledMembers = Object.entries(address).filter(
    ([name, value]) =>
      !optionalAddressFields.has(name) || typeof value !== 'string' || value.trim() !== '',
  )
  return { ...body, shipping_address: Object.fromEntries(filledMembers) }
}

const requiredAddressFields: readonly string[] = NewAddress.required
const optionalAddressFields = new Set(
  Object.keys(NewAddress.properties).filter((name) => !requiredAddressFields.includes(name)),
)

/** The selection of a recipient before the confirmation. */
export const selectionValidator = compileValidator(Type.Object({ variant_ids: variants }, strict))

const noteText = (minLength: number) => Type.String({ minLength, maxLength: 2_000 })

export const thankYouNoteValidator = compileValidator(Type.Object({ text: noteText(1) }, strict))
/** The optional message of a recipient who declines a gift. */
export const declineValidator = compileValidator(
  Type.Object({ reason: Type.Optional(noteText(0)) }, strict),
)
/** The optional message of a recipient who asks for the renewal of an expired gift. */
export const renewalRequestValidator = compileValidator(
  Type.Object({ text: Type.Optional(noteText(0)) }, strict),
)
/** The email address that replaces a wrong one. */
export const emailCorrectionValidator = compileValidator(
  Type.Object({ email: Type.String({ minLength: 1, maxLength: 254, format: 'email' }) }, strict),
)
