import type { RedemptionPage } from '#gifting'
import { html, type SafeHtml } from '#platform/lib/html'
import type { Localizer } from '../i18n/localizer.ts'
import { empty, type Page } from './layout.ts'
import { withSenderLink } from './sender-link.ts'
import type { PageUrls } from './urls.ts'

/**
 * Renders the page behind the email link. After the recipient presses its button, this browser shows the full
 * address and the digital items. If the gift has arrived, the page also has the reactions, so that the
 * recipient can react with one tap after the email.
 */
export const verifyPage = (
  { t }: Localizer,
  urls: PageUrls,
  gift: RedemptionPage,
  proof: string,
  reactions: SafeHtml = empty,
): Page => {
  const hasArrived = reactions !== empty
  const showsGift = hasArrived || gift.digital_items.length > 0 || gift.destination === null
  return {
    title: t('title.track'),
    bodyClass: 'narrow',
    main: html`<h1>${t(hasArrived ? 'track.delivered' : showsGift ? 'verify.headingGift' : 'verify.heading')}</h1>
${reactions}<p class="lead">${t(showsGift ? 'verify.leadGift' : 'verify.lead')}</p>
<form method="post" action="${urls.to('verify')}" id="verify"><input type="hidden" name="proof" value="${proof}">
<p class="bar"><button class="main">${t(showsGift ? 'verify.goGift' : 'verify.go')}</button></p></form>`,
  }
}

/**
 * Renders a button that emails a link to the recipient. If the gift has no email address, the function
 * renders the contact of the sender instead. On a separate page, a second button leads back.
 */
export const renderLinkForm = (
  { t }: Localizer,
  urls: PageUrls,
  gift: RedemptionPage,
  label: 'recipient.send' | 'recipient.sendChange' | 'recipient.sendReport',
  { hasContact = label !== 'recipient.sendReport' } = {},
): SafeHtml => {
  const isMain = label !== 'recipient.send'
  const back = isMain ? html`<a class="button" href="${urls.to()}">${t('common.back')}</a>` : empty
  if (gift.can_request_link)
    return html`<form method="post" action="${urls.to('link')}" id="link"><p class="bar"><button class="${isMain ? 'main' : 'button'}">${t(label)}</button>${back}</p></form>`
  const contact = hasContact
    ? html`<p class="quiet">${withSenderLink({ t }, 'recipient.ask', gift)}</p>`
    : empty
  return isMain ? html`${contact}<p class="bar">${back}</p>` : contact
}

/** Renders the part of the address that every visitor with the link sees: city and country. */
export function renderShortAddress(
  localizer: Localizer,
  urls: PageUrls,
  gift: RedemptionPage,
): SafeHtml {
  const { t, country } = localizer
  const { destination } = gift
  if (destination === null) return empty
  const city = destination.city ?? ''
  const countryName = country(destination.country)
  const place = city === '' ? countryName : t('recipient.place', { city, country: countryName })
  return html`<p class="place"><bdi>${place}</bdi></p><p class="quiet">${t('recipient.hidden')}</p>${renderLinkForm(localizer, urls, gift, 'recipient.send')}`
}

/** Renders the page that replaces the address form for a visitor without a recipient proof. */
export const proveRecipientPage = (
  localizer: Localizer,
  urls: PageUrls,
  gift: RedemptionPage,
): Page => ({
  title: localizer.t('title.problem'),
  bodyClass: 'narrow',
  main: html`<h1>${localizer.t('fix.heading')}</h1>
<p class="lead">${localizer.t('fix.proveLead')}</p>
${renderLinkForm(localizer, urls, gift, 'recipient.sendChange')}`,
})
