import { type Static, Type } from 'typebox'
import { createNormalizer, id, singleLine } from './normalize.ts'
import { compileValidator } from './validator.ts'

const strict = { additionalProperties: false } as const
const requiredLine = (maxLength: number, more: object = {}) =>
  Type.String({ minLength: 1, maxLength, ...singleLine, ...more })
const optionalLine = (maxLength: number) => Type.Optional(Type.String({ maxLength, ...singleLine }))

export const NewRecipient = Type.Object(
  {
    first_name: requiredLine(255),
    last_name: requiredLine(255),
    email: requiredLine(254, { format: 'email' }),
  },
  strict,
)

/** Types and lengths only. The rules of each country are in `addresses.ts`. */
export const NewAddress = Type.Object(
  {
    name: requiredLine(255),
    line_1: requiredLine(255),
    line_2: optionalLine(255),
    city: optionalLine(255),
    region: optionalLine(255),
    postal_code: optionalLine(32),
    country: requiredLine(2, { description: 'must be a country code of two letters such as US' }),
    phone: optionalLine(32),
  },
  strict,
)

export const NewLineItem = Type.Object(
  { variant_id: Type.String(id), quantity: Type.Integer({ minimum: 1, maximum: 1000 }) },
  strict,
)

/** The body of `POST /gift_requests` (decisions §2, 'Create body'). */
export const NewGiftRequest = Type.Object(
  {
    campaign_id: Type.String({ ...id, description: 'An available campaign of this account.' }),
    recipient: NewRecipient,
    shipping_address: Type.Optional(NewAddress),
    line_items: Type.Optional(Type.Array(NewLineItem, { minItems: 1, maxItems: 50 })),
    email_message: Type.Optional(
      Type.Object(
        { subject: requiredLine(255), body: Type.String({ minLength: 1, maxLength: 10_000 }) },
        { ...strict, description: 'Left out: the message of the campaign.' },
      ),
    ),
    send_at: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'In the future, within a year. Left out: now.',
      }),
    ),
    expires_at: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'After send_at. Left out: the days that the campaign says, from sending on.',
      }),
    ),
    metadata: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: 500 }), {
        maxProperties: 50,
        propertyNames: { minLength: 1, maxLength: 40 },
        description: 'Yours, returned with the gift request: up to 50 pairs of text.',
      }),
    ),
  },
  strict,
)

/** With a recipient whose email address is optional in some versions. */
export type NewGiftRequest = Omit<Static<typeof NewGiftRequest>, 'recipient'> & {
  recipient: Omit<Static<typeof NewRecipient>, 'email'> & { email?: string }
}
export type NewLineItem = Static<typeof NewLineItem>

export const newGiftRequestValidator = compileValidator(NewGiftRequest)

/** The body of `POST /gift_requests/batch`. Each row has the schema of a single create. */
export const NewGiftRequestBatch = Type.Object(
  { gift_requests: Type.Array(Type.Unknown(), { minItems: 1, maxItems: 100 }) },
  strict,
)
export const newBatchValidator = compileValidator(NewGiftRequestBatch)

/** Normalizes a create body. An optional member can also be null, with the same meaning. */
export const normalizeNewGiftRequest = createNormalizer(NewGiftRequest)

/** Normalizes a recipient alone, as a visitor of a one-link enters it. */
export const normalizeRecipient = createNormalizer(NewRecipient)
