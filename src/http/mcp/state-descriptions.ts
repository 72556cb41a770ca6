import type { State } from '#gifting'

/** What a state means for somebody who waits for a gift, and what can be done about it. */
interface StateDescription {
  means: string
  /** Whose turn it is. */
  waits_for: 'nobody' | 'the recipient' | 'the sender' | 'the shop' | 'the carrier' | 'time'
  advice: string
}

const nothingToDo = 'Wait: nothing needs doing.'

// biome-ignore format: read down the columns
export const stateDescriptions: Readonly<Record<State, StateDescription>> = {
  created:                 { means: 'It was accepted, and its link is being made.',                      waits_for: 'time',          advice: 'Look again in a minute.' },
  scheduled:               { means: 'It waits for the time at which it is to be sent.',                  waits_for: 'time',          advice: nothingToDo },
  unclaimed:               { means: 'It waits behind a public link until somebody claims it.',           waits_for: 'the recipient', advice: 'Share the public link again.' },
  awaiting_recipient:      { means: 'The recipient has the link, and has not accepted the gift yet.',    waits_for: 'the recipient', advice: 'Ask the recipient whether the message arrived; the link can be passed on by hand.' },
  redeemed:                { means: 'The recipient has accepted it; the order is about to be placed.',   waits_for: 'the shop',      advice: nothingToDo },
  ordered:                 { means: 'The order is placed; the parcel has not left yet.',                 waits_for: 'the shop',      advice: 'If it has been long, ask the warehouse.' },
  backordered:             { means: 'There is no stock of what was chosen.',                             waits_for: 'the shop',      advice: 'Restock the variant, or cancel and send something else.' },
  shipping_error:          { means: 'The address or the label was refused by the carrier.',              waits_for: 'the sender',    advice: 'Correct the address in the admin area.' },
  in_transit:              { means: 'The parcel is on its way.',                                         waits_for: 'the carrier',   advice: nothingToDo },
  out_for_delivery:        { means: 'The parcel is on the van.',                                         waits_for: 'the carrier',   advice: nothingToDo },
  delivery_attempt_failed: { means: 'The carrier was there and could not hand it over.',                 waits_for: 'the carrier',   advice: 'Ask the recipient to arrange another attempt, or correct the address.' },
  delivered:               { means: 'It has arrived.',                                                   waits_for: 'nobody',        advice: 'If the recipient does not have it, ask the carrier where it was left.' },
  redelivering:            { means: 'A part of it arrived; the rest is shipped again.',                  waits_for: 'the carrier',   advice: nothingToDo },
  complete:                { means: 'It has arrived, and nothing is left to do.',                        waits_for: 'nobody',        advice: 'A digital gift is in the recipient’s inbox; look in the spam folder.' },
  cancelled:               { means: 'It was cancelled.',                                                 waits_for: 'nobody',        advice: 'Send a new one if it is still wanted.' },
  expired:                 { means: 'The recipient did not accept it in time.',                          waits_for: 'nobody',        advice: 'Send a new one if it is still wanted.' },
  shipment_cancelled:      { means: 'The carrier or the shop called the parcel off.',                    waits_for: 'nobody',        advice: 'Send a new one if it is still wanted.' },
}

/** The states in which something is the matter, whatever the time. */
export const problemStates: readonly State[] = [
  'backordered',
  'shipping_error',
  'delivery_attempt_failed',
]
