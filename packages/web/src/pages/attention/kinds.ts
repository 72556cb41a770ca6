import type { AttentionKindName } from '#web/admin-api.ts'

interface KindLabel {
  /** A heading for one item. */
  title: string
  /** The name of the filter, and of a card with several items. */
  plural: string
  isUrgent: boolean
}

// biome-ignore format: read down the columns
export const kindLabels: Readonly<Record<AttentionKindName, KindLabel>> = {
  backordered:             { title: 'Out of stock',            plural: 'Gifts out of stock',          isUrgent: true },
  address_refused:         { title: 'Address rejected',        plural: 'Rejected addresses',          isUrgent: true },
  delivery_attempt_failed: { title: 'Delivery attempt failed', plural: 'Failed delivery attempts',    isUrgent: true },
  overdue:                 { title: 'Overdue',                 plural: 'Overdue gifts',               isUrgent: true },
  parcel_lost:             { title: 'Parcel lost or returned', plural: 'Lost and returned parcels',   isUrgent: true },
  email_bounced:           { title: 'Email bounced',           plural: 'Bounced emails',              isUrgent: true },
  expiring:                { title: 'Expires soon',            plural: 'Gifts that expire soon',      isUrgent: false },
  stock_low:               { title: 'Low stock',               plural: 'Low stock',                   isUrgent: false },
  endpoint_failing:        { title: 'Endpoint failing',        plural: 'Failing webhook endpoints',   isUrgent: true },
  delivery_abandoned:      { title: 'Missed events',           plural: 'Endpoints that missed events', isUrgent: true },
}

export const kindOptions = Object.entries(kindLabels).map(([value, { plural }]) => ({
  value,
  label: plural,
}))
