import type { RedemptionPage } from '#gifting'
import { html } from '#platform/html'
import { small } from './drawing.ts'
import type { Sheet } from './sheet.ts'
import type { Tongue } from './tongue.ts'
import type { Ways } from './ways.ts'

const longestReason = 500

/** Asks once, without pleading. */
export function declinePage(
  { say, lastDay }: Tongue,
  ways: Ways,
  visit: RedemptionPage,
  reason: string,
): Sheet {
  const sender = visit.sender.name
  return {
    title: say('title.decline'),
    layout: 'narrow',
    main: html`<h1>${say('decline.heading')}</h1>
<p class="lead">${say('decline.lead', { sender, date: lastDay(visit.expires_at) })}</p>
<form method="post" action="${ways.to('decline')}" id="decline">
<div class="field"><label for="reason">${say('decline.reason')} <span class="quiet">${say('common.optional')}</span></label>
<p class="hint" id="reason-hint">${say('decline.reasonHint', { sender })}</p>
<textarea dir="auto" id="reason" name="reason" rows="3" maxlength="${String(longestReason)}" aria-describedby="reason-hint">${`\n${reason}`}</textarea></div>
<p class="bar"><button class="main" name="do" value="decline">${say('decline.confirm')}</button><a class="button" href="${ways.to()}">${say('decline.back')}</a></p>
</form>`,
  }
}

/** What the link shows after that, with the way back. */
export function declinedPage({ say, lastDay }: Tongue, ways: Ways, visit: RedemptionPage): Sheet {
  const values = { sender: visit.sender.name, date: lastDay(visit.expires_at) }
  return {
    title: say('title.gift'),
    layout: 'narrow',
    main: html`${small}<h1>${say('declined.heading')}</h1>
<p class="lead">${say('declined.lead', values)}</p>
<form method="post" action="${ways.to('undecline')}"><p class="bar"><button class="main">${say('declined.undo')}</button></p></form>`,
  }
}
