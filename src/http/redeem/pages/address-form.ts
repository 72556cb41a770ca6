import {
  type AddressField,
  type AddressWarning,
  type FieldError,
  getAddressFields,
  listCountries,
} from '#contract'
import { html, type SafeHtml } from '#platform/lib/html'
import { exampleNumber } from '#platform/lib/phone-number'
import type { Localizer } from '../i18n/localizer.ts'
import {
  type AddressInput,
  hasNumericPostalCode,
  labelKey,
  maxLengths,
  moreKey,
} from './address-input.ts'
import { errorMessage, type Field, type FormError, renderField } from './field.ts'
import { empty } from './layout.ts'

/**
 * An error of the address form. `text` is a translated message that replaces the default message of the error
 * code.
 */
export type AddressFormError = FieldError & { text?: string }

export interface AddressForm {
  input: AddressInput & { country: string }
  errors: readonly AddressFormError[]
  /**
   * The warnings about the address that the recipient should check. The form shows them after the first
   * submission.
   */
  warnings: readonly AddressWarning[]
  /** Whether the form asks for a phone number. The carrier may need it if the parcel crosses a border. */
  asksPhone: boolean
  /** Whether the fields can be filled from the postal code. */
  hasLookup: boolean
  /** The place of the postal code after a lookup, in its own script. */
  place?: string | undefined
}

const autocompleteTokens: Readonly<Record<AddressField, string>> = {
  name: 'shipping name',
  line_1: 'shipping address-line1',
  line_2: 'shipping address-line2',
  city: 'shipping address-level2',
  region: 'shipping address-level1',
  postal_code: 'shipping postal-code',
  country: 'shipping country',
  phone: 'shipping tel',
}

/**
 * Renders the address fields. The country comes first. The fields of that country follow in its usual order.
 */
export function renderAddressFields(localizer: Localizer, form: AddressForm): SafeHtml {
  const { t } = localizer
  const visibleFields = getAddressFields(form.input.country).order.filter(
    (field) => field !== 'country' && (field !== 'phone' || form.asksPhone),
  )
  return html`${renderField(localizer, buildField(localizer, form, 'country'))}
<p class="go"><button name="do" value="country" formnovalidate>${t('address.countryGo')}</button></p>
<div id="fields">${visibleFields.map((field) => {
    const markup = renderField(localizer, buildField(localizer, form, field))
    if (field === 'postal_code') return html`${markup}${renderLookup(localizer, form)}`
    if (field !== 'line_2') return markup
    const isOpen = (form.input.line_2 ?? '') !== '' || hasError(form, 'line_2')
    return html`<details class="more"${isOpen ? html` open` : empty}><summary>${t(moreKey(form.input.country))}</summary>${markup}</details>`
  })}</div>
<p class="unseen" role="status" data-done="${t('address.countryDone', { country: localizer.country(form.input.country) })}"></p>`
}

/**
 * Renders the button that fills the fields from the postal code. The next submission also sends the line that
 * the lookup filled.
 */
function renderLookup({ t }: Localizer, { input, hasLookup }: AddressForm): SafeHtml {
  if (!hasLookup) return empty
  const { filled_line = '' } = input
  return html`<p class="go"><button name="do" value="lookup" formnovalidate>${t('address.lookup')}</button></p>${filled_line === '' ? empty : html`<input type="hidden" name="filled_line" value="${filled_line}">`}`
}

/** Converts validation errors to messages with labels, one for each field. */
export const toFormErrors = (localizer: Localizer, form: AddressForm): FormError[] =>
  form.errors.map(({ param }) => {
    const { name, label, error } = buildField(localizer, form, param as AddressField)
    return { name, label, message: error ?? '' }
  })

/** Converts warnings to messages with labels, one for each field. */
export const toFormWarnings = (localizer: Localizer, form: AddressForm): FormError[] =>
  form.warnings.map(({ field }) => {
    const { name, label, warning = '' } = buildField(localizer, form, field)
    return { name, label, message: warning }
  })

/** Renders a hidden field with the warnings that the recipient saw. The next submission sends it. */
export const renderSeenWarnings = ({ warnings }: AddressForm): SafeHtml =>
  warnings.length === 0
    ? empty
    : html`<input type="hidden" name="seen" value="${warnings.map(({ code }) => code).join(' ')}">`

/** An example for a country without phone numbers of its own. */
const foreignExample = '+44 7400 123456'

function warningMessage(
  { t, inSentence, direction }: Localizer,
  { code }: AddressWarning,
  country: string,
): string {
  const postal_code = inSentence(t(labelKey('postal_code', country)))
  if (code === 'postal_code') return t('warning.postal_code', { postal_code })
  if (code === 'phone') {
    const example = exampleNumber(country) ?? foreignExample
    // In a right-to-left text, the groups of a number would change places.
    return t('warning.phone', { example: direction === 'rtl' ? `\u2066${example}\u2069` : example })
  }
  if (code !== 'region') return t(`warning.${code}`)
  return t('warning.region', { postal_code, region: inSentence(t(labelKey('region', country))) })
}

const hasError = ({ errors }: AddressForm, field: AddressField) =>
  errors.some(({ param }) => param === field)

function buildField(localizer: Localizer, form: AddressForm, name: AddressField): Field {
  const { input, errors } = form
  const rules = getAddressFields(input.country)
  const label = localizer.t(labelKey(name, input.country))
  const options = listOptions(localizer, name, input.country)
  const warning = form.warnings.find(({ field }) => field === name)
  const fieldError = errors.find(({ param }) => param === name)
  const hints = {
    example: rules.postal_code_example,
    isSelect: options !== undefined,
    max: maxLengths[name],
  }
  return {
    name,
    label,
    value: displayValue(input, name),
    isRequired: rules.required.includes(name),
    autocomplete: autocompleteTokens[name],
    ...(name === 'phone' ? { type: 'tel', hint: localizer.t('address.phoneWhy') } : {}),
    ...(name === 'line_1' && form.place !== undefined
      ? { hint: placeHint(localizer, form.place), hasFocus: errors.length === 0 }
      : {}),
    ...(name === 'postal_code' && hasNumericPostalCode(input.country)
      ? { inputmode: 'numeric' }
      : {}),
    ...(options === undefined ? {} : { options }),
    ...(warning && { warning: warningMessage(localizer, warning, input.country) }),
    error:
      fieldError === undefined
        ? undefined
        : (fieldError.text ?? errorMessage(localizer, label, fieldError, hints)),
  }
}

/** Renders the place of the postal code, so that recipients see what the filled fields should contain. */
function placeHint({ t }: Localizer, place: string): SafeHtml {
  const [before = '', after = ''] = t('address.lookupDone', { place }).split(place)
  return html`${before}<bdi lang="ja">${place}</bdi>${after}`
}

/**
 * Returns the value that a field displays. If the recipient or the browser entered the name of a region, the
 * function converts it to the code in the list.
 */
function displayValue(input: AddressForm['input'], name: AddressField): string {
  const value = input[name] ?? ''
  if (name !== 'region') return value
  const match = getAddressFields(input.country).regions?.find((region) =>
    [region.code, region.name, region.name_latin].includes(value),
  )
  return match?.code ?? value
}

export const countryOptions = (localizer: Localizer) =>
  listCountries()
    .map((code) => [code, localizer.country(code)] as const)
    .sort(([, one], [, other]) => localizer.compare(one, other))

function listOptions(localizer: Localizer, name: AddressField, country: string): Field['options'] {
  if (name === 'country') return countryOptions(localizer)
  const { regions } = name === 'region' ? getAddressFields(country) : {}
  if (regions === undefined) return undefined
  const isLocal = isMainLanguage(localizer.language, country)
  return [
    ['', localizer.t('label.choose')],
    ...regions.map(
      ({ code, name, name_latin }) => [code, isLocal ? name : (name_latin ?? name)] as const,
    ),
  ]
}

/**
 * Returns whether a language is the main language of a country. Its readers then know the regions by their
 * local names.
 */
const isMainLanguage = (language: string, country: string) =>
  new Intl.Locale(`und-${country}`).maximize().language === language
