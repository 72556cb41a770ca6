import type { PastLink, RedemptionPage } from '#gifting'
import { html, type SafeHtml } from '#platform/html'
import { small } from './drawing.ts'
import { withSenderLink } from './sender-link.ts'
import { nothing, type Sheet } from './sheet.ts'
import type { Tongue } from './tongue.ts'
import type { Ways } from './ways.ts'

/** A page that has to say no, in a few kind words. */
export const sorryPage = (
  { say }: Tongue,
  heading: string,
  lead: string | SafeHtml,
  { status = 200, more = nothing }: { status?: number; more?: SafeHtml } = {},
): Sheet => ({
  title: say('title.sorry'),
  layout: 'narrow',
  status,
  main: html`<div class="faded">${small}</div><h1>${heading}</h1><p class="lead">${lead}</p>${more}`,
})

/** Too late. The recipient can ask the sender for another, once. */
export function expiredPage(
  tongue: Tongue,
  ways: Ways,
  visit: RedemptionPage,
  hasAsked: boolean,
): Sheet {
  const { say, lastDay } = tongue
  const sender = visit.sender.name
  const lead = say('expired.lead', { sender, date: lastDay(visit.expires_at) })
  const more = hasAsked
    ? html`<p class="good" role="status">${say('expired.asked', { sender })}</p>`
    : html`<form method="post" action="${ways.to('ask')}" id="ask"><div class="field"><label for="text">${say('expired.label')} <span class="quiet">${say('common.optional')}</span></label><textarea dir="auto" id="text" name="text" rows="3" maxlength="500"></textarea></div><p class="bar"><button class="main">${say('expired.ask', { sender })}</button></p></form>`
  return sorryPage(tongue, say('expired.heading'), lead, { more })
}

export function cancelledPage(tongue: Tongue, visit: RedemptionPage): Sheet {
  const { say } = tongue
  return sorryPage(
    tongue,
    say('cancelled.heading'),
    withSenderLink(tongue, 'cancelled.lead', visit),
  )
}

/** The link of a gift whose details were deleted: what is left of it is the month. */
export const pastPage = (tongue: Tongue, { status, ended_on }: PastLink): Sheet =>
  sorryPage(
    tongue,
    tongue.say(status === 'delivered' ? 'past.delivered' : 'past.cancelled', {
      month: tongue.month(ended_on),
    }),
    tongue.say('past.lead'),
    { status: 410 },
  )

/** A gift to look forward to: in colour, with the day on which it opens where that is known. */
export function earlyPage({ say, date }: Tongue, { send_at }: RedemptionPage, now: Date): Sheet {
  const isDated = send_at !== null && send_at > now
  return {
    title: say('title.gift'),
    layout: 'narrow',
    main: html`${small}<h1>${say('early.heading')}</h1><p class="lead">${isDated ? say('early.leadOn', { date: date(send_at) }) : say('early.lead')}</p>`,
  }
}

/** A link that opens nothing: never a bare 404. */
export const unknownPage = (tongue: Tongue): Sheet =>
  sorryPage(tongue, tongue.say('unknown.heading'), tongue.say('unknown.lead'), { status: 404 })

export const tooManyPage = (tongue: Tongue, seconds: number): Sheet =>
  sorryPage(
    tongue,
    tongue.say('many.heading'),
    tongue.say('many.lead', { wait: tongue.wait(seconds) }),
    { status: 429 },
  )

/** `back` is where trying again leads; a form that was sent is better sent again by the browser. */
export const awayPage = (tongue: Tongue, back: string | undefined): Sheet =>
  sorryPage(tongue, tongue.say('away.heading'), tongue.say('away.lead'), {
    status: 503,
    more: retry(tongue, back),
  })

export const brokenPage = (tongue: Tongue, id: string, back: string | undefined): Sheet =>
  sorryPage(tongue, tongue.say('broken.heading'), tongue.say('broken.lead', { id }), {
    status: 500,
    more: retry(tongue, back),
  })

const retry = ({ say }: Tongue, back: string | undefined) =>
  back === undefined
    ? nothing
    : html`<p class="bar"><a class="button main" href="${back}">${say('retry.go')}</a></p>`
