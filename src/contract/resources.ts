import { type TSchema, Type } from 'typebox'
import { stateNames } from './advance-request.ts'
import { eventTypes, statuses } from './events.ts'
import { oneLinkStates } from './one-link.ts'
import { enumOf, id, nullable, text, timestamp, uri } from './schema-parts.ts'

/*
 * The schemas of resources in responses (interface §2, decisions §2), for the documents and for tests that validate
 * responses. No schema is closed, because clients must ignore unknown members.
 */

export const CampaignSummary = Type.Object({ id: id(), name: text(), web_url: uri() })

export const Recipient = Type.Object({
  id: id('The id of the contact in the account. A placeholder has an id of its own.'),
  thank_you_count: Type.Integer({ description: 'How many thank-you notes this person has sent.' }),
  first_name: text(),
  last_name: text(),
  name: text(),
  email: text('Empty until a recipient claims the gift.'),
})

export const Sender = Type.Object({
  id: id(),
  name: text(),
  email: Type.String({ format: 'email' }),
})

const Address = Type.Object({
  name: text(),
  line_1: text(),
  line_2: Type.Optional(text()),
  city: Type.Optional(text()),
  region: Type.Optional(text()),
  postal_code: Type.Optional(text()),
  country: text('ISO 3166-1 alpha-2, such as US.'),
  phone: Type.Optional(text()),
})

export const Image = Type.Object({
  name: text(),
  url: uri(),
  urls: Type.Object({ thumbnail: uri(), large: uri(), large_wide: uri() }),
})

const LineItem = Type.Object({
  id: id(),
  sku: text(),
  variant_id: id(),
  name: text(),
  quantity: Type.Integer({ minimum: 1 }),
  images: Type.Array(Image),
})

const selectionMode = enumOf(
  ['one', 'all'],
  'Whether the recipient chooses one of the items or gets all of them.',
)

const Offering = Type.Object({
  selection_mode: selectionMode,
  visible_at_redemption: Type.Boolean(),
  line_items: Type.Array(LineItem),
})

const EmailMessage = Type.Object({ subject: text(), body: text() })

/** Interface §2.1, member for member; `metadata` is an addition. */
export const GiftRequest = Type.Object({
  id: id(),
  reference: text(
    'A short code for people, for example in a question to support. It never changes.',
  ),
  status: enumOf(statuses),
  campaign: nullable(CampaignSummary, 'Null when it was sent outside any campaign.'),
  redemption_url: nullable(
    uri(),
    'The link for the recipient. Null until it is generated, shortly after creation.',
  ),
  web_url: uri('The gift request in the web app.'),
  recipient: Recipient,
  sender: Sender,
  shipping_address: nullable(
    Address,
    'The address of a direct-send. Null if the recipient enters the address, also afterwards.',
  ),
  offering: Offering,
  line_items: nullable(
    Type.Array(LineItem, { minItems: 1 }),
    'The items that the recipient gets. Null until they are fixed: at creation for a direct-send, otherwise at redemption.',
  ),
  email_message: EmailMessage,
  created_at: timestamp(),
  updated_at: timestamp(),
  metadata: Type.Record(Type.String(), Type.String(), {
    description: 'The metadata of the creation.',
  }),
})

const StockLevel = Type.Object({
  warehouse: Type.Object({ id: id(), name: text(), country: text() }),
  available: Type.Integer({ minimum: 0 }),
})

const Variant = Type.Object({
  id: id('What a line item names.'),
  sku: text(),
  name: text(),
  images: Type.Array(Image),
  stock_levels: Type.Array(StockLevel),
})

const Product = Type.Object({
  id: id(),
  name: text(),
  description: text(),
  kind: enumOf(['physical', 'digital']),
  images: Type.Array(Image),
  variants: Type.Array(Variant),
})

export const Campaign = Type.Object({
  id: id(),
  name: text(),
  description: text(),
  state: enumOf(['available', 'archived']),
  archived_at: nullable(timestamp()),
  invitation_method: enumOf(
    ['email', 'gift_link', 'one_link', 'sender_provided_address'],
    'How people are invited. Only sender_provided_address takes an address and items.',
  ),
  selection_mode: selectionMode,
  visible_at_redemption: Type.Boolean(),
  expires_after_days: Type.Integer({ minimum: 1 }),
  email_message: EmailMessage,
  theme: Type.Object({ color: text(), logo_url: uri(), headline: text(), message: text() }),
  sender: Sender,
  products: Type.Array(Product, {
    description: 'The whole catalogue of the campaign, with stock.',
  }),
  web_url: uri(),
  created_at: timestamp(),
  updated_at: timestamp(),
})

export const OneLink = Type.Object({
  id: id(),
  campaign: CampaignSummary,
  url: uri('The public address that a QR code shows.'),
  quantity: Type.Integer({ minimum: 1, description: 'How many gifts the link has.' }),
  claimed: Type.Integer({ minimum: 0, description: 'How many have been claimed.' }),
  available: Type.Integer({ minimum: 0, description: 'How many can be claimed now.' }),
  state: enumOf(oneLinkStates, 'all_claimed: it is open, and no place is left.'),
  allowed_email_domains: Type.Array(text(), {
    description:
      'If empty, every visitor can claim. Otherwise only email addresses of these domains can, and the link of a claim is sent to that address only.',
  }),
  expires_at: timestamp(),
  closed_at: nullable(timestamp()),
  created_at: timestamp(),
  updated_at: timestamp(),
})

export const Event = Type.Object({
  id: id('The same as Service-Webhook-Event-Id.'),
  type: enumOf(eventTypes),
  gift_request_id: id(),
  created_at: timestamp(),
  body: nullable(
    Type.Unsafe<unknown>({
      ...GiftRequest,
      description:
        'The gift request at the time of the event: the body of its webhooks, byte for byte.',
    }),
    'Null once the recipient was erased.',
  ),
})

export const Move = Type.Object({
  at: timestamp(),
  from: nullable(enumOf(stateNames), 'Null for the creation.'),
  to: enumOf(stateNames),
  cause: text('Who or what changed the state, as a text for people.'),
  events: Type.Array(enumOf(eventTypes), { description: 'The events that this change emitted.' }),
})

export const Clock = Type.Object({
  now: timestamp('The time of the clock of the account after the call.'),
  moved: Type.Integer({ minimum: 0, description: 'How many gift requests changed their state.' }),
})

/** Named schemas of the documents. An identical schema elsewhere becomes a reference. */
export const namedResources = {
  CampaignSummary,
  Recipient,
  Sender,
  Address,
  Image,
  LineItem,
  Offering,
  EmailMessage,
  GiftRequest,
  StockLevel,
  Variant,
  Product,
  Campaign,
  OneLink,
  Event,
  Move,
  Clock,
} as const satisfies Record<string, TSchema>
