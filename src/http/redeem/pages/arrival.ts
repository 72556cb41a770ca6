import { findDeliveryChangePage, type Parcel } from '#fulfilment'
import type { RedemptionPage } from '#gifting'
import { html, type SafeHtml } from '#platform/lib/html'
import type { Destination } from '../i18n/address-time-zone.ts'
import type { Localizer } from '../i18n/localizer.ts'
import { empty } from './layout.ts'

/** The days between which a gift usually arrives. */
export interface ExpectedDelivery {
  from: Date
  to: Date
}

export interface ArrivalView {
  parcels: readonly Parcel[]
  /** The usual days of the delivery, if no carrier has named a day. */
  expected?: ExpectedDelivery | undefined
  /** The time of the request. */
  now: Date
  /** Whether the browser has a recipient proof. Only then the page quotes where the carrier left the parcel. */
  isRecipient?: boolean
}

/** The members of a gift that decide on its arrival. Days are those of its destination. */
type ArrivingGift = Pick<RedemptionPage, 'state' | 'status' | 'destination'>

const unscheduled: ReadonlySet<string> = new Set(['lost', 'returned', 'cancelled', 'refused'])

/** Returns whether a parcel does not arrive on the day that its carrier has named, for example because it is lost. */
export const isUnscheduled = ({ state }: Parcel): boolean => unscheduled.has(state)

/** The states of gifts without a day: the address or the stock is missing, or the gift has ended. */
const withoutDay: ReadonlySet<string> = new Set([
  ...[
    'backordered',
    'shipping_error',
    'delivery_attempt_failed',
    'shipment_cancelled',
    'cancelled',
  ],
])

/** Returns the days that carriers have named for parcels that are still on their way. */
export const listCarrierDays = (parcels: readonly Parcel[]): Date[] =>
  parcels
    .filter((parcel) => parcel.state !== 'delivered' && !isUnscheduled(parcel))
    .flatMap(({ estimated_at }) => estimated_at ?? [])

/**
 * Returns the last day that a carrier has named for a parcel that is still on its way, or undefined. A gift of
 * several parcels is complete on that day.
 */
export const findCarrierDay = (parcels: readonly Parcel[]): Date | undefined =>
  findLast(listCarrierDays(parcels))

const findLast = (days: readonly Date[]): Date | undefined =>
  days.toSorted((a, b) => b.getTime() - a.getTime())[0]

/**
 * Renders the day on which the gift arrives: that of the carrier, else the usual days. For a gift that has arrived,
 * renders when, and where its carrier left it.
 */
export function renderArrival(
  localizer: Localizer,
  gift: ArrivingGift,
  view: ArrivalView,
): SafeHtml {
  const { t } = localizer
  const { state, status, destination } = gift
  if (withoutDay.has(state)) return empty
  if (status === 'delivered' && state !== 'redelivering')
    return renderDelivered(localizer, view, destination)
  const carrierDay = findCarrierDay(view.parcels)
  if (carrierDay !== undefined) return renderCarrierDay(localizer, gift, view, carrierDay)
  const { expected } = view
  return expected === undefined
    ? empty
    : renderDay(t('track.expected'), localizer.dayRange(expected.from, expected.to, destination))
}

/** Renders the day of the carrier. If it is over, says so, unless the gift arrives today. */
function renderCarrierDay(
  localizer: Localizer,
  { state, destination }: ArrivingGift,
  view: ArrivalView,
  carrierDay: Date,
): SafeHtml {
  const { t } = localizer
  const date = localizer.carrierDay(carrierDay, destination)
  const change = renderOnlyChange(localizer, view)
  if (!localizer.isLate(carrierDay, view.now, destination))
    return renderDay(t('track.arrivingBy'), date, change)
  return isAtTheDoor(state)
    ? change
    : html`<h2>${t('track.expected')}</h2><p>${t('track.late', { date })}</p>${change}`
}

/** Returns whether the carrier delivers the parcel or the gift today, or has tried to. Its former day says nothing then. */
const isAtTheDoor = (state: string): boolean =>
  state === 'out_for_delivery' || state === 'delivery_attempt_failed'

/** Renders the day of one parcel that is still on its way. */
export function renderEstimate(
  localizer: Localizer,
  parcel: Parcel,
  { destination, now }: { destination: Destination | null; now: Date },
): SafeHtml {
  const [day] = listCarrierDays([parcel])
  if (day === undefined) return empty
  const { t } = localizer
  if (!localizer.isLate(day, now, destination))
    return html`<p>${t('track.estimated', { date: localizer.estimate(day, destination) })}</p>`
  return isAtTheDoor(parcel.state)
    ? empty
    : html`<p>${t('track.late', { date: localizer.carrierDay(day, destination) })}</p>`
}

const renderDay = (label: string, day: string, more: SafeHtml = empty): SafeHtml =>
  html`<h2>${label}</h2><p class="day">${day}</p>${more}`

/** Renders the link of the only parcel. Each of several parcels has its own link. */
const renderOnlyChange = (localizer: Localizer, { parcels }: ArrivalView): SafeHtml =>
  parcels.length === 1 && parcels[0] !== undefined
    ? renderDeliveryChange(localizer, parcels[0])
    : empty

/** The states in which a carrier can still deliver the parcel in another way. */
const changeableStates = ['in_transit', 'out_for_delivery', 'delivery_attempt_failed']

/** Renders a link to the page on which a recipient tells the carrier another day or a safe place. */
export function renderDeliveryChange({ t }: Localizer, { carrier, state }: Parcel): SafeHtml {
  if (carrier === null || !changeableStates.includes(state)) return empty
  const url = findDeliveryChangePage(carrier)
  if (url === undefined) return empty
  return html`<p><a href="${url}" rel="noreferrer noopener" target="_blank">${t('track.redirect', { carrier })}</a></p>`
}

function renderDelivered(
  { t, day }: Localizer,
  { parcels, isRecipient }: ArrivalView,
  destination: ArrivingGift['destination'],
): SafeHtml {
  const scans = parcels.flatMap(({ steps, carrier }) =>
    steps.filter(({ state }) => state === 'delivered').map((step) => ({ ...step, carrier })),
  )
  const at = findLast(scans.map((scan) => scan.at))
  if (at === undefined) return empty
  const places = scans.filter(({ description }) => saysMore(description))
  const words =
    isRecipient === true
      ? places.map(
          ({ carrier, description }) =>
            html`<p class="left">${carrier === null ? empty : html`<bdi>${carrier}</bdi>: `}<q lang="" dir="auto">${description}</q></p>`,
        )
      : empty
  return html`${renderDay(t('stage.delivered'), day(at, destination))}${words}`
}

/** Returns whether a carrier says more than that it has delivered, such as 'Left at the front door'. */
const saysMore = (description: string): boolean =>
  !/^(?:delivered|package delivered|parcel delivered|has been delivered|delivery)?[.!]?$/i.test(
    description.trim(),
  )
