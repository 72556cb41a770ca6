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
  created:                 { label: 'Creating',           happened: 'Created',                                   now: 'The link is being created.',                                      tone: 'wait' },
  scheduled:               { label: 'Scheduled',          happened: 'Scheduled for later',                       now: 'It will be sent on the scheduled date.',                          tone: 'wait' },
  unclaimed:               { label: 'Unclaimed place',    happened: 'Open to anyone with the one-link',          now: 'Not claimed yet. Anyone with the one-link can claim it.',         tone: 'wait' },
  awaiting_recipient:      { label: 'Awaiting recipient', happened: 'Sent to the recipient',                     now: 'The recipient has the link and hasn’t redeemed yet.',             tone: 'wait' },
  redeemed:                { label: 'Redeemed',           happened: 'Address and items confirmed',               now: 'The order will be placed shortly.',                               tone: 'move' },
  ordered:                 { label: 'Ordered',            happened: 'Ordered',                                   now: 'The warehouse has the order. The parcel hasn’t shipped yet.',     tone: 'move' },
  backordered:             { label: 'Out of stock',       happened: 'Out of stock',                              now: 'The chosen item is out of stock. It ships when restocked.',       tone: 'bad' },
  shipping_error:          { label: 'Shipping error',     happened: 'The carrier rejected the address or label', now: 'The carrier rejected the address or label. Correct the address.', tone: 'bad' },
  in_transit:              { label: 'In transit',         happened: 'On its way',                                now: 'The parcel is on its way.',                                       tone: 'move' },
  out_for_delivery:        { label: 'Out for delivery',   happened: 'Out for delivery',                          now: 'The parcel is out for delivery.',                                 tone: 'move' },
  delivery_attempt_failed: { label: 'Delivery attempted', happened: 'Delivery attempt failed',                   now: 'The carrier could not deliver the parcel.',                       tone: 'bad' },
  delivered:               { label: 'Delivered',          happened: 'Delivered',                                 now: 'The gift has arrived.',                                           tone: 'good' },
  redelivering:            { label: 'Reshipping',         happened: 'Part of the gift reshipped',                now: 'Part of the gift has arrived. The rest is being reshipped.',      tone: 'move' },
  complete:                { label: 'Complete',           happened: 'Complete',                                  now: 'Delivered. Nothing more to do.',                                  tone: 'good' },
  cancelled:               { label: 'Cancelled',          happened: 'Cancelled',                                 now: 'This gift was cancelled.',                                        tone: 'end' },
  expired:                 { label: 'Expired',            happened: 'Expired',                                   now: 'The recipient didn’t redeem in time.',                            tone: 'end' },
  shipment_cancelled:      { label: 'Shipment cancelled', happened: 'Shipment cancelled',                        now: 'The carrier or the warehouse cancelled the shipment.',            tone: 'end' },
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
  delivery_failed: 'Delivery attempted',
  link_resend: 'Link requested again',
  claim_link: 'Confirmation of a claim',
  waiting_list_link: 'Confirmation for the waiting list',
  waiting_list_offer: 'Offer to the waiting list',
  claim_approved: 'Claim approved',
  claim_rejected: 'Claim not approved',
  claims_waiting: 'Claims wait for approval (to sender)',
  recipient_link: 'Link to the recipient page',
  parcel_lost: 'Parcel lost',
  parcel_returned: 'Parcel returned',
  gift_cancelled: 'Cancelled',
  gift_backordered: 'Out of stock',
  gift_expired: 'Expired',
  problem_answer: 'Answer to a problem report',
  problem_report: 'Problem report (to sender and admins)',
  gift_changed: 'Change confirmed',
  gift_not_changed: 'Change too late',
  thank_you_note: 'Thank-you note (to sender)',
  declined: 'Declined (to sender)',
  renewal_request: 'New gift requested (to sender)',
  bounced: 'Email bounced (to sender)',
}
export const emailLabel = (kind: string): string => emailLabels[kind] ?? humanize(kind)

const emailStateLabels: Readonly<Record<string, string>> = {
  queued: 'Waiting to be sent',
  sent: 'Sent',
  bounced: 'Bounced',
  failed: 'Not sent',
  suppressed: 'Suppressed',
}
export const emailStateLabel = (state: string): string => emailStateLabels[state] ?? humanize(state)

/** `out_for_delivery` → 'Out for delivery' */
export const humanize = (name: string): string => {
  const text = name.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
