import type { AttentionKindName } from '#web/admin-api.ts'
import { t } from '#web/i18n/common.ts'

interface KindLabel {
  /** The heading for one item. */
  title: string
  /** The heading for several items. It is also the name of the filter. */
  plural: string
  isUrgent: boolean
}

// biome-ignore format: read down the columns
export const kindLabels: Readonly<Record<AttentionKindName, KindLabel>> = {
  backordered:             { title: t('Out of stock'),            plural: t('Gifts out of stock'),          isUrgent: true },
  address_refused:         { title: t('Address rejected'),        plural: t('Rejected addresses'),          isUrgent: true },
  delivery_attempt_failed: { title: t('Delivery attempt failed'), plural: t('Failed delivery attempts'),    isUrgent: true },
  overdue:                 { title: t('Overdue'),                 plural: t('Overdue gifts'),               isUrgent: true },
  parcel_lost:             { title: t('Parcel lost or returned'), plural: t('Lost and returned parcels'),   isUrgent: true },
  email_bounced:           { title: t('Email bounced'),           plural: t('Bounced emails'),              isUrgent: true },
  expiring:                { title: t('Expires soon'),            plural: t('Gifts that expire soon'),      isUrgent: false },
  stock_low:               { title: t('Low stock'),               plural: t('Low stock'),                   isUrgent: false },
  endpoint_failing:        { title: t('Endpoint failing'),        plural: t('Failing webhook endpoints'),   isUrgent: true },
  delivery_abandoned:      { title: t('Missed events'),           plural: t('Endpoints that missed events'), isUrgent: true },
  connection_failing:      { title: t('Connection failing'),      plural: t('Failing connections'),         isUrgent: true },
  domain_missing:          { title: t('DNS record missing'),      plural: t('Missing DNS records'),         isUrgent: true },
}

export const kindOptions = Object.entries(kindLabels).map(([value, { plural }]) => ({
  value,
  label: plural,
}))
