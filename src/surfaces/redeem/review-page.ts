import { formatAddressLines } from '#contract'
import type { RedemptionPage } from '#gifting'
import { html, type SafeHtml } from '#platform/html'
import type { Typed } from './address.ts'
import { asideOf } from './address-page.ts'
import { nothing, type Sheet } from './sheet.ts'
import type { Tongue } from './tongue.ts'
import type { Ways } from './ways.ts'

/**
 * One look at everything, one press. The address stands in the form itself, so it is written down
 * when it is confirmed and not before; undefined for what comes by mail.
 */
export function reviewPage(
  tongue: Tongue,
  ways: Ways,
  visit: RedemptionPage,
  address: Typed | undefined,
  origin: string,
): Sheet {
  const { say } = tongue
  const isPosted = address !== undefined
  return {
    title: say('title.review'),
    layout: 'pair',
    main: html`<div class="body">
<p class="kicker">${say('common.step', { step: isPosted ? 3 : 2, steps: isPosted ? 3 : 2 })}</p>
<h1>${say('review.heading')}</h1>
<form method="post" action="${ways.to('redeem')}" id="review">
${visit.chosen.map((id) => html`<input type="hidden" name="variant" value="${id}">`)}${isPosted ? where(tongue, ways, address) : html`<section class="settled"><h2>${say('review.email')}</h2><p>${visit.email}</p></section>`}
<p class="quiet">${say('review.once')}${isPosted ? ` ${say('review.cookie')}` : ''}</p>
<p class="bar"><button class="main" name="do" value="redeem">${say('review.confirm')}</button></p>
</form>
</div>
${asideOf(tongue, ways, visit, origin)}`,
  }
}

function where({ say, country }: Tongue, ways: Ways, address: Typed): SafeHtml {
  const hidden = Object.entries(address).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value ?? ''}">`,
  )
  const lines = [...formatAddressLines(address), country(address.country ?? '')]
  return html`${hidden}<section class="settled"><h2>${say('review.address')}</h2>
<address>${lines.map((line) => html`<span>${line}</span>`)}</address>${address.phone === undefined ? nothing : html`<p>${address.phone}</p>`}
<button class="link" formaction="${ways.to('address')}" name="do" value="show">${say('review.changeAddress')}</button></section>`
}
