import { type FieldError, maxCharityUrlLength } from '#contract'
import { isCurrency } from '#platform/lib/minor-units'
import type { ProductKind } from './product-kind.ts'

/** What a variant of a charity gives. All null for other products; `donation_cap` is null without a limit. */
export interface DonationDetails {
  /** In the smallest unit of the currency: 2500 is 25.00 EUR. */
  donation_amount_minor: number | null
  /** ISO 4217. */
  donation_currency: string | null
  /** How often recipients can choose the variant. */
  donation_cap: number | null
}

/** Facts about the charity of a donation product. Null means unknown; other products have none. */
export interface CharityDetails {
  registration_number: string | null
  /** An https link. */
  charity_url: string | null
}

export const noDonationDetails: DonationDetails = {
  donation_amount_minor: null,
  donation_currency: null,
  donation_cap: null,
}

export const noCharityDetails: CharityDetails = { registration_number: null, charity_url: null }

export const donationDetailNames = Object.keys(
  noDonationDetails,
) as readonly (keyof DonationDetails)[]

/** Applies a change. Returns the details in their stored form, with the currency in capital letters. */
export function mergeDonationDetails(
  was: DonationDetails,
  change: Partial<DonationDetails>,
): DonationDetails {
  const {
    donation_amount_minor = was.donation_amount_minor,
    donation_currency = was.donation_currency,
    donation_cap = was.donation_cap,
  } = change
  return {
    donation_amount_minor,
    donation_currency: donation_currency?.trim().toUpperCase() ?? null,
    donation_cap,
  }
}

export const mergeCharityDetails = (
  was: CharityDetails,
  change: Partial<CharityDetails>,
): CharityDetails => {
  const { registration_number = was.registration_number, charity_url = was.charity_url } = change
  return {
    registration_number: emptyToNull(registration_number),
    charity_url: emptyToNull(charity_url),
  }
}

const emptyToNull = (text: string | null): string | null =>
  text === null || text.trim() === '' ? null : text.trim()

/** Returns the errors of merged details of a variant. `path` precedes the field names in `param`. */
export function validateDonationDetails(
  kind: ProductKind,
  details: DonationDetails,
  path = '',
): FieldError[] {
  const { donation_amount_minor: amount, donation_currency: currency } = details
  if (kind !== 'donation')
    return donationDetailNames.flatMap((field) =>
      details[field] === null ? [] : [notAllowed(`${path}${field}`)],
    )
  const errors: FieldError[] = []
  if (amount === null)
    errors.push({ code: 'required', param: `${path}donation_amount_minor`, message: 'is required' })
  if (currency === null || !isCurrency(currency))
    errors.push({
      code: currency === null ? 'required' : 'invalid',
      param: `${path}donation_currency`,
      message: 'must be a currency code such as EUR',
    })
  return errors
}

/** Returns the errors of merged details of a product. */
export function validateCharityDetails(kind: ProductKind, details: CharityDetails): FieldError[] {
  if (kind !== 'donation')
    return (['registration_number', 'charity_url'] as const).flatMap((field) =>
      details[field] === null ? [] : [notAllowed(field)],
    )
  return details.charity_url === null || isWebAddress(details.charity_url)
    ? []
    : [
        {
          code: 'invalid_format',
          param: 'charity_url',
          message: 'must be a link such as https://example.org',
        },
      ]
}

const notAllowed = (param: string): FieldError => ({
  code: 'not_allowed',
  param,
  message: 'is only for donations',
})

/** Recipients open the link, so it is https and has no credentials. */
function isWebAddress(text: string): boolean {
  if (text.length > maxCharityUrlLength || /\s/.test(text) || !URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return protocol === 'https:' && username === '' && password === ''
}
