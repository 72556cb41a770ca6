import { formatAddressLines } from '#contract'
import type { RedemptionPage } from '#gifting'
import { html, type SafeHtml } from '#platform/lib/html'
import { randomBase62 } from '#platform/lib/ids'
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
<form method="post" action="${urls.to('redeem')}" id="review"><input type="hidden" name="confirmation" value="${randomBase62(22)}">
${gift.chosen.map((id) => html`<input type="hidden" name="variant" value="${id}">`)}${needsShipping ? renderAddress(localizer, urls, address) : renderDigitalDelivery(localizer, gift)}
<p class="quiet">${t('review.once')} ${t(needsShipping ? 'review.cookie' : 'review.cookieDigital')}</p>
<p class="bar"><button class="main" name="do" value="redeem">${t(needsShipping ? 'review.confirm' : 'review.confirmDigital')}</button></p>
</form>
</div>
${renderSelectionAside(localizer, urls, gift, origin)}`,
  }
}

const renderDigitalDelivery = ({ t }: Localizer, { email }: RedemptionPage): SafeHtml =>
  html`<section class="settled"><h2>${t('review.digital')}</h2><p>${t('review.digitalLead')}${email === '' ? empty : html` ${t('review.digitalEmail', { email })}`}</p></section>`

function renderAddress({ t, country }: Localizer, urls: PageUrls, address: AddressInput): SafeHtml {
  const hidden = Object.entries(address).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value ?? ''}">`,
  )
  const lines = [...formatAddressLines(address), country(address.country ?? '')]
  return html`${hidden}<section class="settled"><h2>${t('review.address')}</h2>
<address>${lines.map((line) => html`<span>${line}</span>`)}</address>${address.phone === undefined ? empty : html`<p>${address.phone}</p>`}
<button class="link" formaction="${urls.to('address')}" name="do" value="show">${t('review.changeAddress')}</button></section>`
}
