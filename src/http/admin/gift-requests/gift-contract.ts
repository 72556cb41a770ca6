import { type Static, Type } from 'typebox'
import { reactions } from '#contract/reactions'
import {
  Delivery,
  EmailMessage,
  EventName,
  GiftState,
  GiftStatus,
  Image,
  ManualState,
  oneOfTexts,
  orNull,
  ProductKind,
  ProductRules,
  SelectionMode,
  Timestamp,
} from '../lib/schemas.ts'
import { ProblemReport, Replacements } from './problem-contract.ts'

/* A gift request with everything that its page shows. */

/** An item that the recipient can choose, or gets. */
export const GiftItem = Type.Object({
  line_item_id: Type.String(),
  variant_id: Type.String(),
  product_id: Type.String(),
  product_name: Type.String(),
  variant_name: Type.String(),
  name: Type.String(),
  description: Type.String(),
  kind: ProductKind,
  donation: orNull(
    Type.Object({
      amount_minor: Type.Integer({ description: 'In the smallest unit of the currency.' }),
      currency: Type.String(),
      registration_number: orNull(Type.String()),
      charity_url: orNull(Type.String()),
    }),
  ),
  quantity: Type.Integer(),
  images: Type.Array(Image),
  is_available: Type.Boolean(),
  rules: ProductRules,
  denied_in: orNull(
    Type.String({ description: 'The country or state that the item may not go to.' }),
  ),
})
export type GiftItem = Static<typeof GiftItem>

/** A digital item of a gift, without its content. */
export const DigitalItem = Type.Object({
  id: Type.String(),
  variant_id: Type.String(),
  name: Type.String(),
  delivery: Delivery,
  needs_code: Type.Boolean(),
  given_at: orNull(Timestamp),
  revealed_at: orNull(Timestamp),
  replaced_at: orNull(Timestamp),
  downloads: Type.Integer(),
  last_four: orNull(
    Type.String({ description: 'The last characters of the code; null for senders.' }),
  ),
  can_replace: Type.Boolean(),
})
export type DigitalItem = Static<typeof DigitalItem>

/** What the gift gives to a charity. */
export const GiftDonation = Type.Object({
  id: Type.String(),
  charity_name: Type.String(),
  amount_minor: Type.Integer({ description: 'In the smallest unit of the currency.' }),
  currency: Type.String(),
  reason: oneOfTexts('chosen', 'direct', 'unclaimed'),
  donated_at: Timestamp,
  is_paid: Type.Boolean(),
})
export type GiftDonation = Static<typeof GiftDonation>

const ChangedItem = Type.Object({ variant_id: Type.String(), name: Type.String() })

/** A change by the recipient after the redemption. */
export const GiftChange = Type.Object({
  id: Type.String(),
  state: oneOfTexts('pending', 'applied', 'rejected'),
  changes_address: Type.Boolean(),
  old_items: Type.Array(ChangedItem),
  new_items: Type.Array(ChangedItem),
  requested_at: Timestamp,
  settled_at: orNull(Timestamp),
})
export type GiftChange = Static<typeof GiftChange>

export const Parcel = Type.Object({
  id: Type.String(),
  number: Type.Integer(),
  state: oneOfTexts(
    'placing',
    'waiting',
    'refused',
    'ordered',
    'in_transit',
    'delivery_attempt_failed',
    'out_for_delivery',
    'delivered',
    'returned',
    'lost',
    'cancelled',
  ),
  lines: Type.Array(
    Type.Object({
      line_item_id: Type.String(),
      variant_id: Type.String(),
      sku: Type.String(),
      name: Type.String(),
      quantity: Type.Integer(),
    }),
  ),
  carrier: orNull(Type.String()),
  carrier_id: Type.String(),
  tracking_code: orNull(Type.String()),
  tracking_url: orNull(Type.String()),
  label_url: orNull(Type.String({ description: 'Only of a gift whose sender knows the address.' })),
  steps: Type.Array(
    Type.Object({
      at: Timestamp,
      state: Type.String(),
      description: Type.String(),
      location: orNull(Type.String()),
    }),
  ),
  estimated_at: orNull(Timestamp),
  problem: orNull(
    Type.Object({
      reason: Type.String(),
      remedy: Type.String(),
      is_from_carrier: Type.Boolean(),
    }),
  ),
  is_being_placed: Type.Boolean(),
  replaces: orNull(Type.String()),
  adult_signature_age: orNull(Type.Integer()),
  can_ship_again: Type.Boolean(),
  next_states: Type.Array(ManualState, {
    description: 'The progress that a person can enter; empty when a carrier reports it.',
  }),
  can_edit_tracking: Type.Boolean(),
  can_restock: Type.Boolean(),
})
export type Parcel = Static<typeof Parcel>

/** An email or a text message; the subject of a text message is its text. */
export const GiftEmail = Type.Object({
  id: Type.String(),
  channel: oneOfTexts('email', 'sms'),
  kind: Type.String(),
  state: oneOfTexts('queued', 'sent', 'bounced', 'failed', 'suppressed'),
  to: orNull(Type.String({ description: 'Null after erasure, like the subject.' })),
  subject: orNull(Type.String()),
  error: orNull(Type.String()),
  attempts: Type.Integer(),
  created_at: Timestamp,
  sent_at: orNull(Timestamp),
})
export type GiftEmail = Static<typeof GiftEmail>

/** A webhook event. Only admins see the endpoints. */
export const GiftEvent = Type.Object({
  id: Type.String(),
  type: EventName,
  created_at: Timestamp,
  deliveries: Type.Array(
    Type.Object({
      id: Type.String(),
      endpoint_id: orNull(Type.String()),
      url: orNull(Type.String()),
      description: orNull(Type.String()),
      state: oneOfTexts('pending', 'delivered', 'abandoned', 'parked'),
      attempts: Type.Integer(),
      status: orNull(Type.Integer()),
      next_at: orNull(Timestamp),
    }),
  ),
})
export type GiftEvent = Static<typeof GiftEvent>

const blocker = orNull(Type.String())

/** Why an action is unavailable; null if it is available. */
export const GiftActions = Type.Object({
  remind: blocker,
  extend: blocker,
  correct_email: blocker,
  fix_address: blocker,
  send_again: blocker,
  cancel: blocker,
})
export type GiftActions = Static<typeof GiftActions>

/** What the gift cost the sender. */
export const GiftCost = Type.Object({
  kind: oneOfTexts('items', 'shipping', 'donation'),
  amount_minor: Type.Integer(),
  currency: Type.String(),
  occurred_at: Timestamp,
})
export type GiftCost = Static<typeof GiftCost>

export const GiftReference = Type.Object({ id: Type.String(), reference: Type.String() })
export type GiftReference = Static<typeof GiftReference>

/** A gift request with everything that its page shows. Without the postal address. */
export const Gift = Type.Object({
  id: Type.String(),
  reference: Type.String(),
  state: GiftState,
  status: GiftStatus,
  version: Type.Integer(),
  is_direct: Type.Boolean(),
  campaign: orNull(Type.Object({ id: Type.String(), name: Type.String() })),
  sender: Type.Object({ id: Type.String(), name: Type.String(), email: Type.String() }),
  recipient: Type.Object({
    id: Type.String(),
    thank_you_count: Type.Integer(),
    first_name: Type.String(),
    last_name: Type.String(),
    name: Type.String(),
    email: Type.String(),
  }),
  redemption_url: orNull(Type.String()),
  one_link_id: orNull(Type.String()),
  bulk_send: orNull(Type.Object({ id: Type.String(), name: Type.String() })),
  address: orNull(Type.Object({ country: orNull(Type.String()) })),
  country: orNull(Type.String()),
  metadata: Type.Record(Type.String(), Type.String()),
  send_at: orNull(Timestamp),
  expires_at: Timestamp,
  remind_at: orNull(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
  message: EmailMessage,
  offering: Type.Object({
    selection_mode: SelectionMode,
    max_choices: Type.Integer({ description: 'How many items the recipient can choose.' }),
    visible_at_redemption: Type.Boolean(),
    items: Type.Array(GiftItem),
  }),
  line_items: orNull(Type.Array(GiftItem)),
  digital_items: Type.Array(DigitalItem),
  donations: Type.Array(GiftDonation),
  cost_centre: orNull(Type.String()),
  costs: Type.Array(GiftCost, { description: 'Without voided ones, oldest first.' }),
  selected_variant_ids: Type.Array(Type.String()),
  locale: orNull(Type.String()),
  opened_at: orNull(Timestamp),
  declined_at: orNull(Timestamp),
  decline_reason: orNull(Type.String()),
  renewal_requested_at: orNull(Timestamp),
  age_confirmed: orNull(Type.Integer({ description: 'The age that the recipient stated.' })),
  age_confirmed_at: orNull(Timestamp),
  thank_you_note: orNull(Type.Object({ text: Type.String(), at: Timestamp })),
  reaction: orNull(Type.Object({ reaction: oneOfTexts(...reactions), at: Timestamp })),
  problem_reports: Type.Array(ProblemReport, { description: 'Oldest first.' }),
  replacements: Replacements,
  reissued_from: orNull(GiftReference),
  reissued_as: orNull(GiftReference),
  changes: Type.Array(GiftChange, { description: 'Oldest first.' }),
  /** Null before the redemption and after the end. */
  changeability: orNull(
    Type.Object({
      is_changeable: Type.Boolean(),
      blocker: orNull(
        oneOfTexts('not_redeemed', 'ended', 'left', 'packed', 'being_packed', 'label_pending'),
      ),
      retry_at: orNull(Timestamp),
    }),
  ),
  history: Type.Array(
    Type.Object({
      created_at: Timestamp,
      from_state: orNull(GiftState),
      to_state: GiftState,
      cause: Type.String(),
      events: Type.Array(Type.String()),
    }),
  ),
  user_actions: Type.Array(
    Type.Object({ action: Type.String(), name: orNull(Type.String()), at: Timestamp }),
    { description: 'Oldest first.' },
  ),
  parcels: Type.Array(Parcel),
  emails: Type.Array(GiftEmail),
  events: Type.Array(GiftEvent),
  actions: GiftActions,
})
export type Gift = Static<typeof Gift>
