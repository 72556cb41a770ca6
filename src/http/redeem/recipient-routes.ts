import type { FastifyReply } from 'fastify'
import { ApiError, type FieldError, findAddressWarnings } from '#contract'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import { changeGift, pageAfterChange } from './change-routes.ts'
import { redirect } from './context.ts'
import {
  type GiftContext,
  proofSubject,
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
  parseAddressInput,
  toAddress,
  validateAddressInput,
} from './pages/address-input.ts'
import { canChangeBeforePacking } from './pages/change-page.ts'
import { renderLinkForm, verifyPage } from './pages/recipient-page.ts'
import { errorPage } from './pages/status-pages.ts'
import { canCorrectAddress } from './pages/track-page.ts'

/*
 * Only the recipient sees the full address and the digital items. A visitor who has only the link can request an email to the recipient's
 * own address (`/link`). Its link opens `/verify`, where a button sets the recipient proof in the browser.
 */

/** Sends the email. The response is the same whether or not an eligible address exists. */
export async function requestLink(context: GiftContext): Promise<FastifyReply> {
  try {
    await runForRecipient(context, gifting.requestRecipientLink)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'invalid_transition') throw error
    return redirect(context, context.urls.to())
  }
  return redirect(context, context.urls.to('?notice=linked'))
}

const parseProof = (context: GiftContext): string => {
  const { proof } = (context.request.query ?? {}) as { proof?: unknown }
  return context.form.get('proof') ?? (typeof proof === 'string' ? proof : '')
}

const isValid = (context: GiftContext, proof: string) =>
  gifting.isValidProof(
    context.deps.db.deployment,
    'email',
    proofSubject(context, context.gift),
    proof,
    context.now,
  )

/** Shows the verification page. The GET changes nothing, since mail scanners open links too. */
export function showVerification(context: GiftContext): FastifyReply {
  const { localizer, urls, gift } = context
  const proof = parseProof(context)
  const languageSwitch = viaLink(context, `verify?${new URLSearchParams({ proof })}`)
  if (isValid(context, proof))
    return sendGiftPage(context, verifyPage(localizer, urls, gift, proof), languageSwitch)
  const more = renderLinkForm(localizer, urls, gift, 'recipient.sendReport', { hasContact: true })
  const { t } = localizer
  const expiredLinkPage = errorPage(localizer, t('verify.lateHeading'), t('verify.lateLead'), {
    more,
  })
  return sendGiftPage(context, expiredLinkPage, languageSwitch)
}

export function verify(context: GiftContext): FastifyReply {
  const proof = parseProof(context)
  if (!isValid(context, proof)) return redirect(context, context.urls.to('verify'))
  rememberRecipient(context)
  const asksForAddress = canCorrectAddress(context) && context.gift.digital_items.length === 0
  return redirect(context, context.urls.to(asksForAddress ? 'problem' : undefined))
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
    return showAddressCorrection(context, input, [], findAddressWarnings(toAddress(input)))
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

/** A parcel that the carrier refused gets a new label for an unchanged address, too: `correctAddress` requests it. */
const isUnpacked = (context: GiftContext): boolean =>
  canChangeBeforePacking(context.gift, context) &&
  !context.parcels.some(({ state }) => state === 'refused')

/** Changes the address of a gift that is not packed. */
async function changeBeforePacking(
  context: GiftContext,
  shipping_address: Parameters<typeof fulfilment.correctAddress>[2],
): Promise<FastifyReply> {
  const outcome = await changeGift(context, { shipping_address })
  const isSaved = outcome?.kind === 'applied' || outcome?.kind === 'unchanged'
  return redirect(context, context.urls.to(isSaved ? 'address-changed' : pageAfterChange(outcome)))
}

/** Translates the error of an address that an item of the gift may not go to. */
function toDestinationError({ localizer }: GiftContext, error: FieldError): AddressFormError {
  const param = error.param.replace(/^shipping_address\./, '')
  return { ...error, param, text: localizer.t('error.destinationSurprise') }
}

/** Shows the tracking page after an address correction. */
export const showAddressChanged = (context: GiftContext): FastifyReply =>
  showTracking(context, { addressChange: 'done' })
