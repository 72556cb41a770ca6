import type * as catalogue from '#catalogue'
import * as gifting from '#gifting'
import type { GiftContext } from './gift-context.ts'
import { probableCountry } from './i18n/localizer.ts'
import { type AddressInput, isCountry } from './pages/address-input.ts'
import { limitsDestinations } from './pages/selection-state.ts'

/**
 * Returns the place in the input. If the input has no place, the result is the country that the browser's
 * language suggests.
 */
export function findDestination(
  { preferredLanguages, localizer }: GiftContext,
  { country, region, postal_code }: AddressInput,
): catalogue.Destination {
  if (isCountry(country)) return { country, region, postal_code }
  return { country: defaultCountry({ preferredLanguages, localizer }) }
}

export function defaultCountry({
  preferredLanguages,
  localizer,
}: Pick<GiftContext, 'preferredLanguages' | 'localizer'>): string {
  const probable = probableCountry(preferredLanguages, localizer.language)
  return isCountry(probable) ? probable : 'US'
}

/**
 * Returns the gift with the rules for one place applied. The place comes from the draft or from the given
 * input.
 */
export const atDestination = (
  context: GiftContext,
  input: AddressInput = context.draft?.typed ?? {},
): gifting.RedemptionPage =>
  limitsDestinations(context.gift)
    ? gifting.applyDestination(context.gift, findDestination(context, input))
    : context.gift

/**
 * Adds the place in the choice form to the typed address. A region belongs to its country, so a change of the
 * country removes the old region.
 */
export function withPlace(typed: AddressInput, { form }: GiftContext): AddressInput {
  const country = form.get('country')
  if (!isCountry(country)) return typed
  const region = form.get('region')
  const { region: previous, ...rest } = typed
  if (region !== undefined) return { ...rest, country, region }
  return country === typed.country && previous !== undefined
    ? { ...rest, country, region: previous }
    : { ...rest, country }
}

/**
 * Returns whether the recipient chose a place. A guessed country does not count and is not saved, because the
 * address form guesses it too. So a recipient who has typed nothing gets no cookie.
 */
export function isPlaceChosen(context: GiftContext): boolean {
  const { form, draft, gift } = context
  const country = form.get('country')
  return (
    country !== undefined &&
    (draft !== undefined ||
      limitsDestinations(gift) ||
      form.get('do') === 'country' ||
      country !== defaultCountry(context))
  )
}
