import { formatAddressLines } from '#contract'
import type { ItemContent } from '#digital'
import { isAddressCorrectable, type Parcel } from '#fulfilment'
import type { ProblemReport, RedemptionPage } from '#gifting'
import { classifyAddressProblem } from '#platform/lib/address-problem'
import { html, type SafeHtml } from '#platform/lib/html'
import type { PageMessageKey } from '#platform/messages/page-texts'
import type { Localizer } from '../i18n/localizer.ts'
import {
  type ExpectedDelivery,
  findCarrierDay,
  isUnscheduled,
  listCarrierDays,
  renderArrival,
} from './arrival.ts'
import { type ChangeState, canChangeBeforePacking, renderChangeSection } from './change-page.ts'
import { renderDigitalItems } from './digital-items.ts'
import { renderDonations } from './donations.ts'
import { renderMessageCard } from './greeting.ts'
import { renderHelpLink, renderReports } from './help-page.ts'
import { confetti, drawSmallGift, tickIcon } from './illustrations.ts'
import { renderPhoto } from './image.ts'
import { empty, inItemLanguage, type Page } from './layout.ts'
import { type ParcelView, renderParcels } from './parcel-list.ts'
import { renderReactions } from './reactions.ts'
import { renderShortAddress } from './recipient-page.ts'
import { selectedItems } from './selection-state.ts'
import { withSenderLink } from './sender-link.ts'
import { type NoteFormOptions, proveForThankYou, renderThankYou } from './thank-you-form.ts'
import {
  findEnding,
  headingText,
  isBeingReshipped,
  isDonated,
  isUnshipped,
  needsAddress,
  renderLead,
  type TrackingState,
} from './track-heading.ts'
import { isUnpacked, renderStages } from './track-stages.ts'
import type { PageUrls } from './urls.ts'

export interface TrackingView extends TrackingState {
  origin: string
  note: NoteFormOptions
  /** Whether the browser has a recipient proof. If so, the page shows the full address and allows changes. */
  isRecipient?: boolean
  /** The contents of the digital items that the page reveals. */
  contents?: ReadonlyMap<string, ItemContent>
  /** The problems that the recipient reported. Only a browser with a recipient proof gets them. */
  problems?: readonly ProblemReport[]
  /** The usual days of the delivery, if no carrier has named a day. */
  expected?: ExpectedDelivery | undefined
  /** When the gift was confirmed. */
  confirmed?: Date | undefined
  /** The time of the request. */
  now: Date
  /** The outcome of an address change that the recipient has just submitted. */
  addressChange?: 'done' | 'late' | undefined
}

/**
 * Renders the permanent page of a redeemed gift. It shows first the chosen gift, next the possible actions of
 * the recipient, and last the delivery.
 */
export function trackPage(
  localizer: Localizer,
  urls: PageUrls,
  gift: RedemptionPage,
  tracking: TrackingView,
): Page {
  const { t } = localizer
  const { isDone, note } = tracking
  return {
    title: t(isDone ? 'title.done' : 'title.track'),
    bodyClass: 'pair gift-first',
    status: note.error === undefined ? 200 : 422,
    main: html`<div class="head">
<div class="reveal">${isDone ? confetti : empty}${drawSmallGift(gift.wrapping.paper)}<div><h1>${headingText(localizer, gift, tracking)}</h1>${renderLead(localizer, gift, tracking)}${renderAddressChangeNotice(localizer, gift, tracking)}</div></div>
${renderDigitalItems(localizer, urls, gift, toDigitalView(tracking))}${isVisible(gift) ? renderDonations(localizer, gift) : empty}${renderCarrierMessages(localizer, tracking)}${renderFixButton(localizer, urls, gift, tracking)}
</div>
${renderChosen(localizer, urls, gift, tracking)}
<div class="body">
${(hasArrived(gift) && !isDone ? renderArrived : renderMoving)(localizer, urls, gift, tracking)}
${renderHelp(localizer, urls, gift, tracking)}
</div>`,
  }
}

const hasArrived = ({ status, state }: RedemptionPage) =>
  status === 'delivered' && state !== 'redelivering'

/**
 * Renders the part of the page for a gift that has not arrived yet: what the recipient can still do, and the
 * delivery.
 */
function renderMoving(
  localizer: Localizer,
  urls: PageUrls,
  gift: RedemptionPage,
  tracking: TrackingView,
): SafeHtml {
  const hasNote = gift.status !== 'cancelled' && !needsAddress(gift.state)
  const card = renderMessageCard(localizer, urls, gift, gift.is_direct)
  const change = renderChangeSection(localizer, urls, gift, tracking)
  // The recipient of a direct gift has not read the message before.
  return html`${gift.is_direct ? html`${card}\n${change}` : html`${change}\n${card}`}
${renderDelivery(localizer, gift, tracking)}
${hasNote ? renderNote(localizer, urls, gift, tracking, false) : empty}`
}

/**
 * Renders the part of the page for a gift that has arrived: the reaction and the note. The delivery is in a
 * collapsed section.
 */
function renderArrived(
  localizer: Localizer,
  urls: PageUrls,
  gift: RedemptionPage,
  tracking: TrackingView,
): SafeHtml {
  const delivery = isUnshipped(gift)
    ? empty
    : html`<details class="past"><summary>${localizer.t('track.steps')}</summary>${renderDelivery(localizer, gift, tracking, empty)}</details>`
  return html`${tracking.isRecipient === true ? renderReactions(localizer, urls, gift) : empty}
${renderNote(localizer, urls, gift, tracking, true)}
${renderMessageCard(localizer, urls, gift, gift.is_direct)}
${delivery}`
}

const renderNote = (
  localizer: Localizer,
  urls: PageUrls,
  gift: RedemptionPage,
  { isRecipient, note }: TrackingView,
  isOpen: boolean,
): SafeHtml =>
  isRecipient === true
    ? renderThankYou(localizer, urls, gift, { ...note, isOpen })
    : proveForThankYou(localizer, urls, gift)

/** Renders the stages of the delivery and the parcels. */
function renderDelivery(
  localizer: Localizer,
  gift: RedemptionPage,
  tracking: TrackingView,
  heading = html`<h2>${localizer.t('track.steps')}</h2>`,
): SafeHtml {
  const stages =
    isUnshipped(gift) || gift.status === 'cancelled'
      ? empty
      : html`<section class="stages">${heading}${renderStages(localizer, gift, tracking)}</section>`
  const parcels =
    gift.state === 'cancelled'
      ? empty
      : renderParcels(localizer, tracking.parcels, toParcelView(gift, tracking))
  return html`${stages}${parcels}`
}

/**
 * Renders the reports of the recipient. After the dispatch, it also renders the link to make a report, unless
 * the page already says why the gift does not arrive. The link is folded while the gift is on schedule.
 */
function renderHelp(
  localizer: Localizer,
  urls: PageUrls,
  gift: RedemptionPage,
  tracking: TrackingView,
): SafeHtml {
  const reports = renderReports(localizer, gift, tracking.problems ?? [])
  if (findEnding(gift, tracking) !== undefined) return reports
  if (gift.status === 'redeemed')
    return tracking.problems?.length
      ? html`<section class="problem" id="help">${reports}</section>`
      : empty
  const heading = localizer.t('track.problem')
  const body = html`<p>${withSenderLink(localizer, problemKey(gift), gift)}</p>${renderHelpLink(localizer, urls, gift)}${reports}`
  return isOnSchedule(localizer, gift, tracking)
    ? html`<details class="past problem" id="help"><summary>${heading}</summary>${body}</details>`
    : html`<section class="problem" id="help"><h2>${heading}</h2>${body}</section>`
}

/**
 * Returns whether nothing asks for help yet: the gift is on its way, and no day of its parcels is over. Without a
 * known day, its confirmation is only a few days ago. The page then folds the help.
 */
function isOnSchedule(localizer: Localizer, gift: RedemptionPage, tracking: TrackingView): boolean {
  const { problems = [], now, parcels, expected, confirmed } = tracking
  if (problems.length > 0 || needsAddress(gift.state)) return false
  if (hasArrived(gift) && !isUnshipped(gift)) return false
  const named = listCarrierDays(parcels)
  const days = named.length > 0 || expected === undefined ? named : [expected.to]
  if (days.length > 0) return days.every((day) => !localizer.isLate(day, now, gift.destination))
  const isAsPlanned = gift.state !== 'redelivering' && !parcels.some(isUnscheduled)
  return isAsPlanned && confirmed !== undefined && now.getTime() - confirmed.getTime() < quietMs
}

/** How long after its confirmation a gift without a known day asks for no help. */
const quietMs = 3 * 24 * 60 * 60 * 1000

const toParcelView = (gift: RedemptionPage, tracking: TrackingView): ParcelView => ({
  showsContents: isVisible(gift),
  isUnpacked: isUnpacked(gift.state, tracking),
  destination: gift.destination,
  now: tracking.now,
  isDayAbove: tracking.parcels.length === 1 && findCarrierDay(tracking.parcels) !== undefined,
})

const toDigitalView = ({ isRecipient = false, contents = new Map() }: TrackingView) => ({
  isRecipient,
  contents,
})

/**
 * Renders a notice about an address change. If the gift is sent again, there is no notice, because the text
 * at the top already says that the address was changed.
 */
function renderAddressChangeNotice(
  { t }: Localizer,
  gift: RedemptionPage,
  { addressChange, parcels }: TrackingView,
): SafeHtml {
  if (addressChange === undefined || isBeingReshipped(gift, { parcels })) return empty
  const isWithCarrier = parcels.some(({ state }) => carrierStates.has(state))
  return addressChange === 'done'
    ? html`<p class="good" role="status">${tickIcon}${t(isWithCarrier ? 'fix.doneOut' : 'fix.done')}</p>`
    : html`<p class="gone" role="status">${withSenderLink({ t }, 'fix.notNow', gift)}</p>`
}

/**
 * The states in which the carrier has the parcel. In these states, the service saves an address change, but
 * the carrier does not get it.
 */
const carrierStates = new Set(['in_transit', 'out_for_delivery', 'delivery_attempt_failed'])

interface GiftWithParcels {
  gift: RedemptionPage
  parcels: readonly Parcel[]
}

/**
 * Returns whether the recipient can change the address. This is possible before packing, or as a correction
 * after a failed delivery.
 */
export const canChangeAddress = (context: GiftWithParcels & ChangeState): boolean =>
  context.pendingChange === undefined &&
  (canCorrectAddress(context) || canChangeBeforePacking(context.gift, context))

/**
 * Returns whether a parcel needs or allows a correction of the address. The result does not depend on the
 * packing.
 */
export const canCorrectAddress = ({ gift, parcels }: GiftWithParcels): boolean =>
  gift.destination !== null &&
  gift.status !== 'cancelled' &&
  gift.state !== 'complete' &&
  (parcels.some(({ state }) => isAddressCorrectable(state)) ||
    (parcels.length === 0 && gift.state === 'redeemed'))

/**
 * Renders the carrier's messages about the address. Known problems appear in the recipient's language, and
 * other messages stay as they are. These messages may contain the address, so only a browser with a recipient
 * proof shows them.
 */
function renderCarrierMessages({ t }: Localizer, { parcels, isRecipient }: TrackingView): SafeHtml {
  const reasons = parcels.flatMap(({ state, problem, is_being_placed }) =>
    state === 'refused' && !is_being_placed && problem?.is_from_carrier === true
      ? [problem.reason]
      : [],
  )
  if (isRecipient !== true || reasons.length === 0) return empty
  const unknown = reasons.filter((reason) => classifyAddressProblem(reason) === undefined)
  const known = new Set(reasons.flatMap((reason) => classifyAddressProblem(reason) ?? []))
  const quotes =
    unknown.length === 0
      ? empty
      : html`<p class="quiet">${t('fix.carrierSays')}</p>${unknown.map((reason) => html`<blockquote lang="en">${reason}</blockquote>`)}`
  return html`<div class="carrier-words">${[...known].map((problem) => html`<p>${t(`fix.problem.${problem}`)}</p>`)}${quotes}</div>`
}

function renderFixButton(
  { t }: Localizer,
  urls: PageUrls,
  gift: RedemptionPage,
  tracking: TrackingView,
): SafeHtml {
  if (!needsAddress(gift.state) || isBeingReshipped(gift, tracking)) return empty
  return html`<p class="bar"><a class="button main" href="${urls.to('problem')}">${t('track.fix')}</a></p>`
}

const problemKey = (gift: RedemptionPage): PageMessageKey<'sender' | 'reference'> => {
  if (isDonated(gift)) return 'donation.problemLead'
  return isUnshipped(gift) ? 'digital.problemLead' : 'track.problemLead'
}

/** Returns whether the page shows the items. A surprise is hidden until its delivery. */
const isVisible = ({ visible_at_redemption, state }: RedemptionPage) =>
  visible_at_redemption || state === 'delivered' || state === 'complete' || state === 'redelivering'

function renderChosen(
  localizer: Localizer,
  urls: PageUrls,
  gift: RedemptionPage,
  tracking: TrackingView,
): SafeHtml {
  const { t } = localizer
  const { origin } = tracking
  const items = isVisible(gift)
    ? selectedItems(gift).map(
        (item) =>
          html`<li>${renderPhoto(item.images[0], origin, 'large')}<span><bdi${inItemLanguage(item, 'name')}>${item.name}</bdi>${item.quantity > 1 ? html` <span class="quiet">× ${String(item.quantity)}</span>` : empty}</span></li>`,
      )
    : [
        html`<li>${renderPhoto(undefined, origin, 'large')}<span>${t('review.surprise')}</span></li>`,
      ]
  return html`<aside class="chosen"><h2>${t('review.gift')}</h2><ul>${items}</ul>${
    gift.destination === null || gift.status === 'cancelled'
      ? empty
      : html`<h2>${t(hasArrived(gift) ? 'track.deliveredTo' : 'review.address')}</h2>${renderAddress(localizer, urls, gift, tracking)}${renderArrival(localizer, gift, tracking)}`
  }</aside>`
}

/**
 * Renders the full address with a link to change it. Without a recipient proof, it renders only the city and
 * the country.
 */
function renderAddress(
  localizer: Localizer,
  urls: PageUrls,
  gift: RedemptionPage,
  tracking: TrackingView,
): SafeHtml {
  const { t, country } = localizer
  const { shipping_address: address } = gift
  if (address === null) return renderShortAddress(localizer, urls, gift)
  const lines = [...formatAddressLines({ ...address }), country(address.country)]
  // Until the gift is packed, the page has a button to change the address.
  const hasButton = canChangeBeforePacking(gift, tracking)
  const change =
    canChangeAddress({ ...tracking, gift }) && !hasButton
      ? html`<p><a href="${urls.to('problem')}">${t('recipient.change')}</a></p>`
      : empty
  return html`<address>${lines.map((line) => html`<span><bdi>${line}</bdi></span>`)}</address>${change}`
}
