import type { RedemptionPage } from '#gifting'
import { html, type SafeHtml } from '#platform/html'
import { withSenderLink } from './sender-link.ts'
import { inTheirWords, nothing, type Sheet } from './sheet.ts'
import type { Tongue } from './tongue.ts'
import type { Ways } from './ways.ts'

/** Where the link of an email leads: one press, and this browser shows the full address. */
export const verifyPage = ({ say }: Tongue, ways: Ways, proof: string): Sheet => ({
  title: say('title.track'),
  layout: 'narrow',
  main: html`<h1>${say('verify.heading')}</h1>
<p class="lead">${say('verify.lead')}</p>
<form method="post" action="${ways.to('verify')}" id="verify"><input type="hidden" name="proof" value="${proof}">
<p class="bar"><button class="main">${say('verify.go')}</button></p></form>`,
})

/** A button that sends the recipient a link, or whom to write to where there is no address for it. */
export const sendLinkForm = (
  { say }: Tongue,
  ways: Ways,
  visit: RedemptionPage,
  label: 'recipient.send' | 'recipient.sendChange',
): SafeHtml =>
  visit.can_request_link
    ? html`<form method="post" action="${ways.to('link')}" id="link"><p class="bar"><button class="button">${say(label)}</button></p></form>`
    : html`<p class="quiet">${withSenderLink({ say }, 'recipient.ask', visit)}</p>`

/** The place a gift goes to, as everyone with the link sees it. */
export function shortAddress(tongue: Tongue, ways: Ways, visit: RedemptionPage): SafeHtml {
  const { say, country } = tongue
  const { destination } = visit
  if (destination === null) return nothing
  const place = [destination.city ?? '', country(destination.country)].filter((part) => part !== '')
  return html`<p class="place">${place.join(', ')}</p><p class="quiet">${say('recipient.hidden')}</p>${sendLinkForm(tongue, ways, visit, 'recipient.send')}`
}

/** The form for another address, to a visitor who has only the link. */
export const provePage = (tongue: Tongue, ways: Ways, visit: RedemptionPage): Sheet => ({
  title: tongue.say('title.problem'),
  layout: 'narrow',
  main: html`<h1>${tongue.say('fix.heading')}</h1>
<p class="lead">${tongue.say('fix.proveLead')}</p>
${sendLinkForm(tongue, ways, visit, 'recipient.sendChange')}
<p class="bar"><a class="button" href="${ways.to()}">${tongue.say('common.back')}</a></p>`,
})

/** The sender's own words, folded; open where they are the first thing the recipient sees. */
export const messageCard = ({ say }: Tongue, visit: RedemptionPage, isOpen = false): SafeHtml => {
  const { message, sender } = visit
  return message.body.trim() === ''
    ? nothing
    : html`<details class="card-note"${isOpen ? html` open` : nothing}><summary>${say('card.from', { sender: sender.name })}</summary><blockquote class="lines"${inTheirWords(visit)}>${message.body}</blockquote></details>`
}
