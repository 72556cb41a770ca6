import { formatAddressLines } from '#contract'
import type { Parcel } from '#fulfilment'
import type { RedemptionPage, State } from '#gifting'
import { html, type SafeHtml } from '#platform/html'
import { greetingName } from '#platform/person-name'
import { opening, small, tick } from './drawing.ts'
import { chosenOf } from './offered.ts'
import { parcelsMarkup } from './parcels.ts'
import { photo } from './picture.ts'
import { messageCard, shortAddress } from './recipient-page.ts'
import { withSenderLink } from './sender-link.ts'
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
  /** Whether this is the recipient's own browser, which sees the full address and can change it. */
  isRecipient?: boolean
  /** Right after the address was mended, or could not be any more. */
  mending?: 'done' | 'late' | undefined
}

/** The same link for ever: where the gift is, what happened, and a box for a thank-you note. */
export function trackPage(
  tongue: Tongue,
  ways: Ways,
  visit: RedemptionPage,
  tracking: Tracking,
): Sheet {
  const { say } = tongue
  const { isDone } = tracking
  const isOver = visit.status === 'cancelled'
  const hasArrived = visit.status === 'delivered' && visit.state !== 'redelivering'
  const note = { ...tracking.note, isOpen: isDone || hasArrived, canSkip: isDone }
  const thanks = isOver ? nothing : thanksBox(tongue, ways, visit, note)
  return {
    title: say(isDone ? 'title.done' : 'title.track'),
    layout: 'pair',
    status: note.error === undefined ? 200 : 422,
    main: html`<div class="body">
<div class="reveal">${isDone ? opening : small}<div><h1>${headingOf(tongue, visit, tracking)}</h1>${leadOf(tongue, visit, tracking)}${mended(tongue, visit, tracking)}</div></div>
${carrierWords(tongue, tracking)}${fixButton(tongue, ways, visit, tracking)}${messageCard(tongue, visit, visit.is_direct)}${preview(visit, tracking)}
${isDone ? thanks : nothing}
${isDigital(visit) || isOver ? nothing : html`<section class="stages"><h2>${say('track.steps')}</h2>${stages(tongue, visit)}</section>`}
${parcelsMarkup(tongue, tracking.parcels, isVisible(visit), visit.destination?.country)}
${isDone || needsAddress(visit.state) ? nothing : thanks}
<section class="problem"><h2>${say('track.problem')}</h2><p>${withSenderLink(tongue, 'track.problemLead', visit)}</p></section>
</div>
${asideOf(tongue, ways, visit, tracking)}`,
  }
}

function mended({ say }: Tongue, visit: RedemptionPage, { mending, parcels }: Tracking): SafeHtml {
  if (mending === undefined) return nothing
  const isOut = parcels.some(({ state }) => outside.has(state))
  return mending === 'done'
    ? html`<p class="good" role="status">${tick}${say(isOut ? 'fix.doneOut' : 'fix.done')}</p>`
    : html`<p class="gone" role="status">${withSenderLink({ say }, 'fix.notNow', visit)}</p>`
}

/** Where a carrier has the parcel: a new address is in our record only. */
const outside = new Set(['in_transit', 'out_for_delivery', 'delivery_attempt_failed'])

/** Parcels whose address can still be corrected (`fulfilment.fixAddress`). */
const correctable = new Set([
  'placing',
  'waiting',
  'refused',
  'delivery_attempt_failed',
  'returned',
])

export const mayChangeAddress = ({
  visit,
  parcels,
}: {
  visit: RedemptionPage
  parcels: readonly Parcel[]
}): boolean =>
  visit.destination !== null &&
  visit.status !== 'cancelled' &&
  visit.state !== 'complete' &&
  (parcels.some(({ state }) => correctable.has(state)) ||
    (parcels.length === 0 && visit.state === 'redeemed'))

/** After a correction every refused parcel gets a new label: then there is nothing left to ask for. */
const isBeingSentAgain = ({ state }: RedemptionPage, { parcels }: Tracking): boolean =>
  state === 'shipping_error' &&
  parcels.every((parcel) => parcel.state !== 'refused' || parcel.is_being_placed)

/** A carrier's own words may repeat the address, so only the recipient's browser shows them. */
function carrierWords({ say }: Tongue, { parcels, isRecipient }: Tracking): SafeHtml {
  const said = parcels.flatMap(({ state, problem, is_being_placed }) =>
    state === 'refused' && !is_being_placed && problem?.is_from_carrier === true
      ? [problem.reason]
      : [],
  )
  if (isRecipient !== true || said.length === 0) return nothing
  return html`<div class="carrier-words"><p class="quiet">${say('fix.carrierSays')}</p>${said.map((reason) => html`<blockquote lang="en">${reason}</blockquote>`)}</div>`
}

function fixButton(
  { say }: Tongue,
  ways: Ways,
  visit: RedemptionPage,
  tracking: Tracking,
): SafeHtml {
  if (!needsAddress(visit.state) || isBeingSentAgain(visit, tracking)) return nothing
  return html`<p class="bar"><a class="button main" href="${ways.to('problem')}">${say('track.fix')}</a></p>`
}

/** On a phone the gift stands above its parcels; the list beside them says what it is. */
function preview(visit: RedemptionPage, { origin, isDone }: Tracking): SafeHtml {
  if (isDone || !isVisible(visit)) return nothing
  const pictures = chosenOf(visit).slice(0, 4)
  return html`<div class="mini" aria-hidden="true">${pictures.map((item) => photo(item.images[0], origin, 'large'))}</div>`
}

/** States in which only the recipient can help. */
const needsAddress = (state: State): boolean =>
  state === 'shipping_error' || state === 'delivery_attempt_failed'

/** Nothing is posted: it was there the moment it was confirmed. */
const isDigital = ({ line_items }: RedemptionPage) =>
  line_items?.every(({ kind }) => kind === 'digital') === true

/** What is a surprise is one until it has arrived. */
const isVisible = ({ visible_at_redemption, state }: RedemptionPage) =>
  visible_at_redemption || state === 'delivered' || state === 'complete' || state === 'redelivering'

function headingOf({ language, say }: Tongue, visit: RedemptionPage, tracking: Tracking): string {
  const { sender, state } = visit
  const name = greetingName(visit, language)
  const { isDone } = tracking
  const end = endOf(visit, tracking)
  if (end !== undefined) return say(`ended.${end}`)
  if (isBeingSentAgain(visit, tracking)) return say('track.again')
  if (isDone) return name === '' ? say('done.headingNobody') : say('done.heading', { name })
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

/** How it ended, when it does not arrive. */
function endOf({ state }: RedemptionPage, { parcels }: Tracking) {
  if (state === 'cancelled') return 'cancelled'
  if (state !== 'shipment_cancelled') return undefined
  const failed = (['lost', 'returned'] as const).find((each) =>
    parcels.some((parcel) => parcel.state === each),
  )
  return failed ?? 'parcelCancelled'
}

const endLeads = {
  lost: 'ended.lostLead',
  returned: 'ended.returnedLead',
  cancelled: 'ended.cancelledLead',
  parcelCancelled: 'cancelled.parcelLead',
} as const satisfies Record<string, TextKey>

function leadOf({ say }: Tongue, visit: RedemptionPage, tracking: Tracking): SafeHtml {
  const { isDone } = tracking
  const end = endOf(visit, tracking)
  if (end !== undefined)
    return html`<p class="lead">${withSenderLink({ say }, endLeads[end], visit)}</p>`
  if (isBeingSentAgain(visit, tracking)) return html`<p class="lead">${say('track.leadAgain')}</p>`
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

function stages({ say }: Tongue, { state }: RedemptionPage): SafeHtml {
  const reached = stageOf(state)
  const last = all.length - 1
  return html`<ol>${all.map((stage, place) => {
    const isDone = place < reached || reached === last
    const name = isDone ? 'done' : place === reached ? 'now' : 'next'
    return html`<li class="${name}"${name === 'now' ? html` aria-current="step"` : nothing}><span class="dot">${isDone ? tick : nothing}</span>${say(`stage.${stage}`)} <span class="unseen">(${say(`track.${name}`)})</span></li>`
  })}</ol>`
}

function asideOf(
  tongue: Tongue,
  ways: Ways,
  visit: RedemptionPage,
  { origin, parcels }: Tracking,
): SafeHtml {
  const { say } = tongue
  const items = isVisible(visit)
    ? chosenOf(visit).map(
        (item) =>
          html`<li>${photo(item.images[0], origin, 'large')}<span>${item.name}${item.quantity > 1 ? html` <span class="quiet">× ${String(item.quantity)}</span>` : nothing}</span></li>`,
      )
    : [html`<li>${photo(undefined, origin, 'large')}<span>${say('review.surprise')}</span></li>`]
  return html`<aside class="chosen"><h2>${say('review.gift')}</h2><ul>${items}</ul>${
    visit.destination === null || visit.status === 'cancelled'
      ? nothing
      : html`<h2>${say('review.address')}</h2>${addressOf(tongue, ways, visit, parcels)}`
  }</aside>`
}

/** All of it in the recipient's own browser, with the way to change it; the place alone in any other. */
function addressOf(
  tongue: Tongue,
  ways: Ways,
  visit: RedemptionPage,
  parcels: readonly Parcel[],
): SafeHtml {
  const { say, country } = tongue
  const { shipping_address: address } = visit
  if (address === null) return shortAddress(tongue, ways, visit)
  const lines = [...formatAddressLines({ ...address }), country(address.country)]
  const change = mayChangeAddress({ visit, parcels })
    ? html`<p><a href="${ways.to('problem')}">${say('recipient.change')}</a></p>`
    : nothing
  return html`<address>${lines.map((line) => html`<span>${line}</span>`)}</address>${change}`
}
