import type { Parcel } from '#fulfilment'
import { html, type SafeHtml } from '#platform/lib/html'
import type { PageMessageKey } from '#platform/messages/page-texts'
import type { Destination } from '../i18n/address-time-zone.ts'
import type { Localizer } from '../i18n/localizer.ts'
import { renderDeliveryChange, renderEstimate } from './arrival.ts'
import { empty } from './layout.ts'

export interface ParcelView {
  /** Whether the parcels list their items, because there are several parcels. */
  showsContents: boolean
  /** Whether no user has started to pack the gift. */
  isUnpacked: boolean
  destination: Destination | null
  /** Whether the page shows the day of the only parcel above, with the link to change its delivery. */
  isDayAbove: boolean
  /** The time of the request. */
  now: Date
}

/** Renders each parcel with its tracking number and its history. The newest entry is first. */
export const renderParcels = (
  localizer: Localizer,
  parcels: readonly Parcel[],
  { showsContents, isUnpacked, destination, isDayAbove, now }: ParcelView,
): SafeHtml[] =>
  parcels.map((parcel) => {
    const { t } = localizer
    const heading =
      parcels.length === 1
        ? t('track.parcel')
        : t('track.parcelOf', { number: parcel.number, count: parcels.length })
    const state = isUnpacked && parcel.state === 'ordered' ? 'unpacked' : parcel.state
    return html`<section class="parcel"><h2>${heading} <span class="badge${isProblemState(state) ? ' warn' : ''}">${stateText(localizer, state)}</span></h2>${isDayAbove ? empty : renderEstimate(localizer, parcel, { destination, now })}${renderCarrier(localizer, parcel)}${isDayAbove ? empty : renderDeliveryChange(localizer, parcel)}${showsContents && parcels.length > 1 ? renderContents(localizer, parcel) : empty}${renderHistory(localizer, parcel, destination)}</section>`
  })

/** Returns whether a state of a parcel has a badge with a warning. */
const isProblemState = (state: string) =>
  ['refused', 'delivery_attempt_failed', 'returned', 'lost'].includes(state)

const stateText = ({ t }: Localizer, state: string) => t(`parcel.${state}` as PageMessageKey)

function renderCarrier(
  { t }: Localizer,
  { carrier, tracking_code, tracking_url }: Parcel,
): SafeHtml {
  if (tracking_code === null) return empty
  const link =
    tracking_url !== null && /^https?:\/\//.test(tracking_url)
      ? html` <a href="${tracking_url}" rel="noreferrer noopener" target="_blank">${carrier === null ? t('track.open') : t('track.carrier', { carrier })}</a>`
      : empty
  return html`<p>${t('track.number')} <code dir="ltr">${tracking_code}</code>${link}</p>`
}

const renderContents = ({ t }: Localizer, { lines }: Parcel) =>
  html`<p>${t('track.inside')}</p><ul class="inside">${lines.map(({ name, quantity }) => html`<li><bdi>${name}</bdi>${quantity > 1 ? ` × ${quantity}` : ''}</li>`)}</ul>`

/** Renders the scans in the time zone of the destination, if it is known. */
function renderHistory(
  localizer: Localizer,
  { steps }: Parcel,
  destination: Destination | null,
): SafeHtml {
  if (steps.length === 0) return empty
  const { t } = localizer
  const rows = steps.toSorted((a, b) => b.at.getTime() - a.at.getTime())
  return html`<h3>${t('track.history')}</h3><ol class="history">${rows.map(
    ({ at, state, location }) =>
      html`<li><b>${stateText(localizer, state)}</b>${location === null || location === '' ? empty : t('track.location', { location })}<br><time datetime="${at.toISOString()}">${localizer.dateTime(at, destination)}</time></li>`,
  )}</ol>`
}
