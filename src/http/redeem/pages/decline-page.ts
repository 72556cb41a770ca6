import type { RedemptionPage } from '#gifting'
import { html } from '#platform/lib/html'
import type { Localizer } from '../i18n/localizer.ts'
import { smallGift } from './illustrations.ts'
import type { Page } from './layout.ts'
import type { PageUrls } from './urls.ts'

const maxReasonLength = 500

/**
 * Renders the page that asks once for confirmation of a decline. The page does not persuade the recipient to
 * change the decision.
 */
export function declinePage(
  { t, lastDay }: Localizer,
  urls: PageUrls,
  gift: RedemptionPage,
  reason: string,
): Page {
  const sender = gift.sender.name
  return {
    title: t('title.decline'),
    bodyClass: 'narrow',
    main: html`<h1>${t('decline.heading')}</h1>
<p class="lead">${t('decline.lead', { sender, date: lastDay(gift.expires_at) })}</p>
<form method="post" action="${urls.to('decline')}" id="decline">
<div class="field"><label for="reason">${t('decline.reason')} <span class="quiet">${t('common.optional')}</span></label>
<p class="hint" id="reason-hint">${t('decline.reasonHint', { sender })}</p>
<textarea dir="auto" id="reason" name="reason" rows="3" maxlength="${String(maxReasonLength)}" aria-describedby="reason-hint">${`\n${reason}`}</textarea></div>
<p class="bar"><button class="button" name="do" value="decline">${t('decline.confirm')}</button><a class="button" href="${urls.to()}">${t('decline.back')}</a></p>
</form>`,
  }
}

/** Renders the page of a declined gift, with a button to revoke the decline. */
export function declinedPage(
  { t, lastDay }: Localizer,
  urls: PageUrls,
  gift: RedemptionPage,
): Page {
  const values = { sender: gift.sender.name, date: lastDay(gift.expires_at) }
  return {
    title: t('title.gift'),
    bodyClass: 'narrow',
    main: html`${smallGift}<h1>${t('declined.heading')}</h1>
<p class="lead">${t('declined.lead', values)}</p>
<form method="post" action="${urls.to('undecline')}"><p class="bar"><button class="main">${t('declined.undo')}</button></p></form>`,
  }
}
