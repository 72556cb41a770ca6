import { formatAddressLines } from '#contract'
import type { ItemContent } from '#digital'
import { isAddressCorrectable, type Parcel } from '#fulfilment'
import type { ProblemReport, RedemptionPage, State } from '#gifting'
import { classifyAddressProblem } from '#platform/lib/address-problem'
import { html, type SafeHtml } from '#platform/lib/html'
import { greetingName } from '#platform/lib/person-name'
import type { Localizer } from '../i18n/localizer.ts'
import type { PageMessageKey } from '../i18n/translations.ts'
import { type ChangeState, canChangeBeforePacking, renderChangeSection } from './change-page.ts'
import { renderDigitalItems } from './digital-items.ts'
import { isDonationOnly, renderDonations } from './donations.ts'
import { renderMessageCard } from './greeting.ts'
import { renderHelpLink, renderReports } from './help-page.ts'
import { drawOpeningGift, drawSmallGift, tickIcon } from './illustrations.ts'
import { renderPhoto } from './image.ts'
import { empty, inCampaignLanguage, inItemLanguage, type Page } from './layout.ts'
import { type ParcelView, renderParcels } from './parcel-list.ts'
import { renderReactions } from './reactions.ts'
import { renderShortAddress } from './recipient-page.ts'
import { selectedItems } from './selection-state.ts'
import { withSenderLink } from './sender-link.ts'
import { type NoteFormOptions, proveForThankYou, renderThankYou } from './thank-you-form.ts'
import { isUnpacked, renderStages } from './track-stages.ts'
import type { PageUrls } from './urls.ts'

export interface TrackingView extends ChangeState {
  origin: string
  parcels: readonly Parcel[]
  note: NoteFormOptions
  /** Whether the recipient has just confirmed. */
  isDone: boolean
  /** Whether the browser has a recipient proof, so that the page shows the full address and allows changes. */
  isRecipient?: boolean
  /** The contents of the revealed digital items. */
  contents?: ReadonlyMap<string, ItemContent>
  /** The problems that the recipient reported, for a browser with a recipient proof. */
  problems?: readonly ProblemReport[]
  /** Outcome of an address change that has just been submitted. */
  addressChange?: 'done' | 'late' | undefined
}

/** The permanent page of a redeemed gift: status, history and the thank-you form. */
export function trackPage(
  localizer: Localizer,
  urls: PageUrls,
  gift: RedemptionPage,
  tracking: TrackingView,
): Page {
  const { t } = localizer
  const { isDone } = tracking
  const isCancelled = gift.status === 'cancelled'
  const hasArrived = gift.status === 'delivered' && gift.state !== 'redelivering'
  const note = { ...tracking.note, isOpen: isDone || hasArrived, canSkip: isDone }
  const isRecipient = tracking.isRecipient === true
  const thanks = isCancelled
    ? empty
    : (isRecipient ? renderThankYou : proveForThankYou)(localizer, urls, gift, note)
  return {
    title: t(isDone ? 'title.done' : 'title.track'),
    bodyClass: 'pair',
    status: note.error === undefined ? 200 : 422,
    main: html`<div class="body">
<div class="reveal">${(isDone ? drawOpeningGift : drawSmallGift)(gift.wrapping.paper)}<div><h1>${headingText(localizer, gift, tracking)}</h1>${renderLead(localizer, gift, tracking)}${renderAddressChangeNotice(localizer, gift, tracking)}</div></div>
${renderDigitalItems(localizer, urls, gift, toDigitalView(tracking))}${isVisible(gift) ? renderDonations(localizer, gift) : empty}${renderCarrierMessages(localizer, tracking)}${renderFixButton(localizer, urls, gift, tracking)}${renderMessageCard(localizer, urls, gift, gift.is_direct)}${renderPhotos(gift, tracking)}
${isDone ? thanks : empty}
${isUnshipped(gift) || isCancelled ? empty : html`<section class="stages"><h2>${t('track.steps')}</h2>${renderStages(localizer, gift, tracking)}</section>`}
${renderChangeSection(localizer, urls, gift, tracking)}
${gift.state === 'cancelled' ? empty : renderParcels(localizer, tracking.parcels, toParcelView(gift, tracking))}
${isDone || isCancelled || !isRecipient ? empty : renderReactions(localizer, urls, gift)}${isDone || needsAddress(gift.state) ? empty : thanks}
${renderHelp(localizer, urls, gift, tracking)}
</div>
${renderAside(localizer, urls, gift, tracking)}`,
  }
}

/** Renders the reports of the recipient, and the way to make one unless the page already says why the gift does not arrive. */
function renderHelp(
  localizer: Localizer,
  urls: PageUrls,
  gift: RedemptionPage,
  tracking: TrackingView,
): SafeHtml {
  const reports = renderReports(localizer, gift, tracking.problems ?? [])
  if (findEnding(gift, tracking) !== undefined) return reports
  return html`<section class="problem" id="help"><h2>${localizer.t('track.problem')}</h2><p>${withSenderLink(localizer, problemKey(gift), gift)}</p>${renderHelpLink(localizer, urls, gift)}${reports}</section>`
}

const toParcelView = (gift: RedemptionPage, tracking: TrackingView): ParcelView => ({
  showsContents: isVisible(gift),
  isUnpacked: isUnpacked(gift.state, tracking),
  destination: gift.destination,
})

const toDigitalView = ({ isRecipient = false, contents = new Map() }: TrackingView) => ({
  isRecipient,
  contents,
})

function renderAddressChangeNotice(
  { t }: Localizer,
  gift: RedemptionPage,
  { addressChange, parcels }: TrackingView,
): SafeHtml {
  if (addressChange === undefined) return empty
  const isWithCarrier = parcels.some(({ state }) => carrierStates.has(state))
  return addressChange === 'done'
    ? html`<p class="good" role="status">${tickIcon}${t(isWithCarrier ? 'fix.doneOut' : 'fix.done')}</p>`
    : html`<p class="gone" role="status">${withSenderLink({ t }, 'fix.notNow', gift)}</p>`
}

/** States in which the carrier has the parcel: an address change is saved but does not reach the carrier. */
const carrierStates = new Set(['in_transit', 'out_for_delivery', 'delivery_attempt_failed'])

interface GiftWithParcels {
  gift: RedemptionPage
  parcels: readonly Parcel[]
}

/** Whether the recipient can change the address, now or as a correction after a failed delivery. */
export const canChangeAddress = (context: GiftWithParcels & ChangeState): boolean =>
  context.pendingChange === undefined &&
  (canCorrectAddress(context) || canChangeBeforePacking(context.gift, context))

/** Whether a parcel needs or allows a correction of the address, independent of the packing. */
export const canCorrectAddress = ({ gift, parcels }: GiftWithParcels): boolean =>
  gift.destination !== null &&
  gift.status !== 'cancelled' &&
  gift.state !== 'complete' &&
  (parcels.some(({ state }) => isAddressCorrectable(state)) ||
    (parcels.length === 0 && gift.state === 'redeemed'))

/** Whether every rejected parcel is getting a new label after a correction, so that the page asks for nothing. */
const isBeingReshipped = ({ state }: RedemptionPage, { parcels }: TrackingView): boolean =>
  state === 'shipping_error' &&
  parcels.every((parcel) => parcel.state !== 'refused' || parcel.is_being_placed)

/**
 * Renders known problems of the address in the recipient's language, and other messages of the carrier as they are. These
 * may contain the address, so only a browser with a recipient proof shows them.
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

/** Renders photos above the parcels for phones. They are hidden from screen readers, since the aside lists the items. */
function renderPhotos(gift: RedemptionPage, { origin, isDone }: TrackingView): SafeHtml {
  if (isDone || !isVisible(gift)) return empty
  const pictures = selectedItems(gift).slice(0, 4)
  if (pictures.length === 1) return empty // the summary below shows it
  return html`<div class="mini" aria-hidden="true">${pictures.map((item) => renderPhoto(item.images[0], origin, 'large'))}</div>`
}

/** States in which the recipient has to check the address. */
export const needsAddress = (state: State): boolean =>
  state === 'shipping_error' || state === 'delivery_attempt_failed'

const problemKey = (gift: RedemptionPage): PageMessageKey<'sender' | 'reference'> => {
  if (isDonated(gift)) return 'donation.problemLead'
  return isUnshipped(gift) ? 'digital.problemLead' : 'track.problemLead'
}

/** Whether the gift is complete, and all its items are donations. */
const isDonated = (gift: RedemptionPage) => gift.donations.length > 0 && isDonationOnly(gift)

/** Whether all items are digital or donations, so that no parcel is sent. */
const isUnshipped = ({ line_items }: RedemptionPage) =>
  line_items?.every(({ kind }) => kind !== 'physical') === true

/** Whether the page shows the items. A surprise is hidden until its delivery. */
const isVisible = ({ visible_at_redemption, state }: RedemptionPage) =>
  visible_at_redemption || state === 'delivered' || state === 'complete' || state === 'redelivering'

function headingText(
  { language, t }: Localizer,
  gift: RedemptionPage,
  tracking: TrackingView,
): string {
  const { sender, state } = gift
  const name = greetingName(gift, language)
  const { isDone } = tracking
  const ending = findEnding(gift, tracking)
  if (ending !== undefined) return t(`ended.${ending}`)
  if (isBeingReshipped(gift, tracking)) return t('track.again')
  if (isDonated(gift) && !isDone) return t('track.donated')
  if (isDone) return name === '' ? t('done.headingWithoutName') : t('done.heading', { name })
  if (isUnshipped(gift) && isGiven(gift) && !isSentToAddress(gift)) return t(digitalHeading(gift))
  if (!gift.is_direct || needsAddress(state) || state === 'backordered')
    return t(`track.${isUnpacked(state, tracking) ? 'redeemed' : state}` as PageMessageKey)
  const hasArrived = state === 'delivered' || state === 'complete'
  return t(hasArrived ? 'track.directArrived' : 'track.direct', { sender: sender.name })
}

/** False for the gift that replaces an unclaimed one: the texts of its campaign are about a choice. */
const isSentToAddress = ({ is_direct, destination }: RedemptionPage) =>
  is_direct && destination !== null

/** Whether no digital item waits for a code. */
const isGiven = ({ digital_items }: RedemptionPage) =>
  digital_items.every(({ given_at }) => given_at !== null)

/** Names the kind of content if all items have the same. */
function digitalHeading({ digital_items }: RedemptionPage): PageMessageKey {
  const [kind, ...others] = new Set(digital_items.map(({ delivery }) => delivery))
  if (kind === undefined || others.length > 0) return 'track.digital'
  return (
    { code: 'track.digitalCode', link: 'track.digitalLink', file: 'track.digitalFile' } as const
  )[kind]
}

const leadKeys: Readonly<Partial<Record<State, PageMessageKey>>> = {
  redeemed: 'track.leadRedeemed',
  ordered: 'track.leadRedeemed',
  backordered: 'track.leadBackordered',
  shipping_error: 'track.leadError',
  delivery_attempt_failed: 'track.leadFailed',
  delivered: 'track.leadDelivered',
  complete: 'track.leadDelivered',
}

/** Returns the reason why the gift does not arrive, or undefined. */
function findEnding({ state }: RedemptionPage, { parcels }: TrackingView) {
  if (state === 'cancelled') return 'cancelled'
  if (state !== 'shipment_cancelled') return undefined
  const failed = (['lost', 'returned'] as const).find((each) =>
    parcels.some((parcel) => parcel.state === each),
  )
  return failed ?? 'parcelCancelled'
}

const endingLeadKeys = {
  lost: 'ended.lostLead',
  returned: 'ended.returnedLead',
  cancelled: 'ended.cancelledLead',
  parcelCancelled: 'cancelled.parcelLead',
} as const

function renderLead({ t }: Localizer, gift: RedemptionPage, tracking: TrackingView): SafeHtml {
  const { isDone } = tracking
  const ending = findEnding(gift, tracking)
  if (ending !== undefined)
    return html`<p class="lead">${withSenderLink({ t }, endingLeadKeys[ending], gift)}</p>`
  if (isBeingReshipped(gift, tracking)) return html`<p class="lead">${t('track.leadAgain')}</p>`
  if (isDonated(gift)) return html`<p class="lead">${t('donation.done')}</p>`
  if (isDone)
    return html`<p class="lead">${t(isUnshipped(gift) ? 'done.leadDigital' : 'done.lead')}</p>`
  const campaignMessage = gift.theme?.message ?? ''
  if (isSentToAddress(gift) && campaignMessage !== '' && !needsAddress(gift.state))
    return html`<p class="lead"${inCampaignLanguage(gift, 'message')}>${campaignMessage}</p>`
  if (isUnshipped(gift) && gift.state === 'backordered')
    return html`<p class="lead">${t('track.leadBackorderedDigital')}</p>`
  const lead = leadKeys[gift.state]
  return lead === undefined ? empty : html`<p class="lead">${t(lead)}</p>`
}

function renderAside(
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
      : html`<h2>${t('review.address')}</h2>${renderAddress(localizer, urls, gift, tracking)}`
  }</aside>`
}

/** Renders the full address with a link to change it if there is a recipient proof; otherwise city and country. */
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
  const change = canChangeAddress({ ...tracking, gift })
    ? html`<p><a href="${urls.to('problem')}">${t('recipient.change')}</a></p>`
    : empty
  return html`<address>${lines.map((line) => html`<span><bdi>${line}</bdi></span>`)}</address>${change}`
}
