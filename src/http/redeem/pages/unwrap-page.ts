import type { RedemptionPage } from '#gifting'
import { html } from '#platform/lib/html'
import { greetingName } from '#platform/lib/person-name'
import type { Localizer } from '../i18n/localizer.ts'
import { renderCardPicture, renderMedia, renderSignature } from './greeting.ts'
import { drawWrappedGift } from './illustrations.ts'
import { empty, inCampaignLanguage, type Page } from './layout.ts'
import { renderFace } from './sender-face.ts'
import type { PageUrls } from './urls.ts'

/**
 * Renders the first page, with the sender, the message and the wrapped gift. A visit to the page does not
 * open the gift. Only the button does.
 */
export function unwrapPage(localizer: Localizer, urls: PageUrls, gift: RedemptionPage): Page {
  const { language, t, lastDay, joinSentences } = localizer
  const { sender, theme, message } = gift
  const name = greetingName(gift, language)
  return {
    title: t('title.gift'),
    bodyClass: 'split',
    isFirst: true,
    main: html`<div class="panel">
<form method="post" action="${urls.to('open')}"><button class="unwrap" tabindex="-1" aria-hidden="true">${drawWrappedGift(gift.wrapping.paper)}</button></form>
</div>
<div class="letter">
<p class="kicker from">${renderFace(sender.name)}${t('unwrap.from', { sender: sender.name })}</p>
<h1>${name === '' ? t('unwrap.headingWithoutName') : t('unwrap.heading', { name })}</h1>
<div class="note">${theme === null || theme.headline === '' ? empty : html`<p class="headline"${inCampaignLanguage(gift, 'headline')}>${theme.headline}</p>`}<div${inCampaignLanguage(gift, 'body')}>${renderParagraphs(message.body)}</div>${renderSignature(gift)}</div>
${renderCardPicture(gift)}${renderMedia(localizer, urls, gift)}<form method="post" action="${urls.to('open')}"><button class="main">${t('unwrap.press')}</button></form>
<p class="quiet">${joinSentences([t('unwrap.until', { date: lastDay(gift.expires_at) }), t('unwrap.senderSees', { sender: sender.name })])}</p>
<p class="aside"><a href="${urls.to('calendar.ics')}">${t('calendar.add')}</a></p>
<p class="aside"><a href="${urls.to('decline')}">${t('unwrap.decline')}</a></p>
</div>`,
  }
}

/** Renders the sender's message with its paragraphs. */
const renderParagraphs = (text: string) =>
  text
    .split(/\n\s*\n/)
    .filter((part) => part.trim() !== '')
    .map((part) => html`<p class="lines" dir="auto">${part.trim()}</p>`)
