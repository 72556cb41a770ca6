import { type Static, type TArray, type TBoolean, type TObject, type TSchema, Type } from 'typebox'
import { stateNames } from '#contract/advance-request'
import { destinationModes, productKinds } from '#contract/catalogue-limits'
import { eventTypes, statuses } from '#contract/events'
import type { Address } from '#contract/gift-request'
import { NewAddress } from '#contract/new-gift-request'
import { manualStates } from '#contract/parcel-states'
import type { Role } from '#contract/permissions'

export { strict } from '#contract/request-parts'

/** Builds the schema of a non-empty text with a maximum length. */
export const boundedText = (maxLength: number) => Type.String({ minLength: 1, maxLength })

/**
 * The user's own password, which confirms a sensitive change. Sessions by single sign-on omit it, because
 * these users confirm their identity at the provider.
 */
export const OwnPassword = Type.Optional(boundedText(256))

declare const timestampBrand: unique symbol

/** A timestamp in JSON. Handlers return a `Date` instead. */
export type Timestamp = string & { readonly [timestampBrand]: true }

export const Timestamp = Type.Unsafe<Timestamp>({ type: 'string', format: 'date-time' })

/** Builds the schema of a text that has one of several fixed values. */
export const oneOfTexts = <const Option extends string>(...options: readonly Option[]) =>
  Type.Unsafe<Option>({ type: 'string', enum: [...options] })

/** Builds the schema of a value that may be null. */
export const orNull = <Schema extends TSchema>(schema: Schema) =>
  Type.Unsafe<Static<Schema> | null>({ anyOf: [schema, { type: 'null' }] })

/** Builds the schema of an object with arbitrary members. */
export const anyObject = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
})

/** Builds the schema of one page of a list. */
export const page = <Item extends TSchema>(
  item: Item,
): TObject<{ data: TArray<Item>; has_more: TBoolean }> =>
  Type.Object({ data: Type.Array(item), has_more: Type.Boolean() })

/** Builds the schema of one page of a list that can be sorted. `next_after` is the cursor of the next page. */
export const sortedPage = <Item extends TSchema>(item: Item) =>
  Type.Object({ ...page(item).properties, next_after: orNull(Type.String()) })

/** A role that every account has, or the id of a role that the account has made. */
export const MemberRole = Type.Unsafe<Role>(Type.String({ maxLength: 36 }))

/** The name of a role that the account has made; null for the roles of every account. */
export const RoleName = orNull(Type.String())

export const Tier = oneOfTexts('enterprise', 'on_demand')

export const Stage = oneOfTexts('staging', 'production')

/** The state of a gift request. */
export const GiftState = oneOfTexts(...stateNames)

/** The public status of a gift request. */
export const GiftStatus = oneOfTexts(...statuses)

export const EventName = oneOfTexts(...eventTypes)
export type EventName = Static<typeof EventName>

export const EmailMessage = Type.Object({ subject: Type.String(), body: Type.String() })
export type EmailMessage = Static<typeof EmailMessage>

export const PostalAddress = Type.Unsafe<Address>({ ...NewAddress })
export type PostalAddress = Static<typeof PostalAddress>

/** A picture in three formats. */
export const Image = Type.Object({
  name: Type.String(),
  url: Type.String(),
  urls: Type.Object({
    thumbnail: Type.String(),
    large: Type.String(),
    large_wide: Type.String(),
  }),
})
export type Image = Static<typeof Image>

const ProductKind = oneOfTexts(...productKinds)

const DestinationMode = oneOfTexts(...destinationModes)

/** The destinations that are allowed for a product, and the minimum age of the recipient. */
export const ProductRules = Type.Object({
  destination_mode: DestinationMode,
  destinations: Type.Array(Type.String(), { description: 'Countries (DE) and US states (US-CA).' }),
  minimum_age: orNull(Type.Integer()),
})

/** A variant that a gift can contain. */
export const OfferableItem = Type.Object({
  variant_id: Type.String(),
  product_name: Type.String(),
  variant_name: Type.String(),
  kind: ProductKind,
  images: Type.Array(Image),
  available: Type.Integer({ description: 'The total over all warehouses.' }),
  ...ProductRules.properties,
})
export type OfferableItem = Static<typeof OfferableItem>

export const InvitationMethod = oneOfTexts(
  'email',
  'gift_link',
  'one_link',
  'sender_provided_address',
)
export type InvitationMethod = Static<typeof InvitationMethod>

export const SelectionMode = oneOfTexts('one', 'all')

/** The states that a person can enter for a parcel that is shipped by hand. */
export const ManualState = oneOfTexts(...manualStates)
export type ManualState = Static<typeof ManualState>

/** A text in the languages of the web app. */
export const LocalizedText = Type.Object({
  en: Type.String(),
  de: Type.Optional(Type.String()),
  es: Type.Optional(Type.String()),
  fr: Type.Optional(Type.String()),
  ja: Type.Optional(Type.String()),
})
export type LocalizedText = Static<typeof LocalizedText>
