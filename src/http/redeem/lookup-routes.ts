import type { FastifyReply } from 'fastify'
import type { GiftContext } from './gift-context.ts'
import { showAddressCorrection, showAddressForm } from './gift-views.ts'
import type { AddressFormError } from './pages/address-form.ts'
import type { AddressInput } from './pages/address-input.ts'
import {
  findRegister,
  lookUpPostalCode,
  type PostalCodeLookup,
} from './pages/postal-code-lookup.ts'
import { saveDraftAndRedirect } from './save-draft.ts'

/*
 * The button in both address forms that fills the fields from the postal code. It reads no data of the gift.
 */

/**
 * Returns whether the recipient pressed the lookup button. Only the forms of some countries have this button.
 */
export const isLookup = (context: GiftContext, { country }: AddressInput): boolean =>
  context.form.get('do') === 'lookup' && findRegister(context.deps, country) !== undefined

function lookUp(context: GiftContext, input: AddressInput): PostalCodeLookup {
  const register = findRegister(context.deps, input.country)
  return register === undefined ? { rejected: 'unknown' } : lookUpPostalCode(register, input)
}

/**
 * Saves the draft and redirects to the form with the result of the lookup. If the lookup fails, the draft
 * stays unchanged.
 */
export function saveLookup(context: GiftContext, input: AddressInput): FastifyReply {
  const lookup = lookUp(context, input)
  const typed = 'input' in lookup ? lookup.input : input
  return saveDraftAndRedirect(context, typed, 'address?lookup=1')
}

/** Returns whether the page shows the result of a lookup for the draft. */
export const isLookupResult = (context: GiftContext): boolean =>
  ((context.request.query ?? {}) as { lookup?: unknown }).lookup !== undefined &&
  findRegister(context.deps, context.draft?.typed.country) !== undefined

export function showLookup(context: GiftContext, input: AddressInput): Promise<FastifyReply> {
  const lookup = lookUp(context, input)
  return 'input' in lookup
    ? showAddressForm(context, input, [], [], lookup.place)
    : showAddressForm(context, input, [toFormError(context, lookup.rejected)])
}

/**
 * Shows the form of a confirmed gift with the filled fields. A confirmed gift has no draft, so the function
 * does not redirect.
 */
export function showLookupInCorrection(
  context: GiftContext,
  input: AddressInput,
): Promise<FastifyReply> {
  const lookup = lookUp(context, input)
  return 'input' in lookup
    ? showAddressCorrection(context, lookup.input, [], [], lookup.place)
    : showAddressCorrection(context, input, [toFormError(context, lookup.rejected)])
}

const toFormError = (
  { localizer }: GiftContext,
  reason: 'required' | 'invalid' | 'unknown',
): AddressFormError => ({
  code: reason === 'required' ? 'required' : 'invalid',
  param: 'postal_code',
  message: 'must be a postal code of the register',
  ...(reason === 'unknown' && { text: localizer.t('error.postalUnknown') }),
})
