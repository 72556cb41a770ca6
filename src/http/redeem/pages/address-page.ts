import type { RedemptionPage } from '#gifting'
import { html, type SafeHtml } from '#platform/lib/html'
import type { Localizer } from '../i18n/localizer.ts'
import {
  type AddressForm,
  renderAddressFields,
  renderSeenWarnings,
  toFormErrors,
  toFormWarnings,
} from './address-form.ts'
import { renderErrorSummary, renderWarningSummary } from './field.ts'
import { renderPhoto } from './image.ts'
import { empty, inItemLanguage, type Page } from './layout.ts'
import { areItemsVisible, hasChoice, selectedItems } from './selection-state.ts'
import type { PageUrls } from './urls.ts'

/**
 * Renders the page with the address form. The server stores the address only when the recipient confirms it.
 */
export function addressPage(
  localizer: Localizer,
  urls: PageUrls,
  gift: RedemptionPage,
  form: AddressForm,
  origin: string,
): Page {
  const { t } = localizer
  return {
    ...buildHead(localizer, form, 'title.address'),
    bodyClass: 'pair',
    main: html`<div class="body">
<p class="kicker">${t('common.step', { step: 2, steps: 3 })}</p>
<h1>${t('address.heading')}</h1>
${renderErrorSummary(localizer, toFormErrors(localizer, form))}${renderWarningSummary(localizer, toFormWarnings(localizer, form))}
<form method="post" action="${urls.to('address')}" id="address">
${renderAddressFields(localizer, form)}${renderSeenWarnings(form)}
<p class="privacy">${t('address.privacy', { sender: gift.sender.name, count: gift.retention_days })}</p>
<p class="bar"><button class="main" name="do" value="review">${t(form.warnings.length === 0 ? 'common.continue' : 'warning.keep')}</button><button class="button" name="do" value="back" formnovalidate>${t('common.back')}</button></p>
</form>
</div>
${renderSelectionAside(localizer, urls, gift, origin, 'address')}`,
  }
}

/** Renders the page with the address form for a gift that is already confirmed. */
export function addressCorrectionPage(
  localizer: Localizer,
  urls: PageUrls,
  gift: RedemptionPage,
  form: AddressForm,
): Page {
  const { t } = localizer
  return {
    ...buildHead(localizer, form, 'title.problem'),
    bodyClass: 'narrow',
    main: html`<h1>${t('fix.heading')}</h1>
<p class="lead">${t('fix.lead')}</p>
${renderErrorSummary(localizer, toFormErrors(localizer, form))}${renderWarningSummary(localizer, toFormWarnings(localizer, form))}
<form method="post" action="${urls.to('problem')}" id="address">
${renderAddressFields(localizer, form)}${renderSeenWarnings(form)}
<p class="privacy">${t('address.privacy', { sender: gift.sender.name, count: gift.retention_days })}</p>
<p class="bar"><button class="main" name="do" value="save">${t(form.warnings.length === 0 ? 'fix.save' : 'warning.keep')}</button><a class="button" href="${urls.to()}">${t('common.back')}</a></p>
</form>`,
  }
}

function buildHead(
  { t }: Localizer,
  { errors }: AddressForm,
  key: 'title.address' | 'title.problem',
) {
  const title = t(key)
  return errors.length === 0
    ? { title, status: 200 }
    : { title: t('title.error', { title }), status: 422 }
}

/**
 * Renders the selected items next to the form. If there is a form id, the link back to the choice submits
 * that form, so that the typed input is not lost.
 */
export function renderSelectionAside(
  { t }: Localizer,
  urls: PageUrls,
  gift: RedemptionPage,
  origin: string,
  form?: string,
): SafeHtml {
  const items = selectedItems(gift)
  const label = t(hasChoice(gift) ? 'review.changeGift' : 'common.back')
  const back =
    form === undefined
      ? html`<a href="${urls.to()}">${label}</a>`
      : html`<button class="link" form="${form}" name="do" value="back" formnovalidate>${label}</button>`
  return html`<aside class="chosen"><h2>${t('review.gift')}</h2>${
    areItemsVisible(gift)
      ? html`<ul>${items.map((item) => html`<li>${renderPhoto(item.images[0], origin, 'large')}<span><bdi${inItemLanguage(item, 'name')}>${item.name}</bdi>${item.quantity > 1 ? html` <span class="quiet">× ${String(item.quantity)}</span>` : empty}</span></li>`)}</ul>`
      : html`<ul><li>${renderPhoto(undefined, origin, 'large')}<span>${t('review.surprise')}</span></li></ul>`
  }<p>${back}</p></aside>`
}
