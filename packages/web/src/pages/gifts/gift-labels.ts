/* Labels for states, events and emails. */

import type { Tone } from '#web/components/status-badge.tsx'

const statuses = ['submitted', 'redeemed', 'dispatched', 'delivered', 'cancelled'] as const
export type Status = (typeof statuses)[number]

export const statusLabels: Readonly<Record<Status, string>> = {
  submitted: 'Submitted',
  redeemed: 'Redeemed',
  dispatched: 'Dispatched',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
}

/** Public statuses and `expired`, because an expired gift was not cancelled. */
export const tabStatuses = [...statuses, 'expired'] as const
export type TabStatus = (typeof tabStatuses)[number]
export const tabLabels: Readonly<Record<TabStatus, string>> = {
  ...statusLabels,
  expired: 'Expired',
}

interface StateLabels {
  /** Label of the badge. */
  label: string
  /** Label in the timeline. */
  happened: string
  /** The current situation and the next step. */
  now: string
  tone: Tone
}

// biome-ignore format: read down the columns
const stateLabels: Readonly<Record<string, StateLabels>> = {
  created:                 { label: 'Being made',        happened: 'Created',                                   now: 'Its link is being made.',                                              tone: 'wait' },
  scheduled:               { label: 'Scheduled',         happened: 'Scheduled for later',                       now: 'It waits for the day on which it is to be sent.',                      tone: 'wait' },
  unclaimed:               { label: 'Unclaimed place',   happened: 'Open to anyone with the one-link',          now: 'No one has claimed this place of the one-link yet.',                   tone: 'wait' },
  awaiting_recipient:      { label: 'With recipient',    happened: 'Sent to the recipient',                     now: 'The recipient has the link and has not answered yet.',                 tone: 'wait' },
  redeemed:                { label: 'Redeemed',          happened: 'Address and items confirmed',               now: 'The order is about to be placed.',                                     tone: 'move' },
  ordered:                 { label: 'Ordered',           happened: 'Ordered',                                   now: 'The warehouse has the order. The parcel has not left yet.',            tone: 'move' },
  backordered:             { label: 'Out of stock',      happened: 'Out of stock',                              now: 'What was chosen is out of stock. It goes out when there is some again.', tone: 'bad' },
  shipping_error:          { label: 'Shipping error',    happened: 'The carrier refused the address or label',  now: 'The carrier refused the address or the label. Correct the address.',   tone: 'bad' },
  in_transit:              { label: 'In transit',        happened: 'On its way',                                now: 'The parcel is on its way.',                                            tone: 'move' },
  out_for_delivery:        { label: 'Out for delivery',  happened: 'On the van',                                now: 'The parcel is on the van.',                                            tone: 'move' },
  delivery_attempt_failed: { label: 'Nobody home',       happened: 'The carrier was there and left with it',    now: 'The carrier was there and could not hand it over.',                    tone: 'bad' },
  delivered:               { label: 'Delivered',         happened: 'Delivered',                                 now: 'It has arrived.',                                                      tone: 'good' },
  redelivering:            { label: 'Sent again',        happened: 'A part of it is sent again',                now: 'A part of it has arrived; the rest is sent again.',                    tone: 'move' },
  complete:                { label: 'Complete',          happened: 'Complete',                                  now: 'Delivered. Nothing more to do.',                                        tone: 'good' },
  cancelled:               { label: 'Cancelled',         happened: 'Cancelled',                                 now: 'This gift was cancelled.',                                             tone: 'end' },
  expired:                 { label: 'Expired',           happened: 'Expired',                                   now: 'The recipient did not answer in time.',                                tone: 'end' },
  shipment_cancelled:      { label: 'Parcel called off', happened: 'The parcel was called off',                 now: 'The carrier or the warehouse called the parcel off.',                  tone: 'end' },
}

export const getStateLabels = (state: string): StateLabels =>
  stateLabels[state] ?? { label: humanize(state), happened: humanize(state), now: '', tone: 'wait' }

/** The public status of each state. */
export const statusByState: Readonly<Record<string, Status>> = {
  created: 'submitted',
  scheduled: 'submitted',
  unclaimed: 'submitted',
  awaiting_recipient: 'submitted',
  redeemed: 'redeemed',
  ordered: 'redeemed',
  backordered: 'redeemed',
  shipping_error: 'redeemed',
  in_transit: 'dispatched',
  out_for_delivery: 'dispatched',
  delivery_attempt_failed: 'dispatched',
  delivered: 'delivered',
  redelivering: 'delivered',
  complete: 'delivered',
  cancelled: 'cancelled',
  expired: 'cancelled',
  shipment_cancelled: 'cancelled',
}

const emailLabels: Readonly<Record<string, string>> = {
  invitation: 'Invitation',
  announcement: 'Announcement',
  reminder: 'Reminder',
  expiring: 'Last reminder',
  redeemed: 'Confirmation',
  ready: 'Ready to use',
  dispatched: 'On its way',
  delivered: 'Delivered',
  shipping_problem: 'Address needed',
  delivery_failed: 'Nobody home',
  link_again: 'Link again',
  claim_link: 'Link of a claim',
  recipient_link: 'Link to the address',
  parcel_lost: 'Parcel lost',
  parcel_returned: 'Parcel returned',
  gift_cancelled: 'Cancelled',
  thanks: 'Thank-you, to the sender',
  declined: 'Declined, to the sender',
  asked: 'Asked again, to the sender',
  bounced: 'Came back, to the sender',
}
export const emailLabel = (kind: string): string => emailLabels[kind] ?? humanize(kind)

const emailStateLabels: Readonly<Record<string, string>> = {
  queued: 'Waiting to be sent',
  sent: 'Sent',
  bounced: 'Came back',
  failed: 'Could not be sent',
  suppressed: 'Held back',
}
export const emailStateLabel = (state: string): string => emailStateLabels[state] ?? humanize(state)

/** `out_for_delivery` → 'Out for delivery' */
export const humanize = (name: string): string => {
  const text = name.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
