import {
  type AddressField,
  type AddressWarning,
  type FieldError,
  findAddressWarnings,
  getAddressFields,
  listCountries,
  normalizePostalCode,
  validateAddress,
} from '#contract'
import { cleanPhone, isPhoneNumber } from '#platform/lib/phone-number'
import type { PageMessageKey } from '#platform/messages/page-texts'
import type { Form } from './form.ts'

/** The input of an address form before validation. */
export type AddressInput = Partial<Record<AddressField, string>> & {
  /**
   * The first address line after a lookup of the postal code filled it. Absent if the recipient changed the
   * line.
   */
  filled_line?: string
}

const fields: readonly AddressField[] = [
  ...['name', 'line_1', 'line_2', 'city', 'region', 'postal_code', 'country', 'phone'],
] as AddressField[]

/** The maximum length of each field in characters, as in the API contract. */
export const maxLengths: Readonly<Record<AddressField, number>> = {
  ...{ name: 255, line_1: 255, line_2: 255, city: 255, region: 255 },
  ...{ postal_code: 32, country: 2, phone: 32 },
}

/** Extracts the address fields from a form. */
export function parseAddressInput(form: Form): AddressInput {
  const line = form.get('line_1') ?? ''
  const isFilled = line !== '' && line === form.get('filled_line')
  return {
    ...Object.fromEntries(
      fields.flatMap((field) => (form.has(field) ? [[field, form.get(field)]] : [])),
    ),
    ...(isFilled && { filled_line: line }),
  }
}

export const isCountry = (code: string | undefined): code is string =>
  code !== undefined && listCountries().includes(code)

/**
 * Converts the input to the address to submit. The result has no empty fields, and no fields that the country
 * does not have. If the country has a list of regions, the region becomes its code. The postal code gets the
 * format of the country, and the phone number gets ASCII digits.
 */
export function toAddress(input: AddressInput): Record<string, string> {
  const { order } = isCountry(input.country) ? getAddressFields(input.country) : { order: fields }
  return Object.fromEntries(
    fields.flatMap((field) => {
      const raw = input[field] ?? ''
      const text = cleanField(field, raw, input.country ?? '')
      return text === '' || !order.includes(field) ? [] : [[field, text]]
    }),
  )
}

function cleanField(field: AddressField, text: string, country: string): string {
  if (field === 'postal_code') return normalizePostalCode(text, country)
  return field === 'phone' ? cleanPhone(text) : text
}

/** Validates the input. Returns at most one error for each field, in the order of the form. */
export function validateAddressInput(input: AddressInput): FieldError[] {
  const errors: FieldError[] = validateAddress(toAddress(input)).map(
    ({ field, code, message }) => ({
      code,
      param: field,
      message,
    }),
  )
  for (const field of fields)
    if ((input[field] ?? '').length > maxLengths[field])
      errors.push({ code: 'too_long', param: field, message: 'is too long' })
  return inFieldOrder(errors, input.country)
}

/**
 * Finds the parts of a valid address that the recipient should check. Returns at most one warning for each
 * field.
 */
export function findWarnings(input: AddressInput): AddressWarning[] {
  const address = toAddress(input)
  const { phone = '', country = '' } = address
  return [
    ...findAddressWarnings(address),
    ...(phone === '' || isPhoneNumber(phone, country)
      ? []
      : [{ field: 'phone', code: 'phone' } as const]),
  ]
}

/** Finds the warnings about a valid address that the recipient has not seen. */
export function findUnseenWarnings(input: AddressInput, form: Form): AddressWarning[] {
  const seen = (form.get('seen') ?? '').split(' ')
  return findWarnings(input).filter(({ code }) => !seen.includes(code))
}

/** Returns the first error of each field, in the order of the form. */
export function inFieldOrder<Each extends FieldError>(
  errors: readonly Each[],
  country: string | undefined,
): Each[] {
  const order = ['country', ...(isCountry(country) ? getAddressFields(country).order : fields)]
  const first = new Map(errors.toReversed().map((error) => [error.param, error]))
  return [...first.values()].sort((a, b) => order.indexOf(a.param) - order.indexOf(b.param))
}

/**
 * Returns whether a postal code of the country can be typed with digits alone. A numeric keypad has no hyphen
 * and no space.
 */
export const hasNumericPostalCode = (country: string): boolean =>
  /^\d[\d -]*$/.test(getAddressFields(country).postal_code_example ?? '')

/**
 * The countries where many addresses have the name of a house or of a townland instead of a street. Forms in
 * these countries number the lines.
 */
const countriesWithNumberedLines: ReadonlySet<string> = new Set(['GB', 'GG', 'IE', 'IM', 'JE'])

/** Returns the message key for the text that opens the second line. */
export const moreKey = (country: string): PageMessageKey =>
  countriesWithNumberedLines.has(country) ? 'address.moreFlat' : 'address.more'

/** Returns the message key of a field's label in this country. */
export function labelKey(field: AddressField, country: string): PageMessageKey {
  const { order, kinds } = getAddressFields(country)
  switch (field) {
    case 'city':
      return `city.${kinds.city}`
    case 'region':
      return `region.${kinds.region}`
    case 'postal_code':
      return country === 'CA' ? 'postal.postalCode' : `postal.${kinds.postal_code}`
    case 'country':
      return 'address.country'
    case 'line_2':
      return countriesWithNumberedLines.has(country) ? 'label.line_2Flat' : 'label.line_2'
    case 'line_1':
      if (!order.includes('city')) return 'label.line_1WithCity'
      return countriesWithNumberedLines.has(country) ? 'label.line_1Numbered' : 'label.line_1'
    default:
      return `label.${field}`
  }
}
