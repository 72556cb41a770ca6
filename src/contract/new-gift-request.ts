import { type Static, type TObject, type TProperties, Type } from 'typebox'
import { e164Pattern } from './formats.ts'
import { NewGreeting } from './greetings.ts'
import { type Language, languageRows } from './languages.ts'
import { createNormalizer, id, singleLine } from './normalize.ts'
import { strict } from './request-parts.ts'
import { compileValidator, type Validator } from './validator.ts'

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

/** The codes of the languages of recipients' pages and emails: English, then the others by code. */
export const recipientLocales: readonly Language[] = [
  'en',
  ...(Object.keys(languageRows) as Language[]).filter((code) => code !== 'en').sort(),
]

/** Who a gift is from. Replies and thank-you notes go to a user of the account. */
export const NewSender = Type.Object(
  {
    id: Type.Optional(Type.String({ ...id, description: 'A user of this account.' })),
    email: Type.Optional(
      requiredLine(254, { format: 'email', description: 'In place of id: the address of a user.' }),
    ),
    name: Type.Optional(
      requiredLine(255, {
        description: 'The name that the recipient reads. Left out: the name of the user.',
      }),
    ),
  },
  { ...strict, description: 'Left out: the sender of the campaign.' },
)
export type NewSender = Static<typeof NewSender>

/** The members that the newest version has and older versions do not. */
const newestMembers = {
  locale: Type.Optional(
    Type.Unsafe<Language>({
      type: 'string',
      enum: [...recipientLocales],
      description:
        'The language of the emails and pages for the recipient, who can choose another one. Left out: the language of the campaign.',
    }),
  ),
  sender: Type.Optional(NewSender),
  phone: Type.Optional(
    Type.String({
      pattern: e164Pattern.source,
      description: 'must be a phone number with its country, such as +4915112345678',
    }),
  ),
  greeting: Type.Optional(
    Type.Object(NewGreeting.properties, {
      ...strict,
      description:
        'The card, and a photo or video, that the recipient sees. Left out: the greeting of the campaign.',
    }),
  ),
}

/** The body of `POST /gift_requests` in the newest version. */
export const NewestGiftRequest = Type.Object(
  { ...NewGiftRequest.properties, ...newestMembers },
  strict,
)

/** A row of `POST /gift_requests/batch` in the newest version. */
export const NewBatchGiftRequest = Type.Object(
  {
    ...NewestGiftRequest.properties,
    idempotency_key: Type.Optional(
      Type.String({
        pattern: '^[\\x21-\\x7e]{1,255}$',
        description: 'must be 1 to 255 visible ASCII characters',
      }),
    ),
  },
  strict,
)

/** With a recipient whose email address is optional in some versions. */
export type NewGiftRequest = Omit<Static<typeof NewBatchGiftRequest>, 'recipient'> & {
  recipient: Omit<Static<typeof NewRecipient>, 'email'> & { email?: string }
}
export type NewLineItem = Static<typeof NewLineItem>

export const newGiftRequestValidator = compileValidator(NewGiftRequest)

/** The members of a new gift request in one version: an optional member can also be null, with the same meaning. */
export interface NewGiftFormat {
  normalize(members: unknown): unknown
  /** Validates normalized members. */
  validate: Validator
}

const toFormat = (schema: TObject): NewGiftFormat => ({
  normalize: createNormalizer(schema),
  validate: compileValidator(schema),
})

/** The members that every version has. */
export const commonGiftFormat = toFormat(NewGiftRequest)
export const newestGiftFormat = toFormat(NewestGiftRequest)
export const newestRowFormat = toFormat(NewBatchGiftRequest)

/** The most rows of a batch that is all or nothing, and of one in which each row has a result of its own. */
export const maxBatchRows = 100
export const maxIndependentRows = 1_000

const batchSchema = (maxItems: number, members: TProperties = {}) =>
  Type.Object(
    { gift_requests: Type.Array(Type.Unknown(), { minItems: 1, maxItems }), ...members },
    strict,
  )

/** The further member of a batch in the newest version. */
export const batchMembers = {
  on_error: Type.Optional(
    Type.String({
      enum: ['continue'],
      description:
        'With continue, up to 1,000 rows are independent: the response has a result for each row. Left out: all rows or none, up to 100.',
    }),
  ),
}

/** The body of `POST /gift_requests/batch`. The rows have schemas of their own. */
export const newBatchValidator = compileValidator(batchSchema(maxBatchRows))
export const independentBatchValidator = compileValidator(
  batchSchema(maxIndependentRows, batchMembers),
)

/** Normalizes a recipient alone, as a visitor of a one-link enters it. */
export const normalizeRecipient = createNormalizer(NewRecipient)
