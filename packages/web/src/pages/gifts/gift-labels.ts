import type { Tone } from '#web/components/feedback/status-badge.tsx'
import { t } from '#web/i18n/gifts.ts'
import type { Gift } from './gift.ts'

/* Labels for states, events and emails. */

const statuses = ['submitted', 'redeemed', 'dispatched', 'delivered', 'cancelled'] as const
export type Status = (typeof statuses)[number]

export const statusLabels: Readonly<Record<Status, string>> = {
  submitted: t('Submitted'),
  redeemed: t('Redeemed'),
  dispatched: t('Dispatched'),
  delivered: t('Delivered'),
  cancelled: t('Cancelled'),
}

/**
 * The statuses of the tabs: the public statuses and `expired`. An expired gift has its own tab, because it
 * was not cancelled.
 */
export const tabStatuses = [...statuses, 'expired'] as const
export type TabStatus = (typeof tabStatuses)[number]
export const tabLabels: Readonly<Record<TabStatus, string>> = {
  ...statusLabels,
  expired: t('Expired'),
}

interface StateLabels {
  /** The label in the badge. */
  label: string
  /** The label in the timeline. */
  happened: string
  /** A text about the current situation and the next step. */
  now: string
  tone: Tone
}

// biome-ignore format: read down the columns
const stateLabels: Readonly<Record<string, StateLabels>> = {
  created:                 { label: t('Creating'),           happened: t('Created|state'),                             now: t('The link is being created.'),                                      tone: 'wait' },
  scheduled:               { label: t('Scheduled'),          happened: t('Scheduled for later'),                       now: t('It will be sent on the scheduled date.'),                          tone: 'wait' },
  unclaimed:               { label: t('Unclaimed place'),    happened: t('Open to anyone with the one-link'),          now: t('Not claimed yet. Anyone with the one-link can claim it.'),         tone: 'wait' },
  awaiting_recipient:      { label: t('Awaiting recipient'), happened: t('Sent to the recipient'),                     now: t('The recipient has the link and hasn’t redeemed yet.'),             tone: 'wait' },
  redeemed:                { label: t('Redeemed'),           happened: t('Address and items confirmed'),               now: t('The order will be placed shortly.'),                               tone: 'move' },
  ordered:                 { label: t('Ordered'),            happened: t('Ordered'),                                   now: t('The warehouse has the order. The parcel hasn’t shipped yet.'),     tone: 'move' },
  backordered:             { label: t('Out of stock'),       happened: t('Out of stock'),                              now: t('The chosen item is out of stock. It ships when restocked.'),       tone: 'bad' },
  shipping_error:          { label: t('Shipping error'),     happened: t('The carrier rejected the address or label'), now: t('The carrier rejected the address or label. Correct the address.'), tone: 'bad' },
  in_transit:              { label: t('In transit'),         happened: t('On its way'),                                now: t('The parcel is on its way.'),                                       tone: 'move' },
  out_for_delivery:        { label: t('Out for delivery'),   happened: t('Out for delivery'),                          now: t('The parcel is out for delivery.'),                                 tone: 'move' },
  delivery_attempt_failed: { label: t('Delivery attempted'), happened: t('Delivery attempt failed'),                   now: t('The carrier could not deliver the parcel.'),                       tone: 'bad' },
  delivered:               { label: t('Delivered'),          happened: t('Delivered'),                                 now: t('The gift has arrived.'),                                           tone: 'good' },
  redelivering:            { label: t('Reshipping'),         happened: t('Part of the gift reshipped'),                now: t('Part of the gift has arrived. The rest is being reshipped.'),      tone: 'move' },
  complete:                { label: t('Complete'),           happened: t('Complete'),                                  now: t('Delivered. Nothing more to do.'),                                  tone: 'good' },
  cancelled:               { label: t('Cancelled'),          happened: t('Cancelled'),                                 now: t('This gift was cancelled.'),                                        tone: 'end' },
  expired:                 { label: t('Expired'),            happened: t('Expired'),                                   now: t('The recipient didn’t redeem in time.'),                            tone: 'end' },
  shipment_cancelled:      { label: t('Shipment cancelled'), happened: t('Shipment cancelled'),                        now: t('The carrier or the warehouse cancelled the shipment.'),            tone: 'end' },
}

const undoWindowLabels: StateLabels = {
  label: t('Sending soon'),
  happened: t('Waiting for the time to undo'),
  now: t('It is sent in less than a minute. Until then it can be undone.'),
  tone: 'wait',
}

/** Returns whether a gift has no date of its own, and only waits, or waited, until its send cannot be undone any more. */
export const waitsToUndoOnly = ({ send_at, bulk_send }: Gift): boolean =>
  send_at !== null && bulk_send !== null && Date.parse(send_at) === Date.parse(bulk_send.undo_until)

/** Returns the labels of a state that a gift has or had. */
export const getGiftLabels = (gift: Gift, state: string): StateLabels =>
  state === 'scheduled' && waitsToUndoOnly(gift) ? undoWindowLabels : getStateLabels(state)

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
  invitation: t('Invitation'),
  announcement: t('Announcement'),
  reminder: t('Reminder'),
  expiring: t('Last reminder'),
  redeemed: t('Confirmation'),
  ready: t('Ready to use'),
  dispatched: t('On its way'),
  delivered: t('Delivered'),
  shipping_problem: t('Address needed'),
  delivery_failed: t('Delivery attempted'),
  link_resend: t('Link requested again'),
  claim_link: t('Confirmation of a claim'),
  waiting_list_link: t('Confirmation for the waiting list'),
  waiting_list_offer: t('Offer to the waiting list'),
  claim_approved: t('Claim approved'),
  claim_rejected: t('Claim not approved'),
  claims_waiting: t('Claims wait for approval (to sender)'),
  recipient_link: t('Link to the recipient page'),
  parcel_lost: t('Parcel lost'),
  parcel_returned: t('Parcel returned'),
  gift_cancelled: t('Cancelled'),
  gift_backordered: t('Out of stock'),
  gift_expired: t('Expired'),
  problem_answer: t('Answer to a problem report'),
  problem_report: t('Problem report (to sender and admins)'),
  gift_changed: t('Change confirmed'),
  gift_not_changed: t('Change too late'),
  thank_you_note: t('Thank-you note (to sender)'),
  declined: t('Declined (to sender)'),
  renewal_request: t('New gift requested (to sender)'),
  bounced: t('Email bounced (to sender)'),
}
export const emailLabel = (kind: string): string => emailLabels[kind] ?? humanize(kind)

const emailStateLabels: Readonly<Record<string, string>> = {
  queued: t('Waiting to be sent'),
  sent: t('Sent'),
  bounced: t('Bounced'),
  failed: t('Not sent'),
  suppressed: t('Suppressed'),
}
export const emailStateLabel = (state: string): string => emailStateLabels[state] ?? humanize(state)

// biome-ignore format: read down the columns
const parcelStateLabels: Readonly<Record<string, string>> = {
  placing:                 t('Placing'),
  waiting:                 t('Waiting'),
  refused:                 t('Refused'),
  ordered:                 t('Ordered'),
  in_transit:              t('In transit'),
  delivery_attempt_failed: t('Delivery attempt failed'),
  out_for_delivery:        t('Out for delivery'),
  delivered:               t('Delivered'),
  returned:                t('Returned'),
  lost:                    t('Lost'),
  cancelled:               t('Cancelled'),
}
export const parcelStateLabel = (state: string): string =>
  parcelStateLabels[state] ?? humanize(state)

/** Converts a name to a label: `out_for_delivery` becomes 'Out for delivery'. */
const humanize = (name: string): string => {
  const text = name.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

type ReactionName = NonNullable<Gift['reaction']>['reaction']

/** The emoji and the label of each reaction. A recipient reacts to a gift with one tap. */
export const reactionLabels: Readonly<
  Record<ReactionName, readonly [emoji: string, label: string]>
> = {
  love: ['❤️', t('Loves it')],
  joy: ['😊', t('It made them smile')],
  wow: ['😮', t('Wow')],
  thanks: ['🙏', t('Says thank you')],
  celebrate: ['🎉', t('Is celebrating')],
}
