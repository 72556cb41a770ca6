import { Type } from 'typebox'
import { stateNames } from './advance-request.ts'
import { deliveries } from './catalogue-limits.ts'
import { Money } from './catalogue-resources.ts'
import { manualStates } from './parcel-states.ts'
import { reactions } from './reactions.ts'
import { enumOf, id, nullable, text, timestamp } from './schema-parts.ts'

const facts = {
  version: Type.Integer({ description: 'Grows with each change.' }),
  is_direct: Type.Boolean(),
  country: nullable(text(), 'Of the address.'),
}

/**
 * What signed-in users get of each gift request in a list, in addition to its members. For them the gift requests have no offered
 * items, because those can be most of the bytes.
 */
export const listedGiftAppMembers = Type.Object({
  ...facts,
  state: enumOf(stateNames),
  send_at: nullable(timestamp()),
  expires_at: timestamp(),
  tracking: Type.Array(Type.Object({ carrier: text(), code: text() })),
  has_problem: Type.Boolean({ description: 'Whether a problem report is not resolved.' }),
})

const ChangedItem = Type.Object({ variant_id: id(), name: text() })

/** A digital item of a gift, without its content. */
const DigitalItem = Type.Object({
  id: id(),
  variant_id: id(),
  name: text(),
  delivery: enumOf(deliveries),
  needs_code: Type.Boolean(),
  given_at: nullable(timestamp()),
  revealed_at: nullable(timestamp()),
  replaced_at: nullable(timestamp()),
  downloads: Type.Integer(),
  last_four: nullable(text(), 'The last characters of the code; null for senders.'),
  can_replace: Type.Boolean(),
})

const GiftDonation = Type.Object({
  id: id(),
  charity_name: text(),
  amount: Money,
  reason: enumOf(['chosen', 'direct', 'unclaimed']),
  donated_at: timestamp(),
  is_paid: Type.Boolean(),
})

/** What a cost is for. Items count once the gift is redeemed, shipping once the label is bought. */
export const costKinds = ['items', 'shipping', 'donation'] as const

/** What the gift cost the sender. */
const GiftCost = Type.Object({
  kind: enumOf(costKinds),
  amount: Money,
  occurred_at: timestamp(),
})

/** A change by the recipient after the redemption. */
const GiftChange = Type.Object({
  id: id(),
  state: enumOf(['pending', 'applied', 'rejected']),
  changes_address: Type.Boolean(),
  old_items: Type.Array(ChangedItem),
  new_items: Type.Array(ChangedItem),
  requested_at: timestamp(),
  settled_at: nullable(timestamp()),
})

/** Of the details: what the page of a gift shows besides. */
export const giftDetailAppMembers = Type.Object({
  ...facts,
  has_address: Type.Boolean(),
  bulk_send: nullable(
    Type.Object({
      id: id(),
      name: text(),
      undo_until: timestamp(
        'The send can be undone until then. A gift without a date of its own has it as `send_at`.',
      ),
    }),
  ),
  max_choices: Type.Integer({ description: 'How many items the recipient can choose.' }),
  digital_items: Type.Array(DigitalItem),
  donations: Type.Array(GiftDonation),
  cost_centre: nullable(text()),
  purchase_order_number: nullable(text()),
  team: nullable(Type.Object({ id: id(), name: text() }), 'The team that it was sent for.'),
  costs: Type.Array(GiftCost, { description: 'Without voided ones, oldest first.' }),
  age_confirmed: nullable(Type.Integer(), 'The age that the recipient stated.'),
  age_confirmed_at: nullable(timestamp()),
  thank_you_note: nullable(Type.Object({ text: text(), at: timestamp() })),
  reaction: nullable(Type.Object({ reaction: enumOf(reactions), at: timestamp() })),
  replacements: Type.Object({
    can_send_again: Type.Boolean(),
    parcels: Type.Array(Type.Object({ id: id(), number: Type.Integer() }), {
      description: 'The parcels whose items can be shipped again.',
    }),
  }),
  has_problem_reports: Type.Boolean({ description: 'Also resolved ones.' }),
  changes: Type.Array(GiftChange, { description: 'Oldest first.' }),
  changeability: nullable(
    Type.Object({
      is_changeable: Type.Boolean(),
      blocker: nullable(
        enumOf(['not_redeemed', 'ended', 'left', 'packed', 'being_packed', 'label_pending']),
      ),
      retry_at: nullable(timestamp()),
    }),
    'Null before the redemption and after the end.',
  ),
  user_actions: Type.Array(
    Type.Object({ action: text(), name: nullable(text()), at: timestamp() }),
    { description: 'Oldest first.' },
  ),
})

/** The progress that a person can enter; none when a carrier reports it. */
export const parcelAppMembers = Type.Object({
  can_ship_again: Type.Boolean(),
  next_states: Type.Array(enumOf(manualStates)),
  can_edit_tracking: Type.Boolean(),
  can_restock: Type.Boolean(),
})

/** Users also see the emails to others, and text messages, whose subject is their text. */
export const emailAppMembers = Type.Object({ channel: enumOf(['email', 'sms']) })
