import type { EmailMessageKey, Localizer } from '../locales/localizer.ts'
import type { EmailFact, EmailReceipt } from './email-content.ts'
import type { EmailDonation, EmailItem, ParcelTracking } from './template-data.ts'

/**
 * Builds the receipt of an email about a chosen gift: its items, and when and with which carriers they come. A
 * surprise has no items. Returns nothing for a gift without items.
 */
export function itemReceipt(
  items: readonly EmailItem[] | null | undefined,
  localizer: Localizer,
  {
    title = 'common.items',
    tracking = [],
  }: { title?: EmailMessageKey; tracking?: readonly ParcelTracking[] } = {},
): { receipt?: EmailReceipt } {
  const { t } = localizer
  if (items === undefined || items?.length === 0) return {}
  const shown = (items ?? []).map(({ name, quantity, image_url }) => ({
    text: quantity === 1 ? name : t('common.quantity', { name, quantity }),
    ...(image_url !== undefined && { image_url }),
  }))
  return {
    receipt: {
      title: t(title),
      items: items === null ? [{ text: t('common.surprise') }] : shown,
      facts: tracking.flatMap((parcel) => trackingFacts(parcel, localizer)),
    },
  }
}

/** Builds the receipt of a gift that is still wrapped: the last day on which it can be opened. */
export const deadlineReceipt = (
  { expires_at }: { expires_at: string },
  { t, formatLastDay }: Localizer,
): EmailReceipt => ({
  items: [],
  facts: [{ label: t('fact.until'), text: formatLastDay(expires_at) }],
})

/** Builds the receipt of the donations of a gift. */
export const donationReceipt = (
  donations: readonly EmailDonation[],
  { t, formatMoney }: Localizer,
): EmailReceipt => ({
  title: t('donated.items'),
  items: donations.map(({ charity, amount_minor, currency }) => ({
    text: t('donated.line', { charity, amount: formatMoney(amount_minor, currency) }),
  })),
  facts: [],
})

/** Returns what the carrier says about a parcel: the day of its arrival, its name and the tracking number. */
const trackingFacts = (
  { carrier, code, url, estimated_at = null }: ParcelTracking,
  { t, formatEstimate }: Localizer,
): EmailFact[] => [
  ...(estimated_at === null
    ? []
    : [{ label: t('fact.arrival'), text: formatEstimate(estimated_at) }]),
  ...(carrier === null ? [] : [{ label: t('fact.carrier'), text: carrier }]),
  ...(code === null
    ? []
    : [
        {
          label: t('fact.tracking_number'),
          text: code,
          ...(url !== null && /^https?:\/\//.test(url) && { url }),
        },
      ]),
]
