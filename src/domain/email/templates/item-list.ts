import type { EmailMessageKey, Localizer } from '../locales/localizer.ts'
import type { EmailContent } from './email-content.ts'
import type { EmailDonation, EmailItem, ParcelTracking } from './template-data.ts'

/** Builds the list of the items of a gift, and of the tracking numbers of its parcels. A surprise has no items. */
export function itemList(
  title: EmailMessageKey,
  items: readonly EmailItem[] | null,
  { t }: Localizer,
  tracking: readonly ParcelTracking[] = [],
): NonNullable<EmailContent['list']> {
  return {
    title: t(title),
    items: [
      ...(items === null ? [{ text: t('common.surprise') }] : []),
      ...(items ?? []).map(({ name, quantity, image_url }) => ({
        text: quantity === 1 ? name : t('common.quantity', { name, quantity }),
        ...(image_url !== undefined && { image_url }),
      })),
      ...tracking.map(({ carrier, code, url }) => ({
        text: t('common.tracking', { carrier, code }),
        ...(url !== null && /^https?:\/\//.test(url) ? { url } : {}),
      })),
    ],
  }
}

/** Builds the list of the donations of a gift. */
export const donationList = (
  donations: readonly EmailDonation[],
  { t, formatMoney }: Localizer,
): NonNullable<EmailContent['list']> => ({
  title: t('donated.items'),
  items: donations.map(({ charity, amount_minor, currency }) => ({
    text: t('donated.line', { charity, amount: formatMoney(amount_minor, currency) }),
  })),
})
