import type { State } from '#gifting'

/** A description of a state for a user who waits for a gift: its meaning, and the possible action. */
interface StateDescription {
  meaning: string
  /** the party that must act next */
  waits_for: 'no one' | 'the recipient' | 'the sender' | 'the shop' | 'the carrier' | 'time'
  advice: string
}

const nothingToDo = 'Wait; no action is needed.'

// biome-ignore format: read down the columns
export const stateDescriptions: Readonly<Record<State, StateDescription>> = {
  created:                 { meaning: 'It was accepted, and its link is being created.',                 waits_for: 'time',          advice: 'Check again in a minute.' },
  scheduled:               { meaning: 'It is scheduled to be sent later.',                               waits_for: 'time',          advice: nothingToDo },
  unclaimed:               { meaning: 'It waits until a recipient claims it through a public link.',     waits_for: 'the recipient', advice: 'Share the public link again.' },
  awaiting_recipient:      { meaning: 'The recipient has the link and has not redeemed the gift yet.',   waits_for: 'the recipient', advice: 'Ask the recipient whether the message arrived; the link can also be shared manually.' },
  redeemed:                { meaning: 'The recipient has redeemed it; the order is about to be placed.', waits_for: 'the shop',      advice: nothingToDo },
  ordered:                 { meaning: 'The order is placed; the parcel has not left yet.',               waits_for: 'the shop',      advice: 'If it takes long, ask the warehouse.' },
  backordered:             { meaning: 'The chosen variant has no stock.',                                waits_for: 'the shop',      advice: 'Restock the variant, or cancel and send something else.' },
  shipping_error:          { meaning: 'The carrier rejected the address or the label.',                  waits_for: 'the sender',    advice: 'Correct the address in the admin area.' },
  in_transit:              { meaning: 'The parcel is in transit.',                                       waits_for: 'the carrier',   advice: nothingToDo },
  out_for_delivery:        { meaning: 'The parcel is out for delivery.',                                 waits_for: 'the carrier',   advice: nothingToDo },
  delivery_attempt_failed: { meaning: 'The carrier attempted delivery and could not deliver it.',        waits_for: 'the carrier',   advice: 'Ask the recipient to arrange another attempt, or correct the address.' },
  delivered:               { meaning: 'It was delivered.',                                               waits_for: 'no one',        advice: 'If the recipient does not have it, ask the carrier where it was left.' },
  redelivering:            { meaning: 'A part of it was delivered; the rest is shipped again.',          waits_for: 'the carrier',   advice: nothingToDo },
  complete:                { meaning: 'It was delivered, and no action is left.',                        waits_for: 'no one',        advice: 'A digital gift is in the recipient’s inbox; check the spam folder.' },
  cancelled:               { meaning: 'It was cancelled.',                                               waits_for: 'no one',        advice: 'Send a new gift if needed.' },
  expired:                 { meaning: 'The recipient did not redeem it in time.',                        waits_for: 'no one',        advice: 'Send a new gift if needed.' },
  shipment_cancelled:      { meaning: 'The carrier or the shop cancelled the parcel.',                   waits_for: 'no one',        advice: 'Send a new gift if needed.' },
}

/** The states that always indicate a problem, even if they are recent. */
export const problemStates: readonly State[] = [
  'backordered',
  'shipping_error',
  'delivery_attempt_failed',
]
