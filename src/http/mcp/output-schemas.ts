import { type TProperties, type TSchema, Type } from 'typebox'
import { statuses } from '#contract'
import { stateNames } from '#contract/advance-request'
import { Email, Parcel } from '#contract/gift-resources'
import { stateDescriptions } from './state-descriptions.ts'

/*
 * The schemas of results that several tools share. The objects allow additional members, so that a later
 * release can add some. In the tests of this project, the objects allow no additional members. The server
 * does not check results. If the result of a committed gift became an error, the agent would send the gift
 * again.
 */

export const text = (description?: string) =>
  Type.String(description === undefined ? {} : { description })
export const timestamp = (description?: string) =>
  Type.String({ format: 'date-time', ...(description === undefined ? {} : { description }) })
export const nullable = (schema: TSchema, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description })
export const count = (description?: string) =>
  Type.Integer({ minimum: 0, ...(description === undefined ? {} : { description }) })

const Person = Type.Object({ name: text(), email: text() })

/** The members of a gift that every result has. The time of the last change is not one of them. */
const identity = {
  id: text('The id of the gift.'),
  reference: text('The reference of the gift, such as GR-7K2M9QXA.'),
  status: Type.String({ enum: [...statuses], description: 'The status in the API.' }),
  state: Type.String({ enum: [...stateNames], description: 'The exact state.' }),
  meaning: text('The state in a sentence.'),
  recipient: Person,
  campaign: text('The name of the campaign.'),
  created_at: timestamp(),
}
export const summary = { ...identity, updated_at: timestamp() }
export const GiftSummary = Type.Object(summary)

export const links = {
  redemption_url: Type.Optional(
    nullable(text(), 'The page of the recipient; only for agents that may send.'),
  ),
  web_url: text('The page of the gift in the web app.'),
}

const parties = [...new Set(Object.values(stateDescriptions).map(({ waits_for }) => waits_for))]
export const waitsFor = Type.String({ enum: parties, description: 'The party that acts next.' })

const Scan = Type.Pick(Parcel.properties.scans.items, ['at', 'state'])
export const parcels = Type.Array(Type.Object({ ...Parcel.properties, scans: Type.Array(Scan) }))
export const emails = Type.Array(Email, { description: 'Newest first.' })

const Quota = Type.Object({
  daily_cap: count('Gifts in 24 hours.'),
  sent: count('Gifts that agents of the account sent in the last 24 hours.'),
  left: count('Gifts that may be sent now.'),
})
export const permission = {
  may_send: Type.Boolean(),
  sending: nullable(Quota, 'Null if the agent may not send.'),
}

/** The members that each preview has in addition to its content. */
const confirmation = {
  ...permission,
  confirmation_code: nullable(text(), 'For the confirm_ tool; null if the agent may not confirm.'),
  expires_at: Type.Optional(timestamp('The end of the validity of the code.')),
  why_not: Type.Optional(text('The reason for the missing code.')),
}

/** Creates the schema for the result of a preview_ tool. */
export const previewOutput = (properties: TProperties) =>
  Type.Object({ ...properties, ...confirmation })

/** The result of the tool preview_cancel. It also reports gifts that cannot be cancelled. */
export const CancelPreview = Type.Object({
  ...identity,
  updated_at: Type.Optional(timestamp()),
  can_be_cancelled: Type.Boolean(),
  consequence: text(),
  ...confirmation,
  may_send: Type.Optional(confirmation.may_send),
  sending: Type.Optional(confirmation.sending),
})

export const message = Type.Object({ subject: text(), body: text() })
export const sender = Person
export const recipient = Person
export const previewedGift = Type.Object(identity)

const Donation = Type.Object({
  amount: Type.Integer({ description: 'In the smallest unit of the currency.' }),
  currency: nullable(text()),
})
const item = {
  variant_id: text(),
  name: text(),
  kind: text('physical, digital or donation.'),
  donation: nullable(Donation, 'The amount, if the item is a donation.'),
}
const inStock = nullable(Type.Integer(), 'The available units; null for digital items.')
export const items = Type.Array(Type.Object(item))
export const itemsWithStock = Type.Array(Type.Object({ ...item, in_stock: inStock }))
export const stock = Type.Array(Type.Object({ variant_id: text(), in_stock: inStock }))

/** A campaign without its sender and items. */
export const terms = {
  id: text(),
  name: text(),
  description: text(),
  how_it_invites: text(),
  recipient_gets: text('The items that the recipient gets or can choose.'),
  expires_after_days: count(),
}
