import { addressLines } from '#contract'
import type { Parcel } from '#fulfilment'
import type { State, Visit } from '#gifting'
import { html, type Markup } from '#platform/html'
import { opening, small, tick } from './drawing.ts'
import { chosenOf } from './offered.ts'
import { parcelsMarkup } from './parcels.ts'
import { photo } from './picture.ts'
import { inTheirWords, nothing, type Sheet } from './sheet.ts'
import { type Note, thanksBox } from './thanks.ts'
import type { Tongue } from './tongue.ts'
import type { Ways } from './ways.ts'
import type { TextKey } from './words.ts'

export interface Tracking {
  origin: string
  parcels: readonly Parcel[]
  note: Note
  /** Right after the confirmation. */
  isDone: boolean
  /** Right after the address was mended, or could not be any more. */
  mending?: 'done' | 'late' | undefined
}

/** The same link for ever: where the gift is, what happened, and a box for a thank-you note. */
export function trackPage(tongue: Tongue, ways: Ways, visit: Visit, tracking: Tracking): Sheet {
  const { say } = tongue
  const { isDone, note } = tracking
  const thanks = thanksBox(tongue, ways, visit, note)
  return {
    title: say(isDone ? 'title.done' : 'title.track'),
    layout: 'pair',
    status: note.error === undefined ? 200 : 422,
    main: html`<div class="body">
<div class="reveal">${isDone ? opening : small}<div><h1>${headingOf(tongue, visit, isDone)}</h1>${leadOf(tongue, visit, isDone)}${mended(tongue, visit, tracking)}</div></div>
${needsAddress(visit.state) ? html`<p class="bar"><a class="button main" href="${ways.to('problem')}">${say('track.fix')}</a></p>` : nothing}
${isDone ? thanks : nothing}
${isDigital(visit) ? nothing : html`<section class="stages"><h2>${say('track.steps')}</h2>${stages(tongue, visit)}</section>`}
${parcelsMarkup(tongue, tracking.parcels, isVisible(visit))}
${isDone || needsAddress(visit.state) ? nothing : thanks}
<section class="problem"><h2>${say('track.problem')}</h2><p>${say('track.problemLead', { sender: visit.sender.name, reference: visit.reference })}</p></section>
</div>
${asideOf(tongue, visit, tracking)}`,
  }
}

function mended({ say }: Tongue, { sender }: Visit, { mending }: Tracking): Markup {
  if (mending === undefined) return nothing
  return mending === 'done'
    ? html`<p class="good" role="status">${tick}${say('fix.done')}</p>`
    : html`<p class="gone" role="status">${say('fix.notNow', { sender: sender.name })}</p>`
}

/** States in which only the recipient can help. */
export const needsAddress = (state: State): boolean =>
  state === 'shipping_error' || state === 'delivery_attempt_failed'

/** Nothing is posted: it was there the moment it was confirmed. */
const isDigital = ({ line_items }: Visit) =>
  line_items?.every(({ kind }) => kind === 'digital') === true

/** What is a surprise is one until it has arrived. */
const isVisible = ({ visible_at_redemption, state }: Visit) =>
  visible_at_redemption || state === 'delivered' || state === 'complete' || state === 'redelivering'

function headingOf({ say }: Tongue, visit: Visit, isDone: boolean): string {
  const { first_name, sender, state } = visit
  if (isDone)
    return first_name === '' ? say('done.headingNobody') : say('done.heading', { name: first_name })
  if (isDigital(visit)) return say('track.digital')
  if (!visit.is_direct || needsAddress(state) || state === 'backordered')
    return say(`track.${state}` as TextKey)
  const hasArrived = state === 'delivered' || state === 'complete'
  return say(hasArrived ? 'track.directArrived' : 'track.direct', { sender: sender.name })
}

const leads: Readonly<Partial<Record<State, TextKey>>> = {
  redeemed: 'track.leadRedeemed',
  ordered: 'track.leadRedeemed',
  backordered: 'track.leadBackordered',
  shipping_error: 'track.leadError',
  delivery_attempt_failed: 'track.leadFailed',
  delivered: 'track.leadDelivered',
  complete: 'track.leadDelivered',
}

function leadOf({ say }: Tongue, visit: Visit, isDone: boolean): Markup {
  if (isDone)
    return html`<p class="lead">${say(isDigital(visit) ? 'done.leadDigital' : 'done.lead')}</p>`
  const own = visit.theme?.message ?? ''
  if (visit.is_direct && own !== '' && !needsAddress(visit.state))
    return html`<p class="lead"${inTheirWords(visit)}>${own}</p>`
  const lead = leads[visit.state]
  return lead === undefined ? nothing : html`<p class="lead">${say(lead)}</p>`
}

const all = ['chosen', 'packed', 'sent', 'delivered'] as const

/** How far it has come, as one of the four stages. */
function stageOf(state: State): number {
  switch (state) {
    case 'redeemed':
    case 'backordered':
    case 'shipping_error':
      return 0
    case 'ordered':
      return 1
    case 'delivered':
    case 'complete':
      return 3
    default:
      return 2
  }
}

function stages({ say }: Tongue, { state }: Visit): Markup {
  const reached = stageOf(state)
  const last = all.length - 1
  return html`<ol>${all.map((stage, place) => {
    const isDone = place < reached || reached === last
    const name = isDone ? 'done' : place === reached ? 'now' : 'next'
    return html`<li class="${name}"${name === 'now' ? html` aria-current="step"` : nothing}><span class="dot">${isDone ? tick : nothing}</span>${say(`stage.${stage}`)} <span class="unseen">(${say(`track.${name}`)})</span></li>`
  })}</ol>`
}

function asideOf({ say, country }: Tongue, visit: Visit, { origin }: Tracking): Markup {
  const { shipping_address: address } = visit
  const items = isVisible(visit)
    ? chosenOf(visit).map(
        (item) =>
          html`<li>${photo(item.images[0], origin, 'large')}<span>${item.name}${item.quantity > 1 ? html` <span class="quiet">× ${String(item.quantity)}</span>` : nothing}</span></li>`,
      )
    : [html`<li>${photo(undefined, origin, 'large')}<span>${say('review.surprise')}</span></li>`]
  return html`<aside class="chosen"><h2>${say('review.gift')}</h2><ul>${items}</ul>${
    address === null
      ? nothing
      : html`<h2>${say('review.address')}</h2><address>${[...addressLines({ ...address }), country(address.country)].map((line) => html`<span>${line}</span>`)}</address>`
  }</aside>`
}
