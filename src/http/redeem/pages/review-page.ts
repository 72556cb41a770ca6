import { formatAddressLines } from '#contract'
import type { RedemptionPage } from '#gifting'
import { html, SafeHtml } from '#platform/lib/html'
import { randomBase62 } from '#platform/lib/ids'
import type { Localizer } from '../i18n/localizer.ts'
import type { AddressInput } from './address-input.ts'
import { renderSelectionAside } from './address-page.ts'
import { isDonationOnly, renderSelectedDonations } from './donations.ts'
import { renderErrorSummary } from './field.ts'
import { empty, type Page } from './layout.ts'
import { areItemsVisible, minimumAge, needsShipping } from './selection-state.ts'
import type { PageUrls } from './urls.ts'

/**
 * The data of the page where the recipient confirms the selection and the address. The form contains the
 * address, so that the server stores the address only on confirmation.
 */
export interface ReviewOptions {
  /** The address to confirm. Undefined for digital gifts. */
  address: AddressInput | undefined
  /** The country and state of a digital gift that limits its destinations. */
  place: AddressInput
  origin: string
  /** Whether the recipient confirmed the gift without stating an age. */
  isAgeMissing: boolean
}

export function reviewPage(
  localizer: Localizer,
  urls: PageUrls,
  gift: RedemptionPage,
  { address, place, origin, isAgeMissing }: ReviewOptions,
): Page {
  const { t } = localizer
  const isShipped = address !== undefined
  const texts = findTexts(gift, isShipped)
  const title = t('title.review')
  return {
    ...(isAgeMissing
      ? { title: t('title.error', { title }), status: 422 }
      : { title, status: 200 }),
    bodyClass: 'pair gift-first',
    main: html`<div class="head">
<p class="kicker">${t('common.step', { step: isShipped ? 3 : 2, steps: isShipped ? 3 : 2 })}</p>
<h1>${t('review.heading')}</h1>
${isAgeMissing ? renderErrorSummary(localizer, [{ name: 'age', label: t('review.age', { age: minimumAge(gift) }), message: t('error.age') }]) : empty}
</div>
${renderSelectionAside(localizer, urls, gift, origin)}
<div class="body">
<form method="post" action="${urls.to('redeem')}" id="review"><input type="hidden" name="confirmation" value="${randomBase62(22)}">
${gift.chosen.map((id) => html`<input type="hidden" name="variant" value="${id}">`)}${isShipped ? renderAddress(localizer, urls, address) : html`${hiddenFields(place)}${texts === donationTexts ? empty : renderDigitalDelivery(localizer, gift)}`}
${areItemsVisible(gift) ? renderSelectedDonations(localizer, gift) : empty}
${renderAge(localizer, gift, isAgeMissing)}
<p class="quiet">${localizer.joinSentences([t(texts.change), t(texts.cookie)])}</p>
<p class="bar"><button class="main" name="do" value="redeem">${t(texts.confirm)}</button></p>
</form>
</div>`,
  }
}

const shippedTexts = {
  change: 'change.later',
  cookie: 'review.cookie',
  confirm: 'review.confirm',
} as const
const digitalTexts = {
  change: 'review.once',
  cookie: 'review.cookieDigital',
  confirm: 'review.confirmDigital',
} as const
const donationTexts = {
  change: 'review.once',
  cookie: 'review.cookieDonation',
  confirm: 'review.confirmDonation',
} as const

/** Returns the texts of the page. If a gift is a surprise, its texts do not reveal that it is a donation. */
const findTexts = (gift: RedemptionPage, isShipped: boolean) =>
  isShipped
    ? shippedTexts
    : isDonationOnly(gift) && areItemsVisible(gift)
      ? donationTexts
      : digitalTexts

function renderDigitalDelivery(
  { t, joinSentences }: Localizer,
  { email }: RedemptionPage,
): SafeHtml {
  const emailText = email === '' ? [] : [t('review.digitalEmail', { email })]
  return html`<section class="settled"><h2>${t('review.digital')}</h2><p>${joinSentences([t('review.digitalLead'), ...emailText])}</p></section>`
}

const hiddenFields = (input: AddressInput): SafeHtml[] =>
  Object.entries(input).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value ?? ''}">`,
  )

/**
 * Renders a checkbox about the age that the items require. Its value is the age that the recipient confirms.
 */
function renderAge({ t }: Localizer, gift: RedemptionPage, isMissing: boolean): SafeHtml {
  const age = minimumAge(gift)
  if (age === 0) return empty
  const invalid = isMissing
    ? new SafeHtml(' aria-invalid="true" aria-describedby="age-hint age-error"')
    : new SafeHtml(' aria-describedby="age-hint"')
  const error = isMissing ? html`<p class="error" id="age-error">${t('error.age')}</p>` : empty
  return html`<div class="field age"><label class="check"><input type="checkbox" id="age" name="age" value="${String(age)}" required${invalid}><span>${t('review.age', { age })}</span></label><p class="hint" id="age-hint">${t(needsShipping(gift) ? 'review.ageShipped' : 'review.ageWhy')}</p>${error}</div>`
}

function renderAddress({ t, country }: Localizer, urls: PageUrls, address: AddressInput): SafeHtml {
  const hidden = hiddenFields(address)
  const lines = [...formatAddressLines(address), country(address.country ?? '')]
  return html`${hidden}<section class="settled"><h2>${t('review.address')}</h2>
<address>${lines.map((line) => html`<span><bdi>${line}</bdi></span>`)}</address>${address.phone === undefined ? empty : html`<p><bdi dir="ltr">${address.phone}</bdi></p>`}
<button class="link" formaction="${urls.to('address')}" name="do" value="show">${t('review.changeAddress')}</button></section>`
}
