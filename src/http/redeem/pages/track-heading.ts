import type { Parcel } from '#fulfilment'
import type { RedemptionPage, State } from '#gifting'
import { html, type SafeHtml } from '#platform/lib/html'
import { greetingName } from '#platform/lib/person-name'
import type { PageMessageKey } from '#platform/messages/page-texts'
import type { Localizer } from '../i18n/localizer.ts'
import type { ChangeState } from './change-page.ts'
import { isDonationOnly } from './donations.ts'
import { empty, inCampaignLanguage } from './layout.ts'
import { withSenderLink } from './sender-link.ts'
import { isUnpacked } from './track-stages.ts'

/** The data in addition to the gift that decides the heading of the tracking page. */
export interface TrackingState extends ChangeState {
  parcels: readonly Parcel[]
  /** Whether the recipient has just confirmed the gift. */
  isDone: boolean
}

/**
 * Returns whether every rejected parcel is getting a new label after a correction. If so, the page does not
 * ask for a correction.
 */
export const isBeingReshipped = (
  { state }: RedemptionPage,
  { parcels }: Pick<TrackingState, 'parcels'>,
): boolean =>
  state === 'shipping_error' &&
  parcels.every((parcel) => parcel.state !== 'refused' || parcel.is_being_placed)

/** Returns whether the recipient must check the address in this state. */
export const needsAddress = (state: State): boolean =>
  state === 'shipping_error' || state === 'delivery_attempt_failed'

/** Returns whether the donations of a gift are made and all its items are donations. */
export const isDonated = (gift: RedemptionPage) => gift.donations.length > 0 && isDonationOnly(gift)

/** Returns whether all items are digital or donations. In this case, no parcel is sent. */
export const isUnshipped = ({ line_items }: RedemptionPage) =>
  line_items?.every(({ kind }) => kind !== 'physical') === true

export function headingText(
  { language, t }: Localizer,
  gift: RedemptionPage,
  tracking: TrackingState,
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

/**
 * Returns whether the sender sent the gift directly to an address. The result is false for a gift that
 * replaces an unclaimed gift, because the texts of its campaign are about a choice.
 */
const isSentToAddress = ({ is_direct, destination }: RedemptionPage) =>
  is_direct && destination !== null

/**
 * Returns whether all digital items have their content. The result is false if an item still waits for a
 * code.
 */
const isGiven = ({ digital_items }: RedemptionPage) =>
  digital_items.every(({ given_at }) => given_at !== null)

/**
 * Returns the heading for digital items. If all items have the same kind of content, the heading names the
 * kind.
 */
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

/** Returns the reason why the gift does not arrive, or undefined if there is no such reason. */
export function findEnding({ state }: RedemptionPage, { parcels }: Pick<TrackingState, 'parcels'>) {
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

export function renderLead(
  { t }: Localizer,
  gift: RedemptionPage,
  tracking: TrackingState,
): SafeHtml {
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
