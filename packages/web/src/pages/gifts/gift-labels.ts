import type { Tone } from '#web/components/feedback/status-badge.tsx'
import { t } from '#web/i18n/gifts.ts'

/* Labels of statuses and states, which lists and the overview show. Those of one gift are in `detail-labels.ts`. */

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

export interface StateLabels {
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

export const getStateLabels = (state: string): StateLabels =>
  stateLabels[state] ?? { label: humanize(state), happened: humanize(state), now: '', tone: 'wait' }

/** Converts a name to a label: `out_for_delivery` becomes 'Out for delivery'. */
export const humanize = (name: string): string => {
  const text = name.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
