import type { FastifyReply } from 'fastify'
import { ApiError, type FieldError } from '#contract'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import { changeGift, pageAfterChange } from './change-routes.ts'
import { redirect } from './context.ts'
import {
  type GiftContext,
  rememberRecipient,
  runForRecipient,
  sendGiftPage,
  viaLink,
} from './gift-context.ts'
import { showAddressCorrection, showTracking } from './gift-views.ts'
import { isLookup, showLookupInCorrection } from './lookup-routes.ts'
import type { AddressFormError } from './pages/address-form.ts'
import {
  findUnseenWarnings,
  findWarnings,
  parseAddressInput,
  toAddress,
  validateAddressInput,
} from './pages/address-input.ts'
import { canChangeBeforePacking } from './pages/change-page.ts'
import { renderReactions } from './pages/reactions.ts'
import { renderLinkForm, verifyPage } from './pages/recipient-page.ts'
import { errorPage } from './pages/status-pages.ts'
import { needsAddress } from './pages/track-heading.ts'
import { canCorrectAddress } from './pages/track-page.ts'

/*
 * The proof that a visitor is the recipient. Only the recipient sees the full address and the digital items.
 * A visitor who has only the link can request an email to the recipient's own address (`/link`). The link in
 * this email opens `/verify`, where a button sets the recipient proof in the browser.
 */

/**
 * Sends the email with the link. The response is the same whether or not the gift has an email address for
 * it.
 */
export async function requestLink(context: GiftContext): Promise<FastifyReply> {
  try {
    await runForRecipient(context, gifting.requestRecipientLink)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'invalid_transition') throw error
    return redirect(context, context.urls.to())
  }
  return redirect(context, context.urls.to('?notice=linked'))
}

/**
 * Shows the verification page. The GET request changes nothing, because mail scanners also open links. A
 * browser that already has a proof needs no button.
 */
export function showVerification(context: GiftContext): FastifyReply {
  const { localizer, urls, plainUrls, gift, carriedProof } = context
  if (carriedProof !== undefined) {
    const reactions =
      gift.digital_items.length === 0 ? renderReactions(localizer, urls, gift) : undefined
    const page = verifyPage(localizer, plainUrls, gift, carriedProof, reactions)
    return sendGiftPage(context, page, viaLink(context, 'verify'))
  }
  // If the gift has arrived, its page offers a new link where one is necessary.
  if (context.isRecipient || gifting.canReact(gift)) return redirect(context, urls.to())
  const more = renderLinkForm(localizer, urls, gift, 'recipient.sendReport', { hasContact: true })
  const { t } = localizer
  const expiredLinkPage = errorPage(localizer, t('verify.lateHeading'), t('verify.lateLead'), {
    more,
  })
  return sendGiftPage(context, expiredLinkPage, viaLink(context, 'verify'))
}

/**
 * Sets the cookie of the recipient. The response is the page itself instead of a redirect. If a browser
 * stores no cookies, the URLs of this page contain the proof.
 */
export function verify(context: GiftContext): Promise<FastifyReply> | FastifyReply {
  if (!context.isRecipient) return redirect(context, context.urls.to('verify'))
  rememberRecipient(context, context.gift)
  const asksForAddress = needsAddress(context.gift.state) && canCorrectAddress(context)
  return asksForAddress ? showAddressCorrection(context) : showTracking(context)
}

export async function changeAddress(context: GiftContext): Promise<FastifyReply> {
  if (!context.isRecipient) return redirect(context, context.urls.to('problem'))
  const input = parseAddressInput(context.form)
  if (context.form.get('do') !== 'save') {
    if (context.requestedLanguage !== undefined)
      await runForRecipient(context, async () => undefined)
    if (isLookup(context, input)) return showLookupInCorrection(context, input)
    return showAddressCorrection(context, input)
  }
  const errors = validateAddressInput(input)
  if (errors.length > 0) return showAddressCorrection(context, input, errors)
  if (findUnseenWarnings(input, context.form).length > 0)
    return showAddressCorrection(context, input, [], findWarnings(input))
  const address = toAddress(input) as unknown as Parameters<typeof fulfilment.correctAddress>[2]
  try {
    if (isUnpacked(context)) return await changeBeforePacking(context, address)
    await runForRecipient(context, (ctx, id) =>
      fulfilment.correctAddress(ctx, id, address, context.deps.shipping),
    )
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'invalid_transition')
      return redirect(context, context.urls.to('address-not-changed'))
    const denied = error.fieldErrors.find(({ code }) => code === 'not_allowed')
    if (denied === undefined) throw error
    return showAddressCorrection(context, input, [toDestinationError(context, denied)])
  }
  return redirect(context, context.urls.to('address-changed'))
}

/**
 * Returns whether the recipient can change the address before packing and the carrier refused no parcel. A
 * refused parcel gets a new label even if the address is unchanged, and `correctAddress` requests that label.
 */
const isUnpacked = (context: GiftContext): boolean =>
  canChangeBeforePacking(context.gift, context) &&
  !context.parcels.some(({ state }) => state === 'refused')

/** Changes the address of a gift that is not packed yet. */
async function changeBeforePacking(
  context: GiftContext,
  shipping_address: Parameters<typeof fulfilment.correctAddress>[2],
): Promise<FastifyReply> {
  const outcome = await changeGift(context, { shipping_address })
  const isSaved = outcome?.kind === 'applied' || outcome?.kind === 'unchanged'
  return redirect(context, context.urls.to(isSaved ? 'address-changed' : pageAfterChange(outcome)))
}

/** Translates the error about an address that an item of the gift may not go to. */
function toDestinationError({ localizer }: GiftContext, error: FieldError): AddressFormError {
  const param = error.param.replace(/^shipping_address\./, '')
  return { ...error, param, text: localizer.t('error.destinationSurprise') }
}

/** Shows the tracking page after a correction of the address. */
export const showAddressChanged = (context: GiftContext): FastifyReply =>
  showTracking(context, { addressChange: 'done' })
