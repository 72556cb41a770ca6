import { type Static, Type } from 'typebox'
import { NewAddress } from './new-gift-request.ts'
import { createNormalizer, id } from './normalize.ts'
import { shapeOf } from './shape.ts'

const closed = { additionalProperties: false } as const

const variants = Type.Array(Type.String(id), { maxItems: 500 })

/** What a recipient confirms: which items, and where they shall go. */
export const NewRedemption = Type.Object(
  { variant_ids: Type.Optional(variants), shipping_address: Type.Optional(NewAddress) },
  closed,
)
export type NewRedemption = Static<typeof NewRedemption>
export const redemptionShape = shapeOf(NewRedemption)
const normalize = createNormalizer(NewRedemption)
const normalizeAddress = createNormalizer(NewAddress)

/** A member that may be left out may also be null, or an empty field of a form: all say the same. */
export function normalizeRedemption(raw: unknown): unknown {
  const body = normalize(raw)
  if (typeof body !== 'object' || body === null || !('shipping_address' in body)) return body
  const given = normalizeAddress(body.shipping_address)
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return body
  const filled = Object.entries(given).filter(
    ([name, value]) => !optional.has(name) || typeof value !== 'string' || value.trim() !== '',
  )
  return { ...body, shipping_address: Object.fromEntries(filled) }
}

const required: readonly string[] = NewAddress.required
const optional = new Set(
  Object.keys(NewAddress.properties).filter((name) => !required.includes(name)),
)

/** What a recipient picks on the way, before anything is confirmed. */
export const choiceShape = shapeOf(Type.Object({ variant_ids: variants }, closed))

const note = (least: number) => Type.String({ minLength: least, maxLength: 2_000 })

/** A thank-you note. */
export const thanksShape = shapeOf(Type.Object({ text: note(1) }, closed))
/** What is said when a gift is declined, if anything. */
export const declineShape = shapeOf(Type.Object({ reason: Type.Optional(note(0)) }, closed))
/** What is said when an expired gift is asked for again, if anything. */
export const askingShape = shapeOf(Type.Object({ text: Type.Optional(note(0)) }, closed))
/** An e-mail address that replaces a wrong one. */
export const correctionShape = shapeOf(
  Type.Object({ email: Type.String({ minLength: 1, maxLength: 254, format: 'email' }) }, closed),
)
