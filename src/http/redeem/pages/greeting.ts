import type { RedemptionPage } from '#gifting'
import { html, type SafeHtml } from '#platform/lib/html'
import type { Localizer } from '../i18n/localizer.ts'
import { empty, inCampaignLanguage, type Page } from './layout.ts'
import type { PageUrls } from './urls.ts'

/**
 * Renders the drawing of the card. The drawing contains no text, because the sender's message is the text of
 * the card.
 */
export const renderCardPicture = ({ greeting: { card } }: RedemptionPage): SafeHtml =>
  card === null
    ? empty
    : html`<img class="card-picture" src="/pages/card-${card}.svg" alt="" width="320" height="200">`

/**
 * Renders the sender's photo or video with its description. A video starts only when the recipient plays it.
 */
export function renderMedia(
  { t }: Localizer,
  urls: PageUrls,
  { greeting: { media } }: RedemptionPage,
): SafeHtml {
  if (media === null) return empty
  const src = urls.to('media')
  const size =
    media.width === null || media.height === null
      ? empty
      : html` width="${String(media.width)}" height="${String(media.height)}"`
  return media.content_type.startsWith('video/')
    ? html`<figure class="sender-media"><video src="${src}" controls playsinline preload="metadata" aria-label="${media.alt}"><a href="${src}">${t('card.noVideo')}</a></video><figcaption dir="auto">${media.alt}</figcaption></figure>`
    : html`<figure class="sender-media"><img src="${src}" alt="${media.alt}"${size} loading="lazy" decoding="async"></figure>`
}

/**
 * Renders the sender's message with the card and the photo or video. By default, this section is collapsed.
 */
export function renderMessageCard(
  localizer: Localizer,
  urls: PageUrls,
  gift: RedemptionPage,
  isOpen = false,
): SafeHtml {
  const { t } = localizer
  if (!hasCard(gift)) return empty
  return html`<details class="card-note"${isOpen ? html` open` : empty}><summary>${t('card.from', { sender: gift.sender.name })}</summary>${renderCardPicture(gift)}${renderMessage(gift)}${renderSignature(gift)}${renderMedia(localizer, urls, gift)}<p class="aside"><a href="${urls.to('card')}">${t('card.open')}</a></p></details>`
}

const renderMessage = (gift: RedemptionPage) =>
  gift.message.body.trim() === ''
    ? empty
    : html`<blockquote class="lines"${inCampaignLanguage(gift, 'body')}>${gift.message.body}</blockquote>`

/** Renders the name of the sender below the message, like a signature. */
export const renderSignature = ({ sender }: RedemptionPage): SafeHtml =>
  html`<p class="signed"><bdi>${sender.name}</bdi></p>`

export const hasCard = ({ message, greeting }: RedemptionPage): boolean =>
  message.body.trim() !== '' || greeting.card !== null || greeting.media !== null

/**
 * Renders the page with only the card. The recipient can look at it and print it. The script shows the print
 * button.
 */
export const cardPage = (localizer: Localizer, urls: PageUrls, gift: RedemptionPage): Page => {
  const { t } = localizer
  return {
    title: t('title.card'),
    bodyClass: 'narrow',
    main: html`<h1 class="print-hidden">${t('card.heading', { sender: gift.sender.name })}</h1>
<div class="greeting">${renderCardPicture(gift)}${renderMessage(gift)}${renderSignature(gift)}${renderMedia(localizer, urls, gift)}</div>
<p class="bar print-hidden"><button class="main" data-print hidden>${t('card.print')}</button><a class="button" href="${urls.to()}">${t('common.back')}</a></p>`,
  }
}
