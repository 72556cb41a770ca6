import { t } from '#web/i18n/gifts.ts'
import type { Gift } from './gift.ts'
import { getStateLabels, humanize, type StateLabels, type Status } from './gift-labels.ts'

/* Labels on the pages of one gift: for the minute to undo, emails, parcels and reactions. */

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
  gift_comment: t('Mention in a comment (to member)'),
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
