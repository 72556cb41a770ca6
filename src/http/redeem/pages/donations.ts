import type { RedemptionItem, RedemptionPage } from '#gifting'
import { html, type SafeHtml } from '#platform/lib/html'
import type { Localizer } from '../i18n/localizer.ts'
import { empty } from './layout.ts'
import { selectedItems } from './selection-state.ts'

/** Returns whether all items that the recipient gets are donations. */
export function isDonationOnly(gift: RedemptionPage): boolean {
  const items = selectedItems(gift)
  return items.length > 0 && items.every(({ kind }) => kind === 'donation')
}

/** Renders the donations that the recipient is about to confirm. */
export const renderSelectedDonations = (localizer: Localizer, gift: RedemptionPage): SafeHtml =>
  html`${selectedItems(gift).map((item) => renderSelected(localizer, gift, item))}`

function renderSelected(
  localizer: Localizer,
  gift: RedemptionPage,
  { donation, product_name: charity }: RedemptionItem,
): SafeHtml {
  if (donation === null) return empty
  const { t, money } = localizer
  const amount = money(donation.amount_minor, donation.currency)
  const lead = t('donation.lead', { sender: gift.sender.name, amount, charity })
  return html`<section class="settled"><h2>${t('review.donation')}</h2><p>${lead}</p>${renderCharity(localizer, charity, donation)}</section>`
}

/** Renders the donations of a confirmed gift. The amounts are those at the time of the confirmation. */
export const renderDonations = (localizer: Localizer, gift: RedemptionPage): SafeHtml =>
  html`${gift.donations.map(({ charity_name: charity, amount_minor, currency, ...donation }) => {
    const { t, money } = localizer
    const lead = t('donation.lead', {
      ...{ sender: gift.sender.name, amount: money(amount_minor, currency), charity },
    })
    const item = gift.line_items?.find(({ line_item_id }) => line_item_id === donation.line_item_id)
    const facts = {
      registration_number: donation.registration_number,
      charity_url: item?.donation?.charity_url ?? null,
    }
    return html`<section class="digital"><h2>${charity}</h2><p>${lead}</p>${renderCharity(localizer, charity, facts)}</section>`
  })}`

function renderCharity(
  { t }: Localizer,
  charity: string,
  {
    registration_number,
    charity_url,
  }: { registration_number: string | null; charity_url: string | null },
): SafeHtml {
  const number =
    registration_number === null
      ? empty
      : html`<p class="quiet">${t('donation.registration', { number: registration_number })}</p>`
  const website =
    charity_url === null
      ? empty
      : html`<p><a href="${charity_url}" target="_blank" rel="noopener noreferrer nofollow">${t('donation.website', { charity })}</a></p>`
  return html`${number}${website}`
}
