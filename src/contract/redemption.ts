import { type Static, Type } from 'typebox'
import { NewAddress } from './new-gift-request.ts'
import { createNormalizer, id } from './normalize.ts'
import { compileValidator } from './validator.ts'

const strict = { additionalProperties: false } as const

const variants = Type.Array(Type.String(id), { maxItems: 500 })

/** What a recipient confirms: which items, and where they shall go. */
export const NewRedemption = Type.Object(
  { variant_ids: Type.Optional(variants), shipping_address: Type.Optional(NewAddress) },
  strict,
)
export type NewRedemption = Static<typeof NewRedemption>
export const redemptionValidator = compileValidator(NewRedemption)
const normalize = createNormalizer(NewRedemption)
const normalizeAddress = createNormalizer(NewAddress)

/** A member that may be left out may also be null, or an empty field of a form: all say the same. */
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

/** What a recipient picks on the way, before anything is confirmed. */
export const selectionValidator = compileValidator(Type.Object({ variant_ids: variants }, strict))

const noteText = (minLength: number) => Type.String({ minLength: minLength, maxLength: 2_000 })

/** A thank-you note. */
export const thankYouNoteValidator = compileValidator(Type.Object({ text: noteText(1) }, strict))
/** What is said when a gift is declined, if anything. */
export const declineValidator = compileValidator(
  Type.Object({ reason: Type.Optional(noteText(0)) }, strict),
)
/** What is said when an expired gift is asked for again, if anything. */
export const renewalRequestValidator = compileValidator(
  Type.Object({ text: Type.Optional(noteText(0)) }, strict),
)
/** An e-mail address that replaces a wrong one. */
export const emailCorrectionValidator = compileValidator(
  Type.Object({ email: Type.String({ minLength: 1, maxLength: 254, format: 'email' }) }, strict),
)
