import { formatAddressLines } from '#contract'
import type { RedemptionPage } from '#gifting'
import { html, type SafeHtml } from '#platform/lib/html'
import type { Localizer } from '../i18n/localizer.ts'
import type { AddressInput } from './address-input.ts'
import { renderSelectionAside } from './address-page.ts'
import { empty, type Page } from './layout.ts'
import type { PageUrls } from './urls.ts'

/**
 * Shows the selection and the address for confirmation. The form contains the address, so the server stores the
 * address only on confirmation. The address is undefined for digital gifts.
 */
export function reviewPage(
  localizer: Localizer,
  urls: PageUrls,
  gift: RedemptionPage,
  address: AddressInput | undefined,
  origin: string,
): Page {
  const { t } = localizer
  const needsShipping = address !== undefined
  return {
    title: t('title.review'),
    bodyClass: 'pair',
    main: html`<div class="body">
<p class="kicker">${t('common.step', { step: needsShipping ? 3 : 2, steps: needsShipping ? 3 : 2 })}</p>
<h1>${t('review.heading')}</h1>
<form method="post" action="${urls.to('redeem')}" id="review">
${gift.chosen.map((id) => html`<input type="hidden" name="variant" value="${id}">`)}${needsShipping ? renderAddress(localizer, urls, address) : html`<section class="settled"><h2>${t('review.email')}</h2><p>${gift.email}</p></section>`}
<p class="quiet">${needsShipping ? `${t('change.later')} ${t('review.cookie')}` : t('review.once')}</p>
<p class="bar"><button class="main" name="do" value="redeem">${t('review.confirm')}</button></p>
</form>
</div>
${renderSelectionAside(localizer, urls, gift, origin)}`,
  }
}

function renderAddress({ t, country }: Localizer, urls: PageUrls, address: AddressInput): SafeHtml {
  const hidden = Object.entries(address).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value ?? ''}">`,
  )
  const lines = [...formatAddressLines(address), country(address.country ?? '')]
  return html`${hidden}<section class="settled"><h2>${t('review.address')}</h2>
<address>${lines.map((line) => html`<span>${line}</span>`)}</address>${address.phone === undefined ? empty : html`<p>${address.phone}</p>`}
<button class="link" formaction="${urls.to('address')}" name="do" value="show">${t('review.changeAddress')}</button></section>`
}
