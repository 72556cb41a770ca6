import type { Parcel } from '#fulfilment'
import { html, type SafeHtml } from '#platform/html'
import { nothing } from './sheet.ts'
import type { Tongue } from './tongue.ts'
import type { TextKey } from './words.ts'

/** Each parcel with its number at the carrier and what happened to it, the newest first. */
export const parcelsMarkup = (
  tongue: Tongue,
  parcels: readonly Parcel[],
  isVisible: boolean,
  country: string | undefined,
): SafeHtml[] =>
  parcels.map((parcel) => {
    const { say } = tongue
    const heading =
      parcels.length === 1
        ? say('track.parcel')
        : say('track.parcelOf', { number: parcel.number, count: parcels.length })
    return html`<section class="parcel"><h2>${heading} <span class="badge${isTrouble(parcel.state) ? ' warn' : ''}">${stateWords(tongue, parcel.state)}</span></h2>${estimate(tongue, parcel)}${carrierOf(tongue, parcel)}${isVisible && parcels.length > 1 ? inside(tongue, parcel) : nothing}${news(tongue, parcel, country)}</section>`
  })

/** States that something went wrong in; the words say what. */
const isTrouble = (state: string) =>
  ['refused', 'delivery_attempt_failed', 'returned', 'lost'].includes(state)

const stateWords = ({ say }: Tongue, state: string) => say(`parcel.${state}` as TextKey)

const estimate = ({ say, date }: Tongue, { estimated_at, state }: Parcel) =>
  estimated_at === null || state === 'delivered'
    ? nothing
    : html`<p>${say('track.estimated', { date: date(estimated_at) })}</p>`

function carrierOf({ say }: Tongue, { carrier, tracking_code, tracking_url }: Parcel): SafeHtml {
  if (tracking_code === null) return nothing
  const link =
    tracking_url !== null && /^https?:\/\//.test(tracking_url)
      ? html` <a href="${tracking_url}" rel="noreferrer noopener" target="_blank">${say('track.carrier', { carrier: carrier ?? '' })}</a>`
      : nothing
  return html`<p>${say('track.number')} <code>${tracking_code}</code>${link}</p>`
}

const inside = ({ say }: Tongue, { lines }: Parcel) =>
  html`<p>${say('track.inside')}</p><ul class="inside">${lines.map(({ name, quantity }) => html`<li>${name}${quantity > 1 ? ` × ${quantity}` : ''}</li>`)}</ul>`

/** Scans in the time of the place that the parcel goes to, where that is known. */
function news(tongue: Tongue, { steps }: Parcel, country: string | undefined): SafeHtml {
  if (steps.length === 0) return nothing
  const { say } = tongue
  const rows = steps.toSorted((one, other) => other.at.getTime() - one.at.getTime())
  return html`<h3>${say('track.news')}</h3><ol class="news">${rows.map(
    ({ at, state, place }) =>
      html`<li><b>${stateWords(tongue, state)}</b>${place === null || place === '' ? nothing : say('track.place', { place })}<br><time datetime="${at.toISOString()}">${tongue.moment(at, country)}</time></li>`,
  )}</ol>`
}
