import { type AddressField, type FieldError, getAddressFields, listCountries } from '#contract'
import { html, type SafeHtml } from '#platform/html'
import { labelOf, type Typed } from './address.ts'
import { type Complaint, type Field, fieldMarkup, wordsFor } from './field.ts'
import { nothing } from './sheet.ts'
import type { Tongue } from './tongue.ts'

export interface AddressForm {
  typed: Typed & { country: string }
  problems: readonly FieldError[]
  /** Whether the parcel crosses a border, so that a carrier may have to call. */
  asksPhone: boolean
}

const tokens: Readonly<Record<AddressField, string>> = {
  name: 'shipping name',
  line_1: 'shipping address-line1',
  line_2: 'shipping address-line2',
  city: 'shipping address-level2',
  region: 'shipping address-level1',
  postal_code: 'shipping postal-code',
  country: 'shipping country',
  phone: 'shipping tel',
}

/** The fields of an address: the country first, then what the country asks for in its own order. */
export function addressFieldsMarkup(tongue: Tongue, form: AddressForm): SafeHtml {
  const { say } = tongue
  const shown = getAddressFields(form.typed.country).order.filter(
    (field) => field !== 'country' && (field !== 'phone' || form.asksPhone),
  )
  return html`${fieldMarkup(tongue, fieldOf(tongue, form, 'country'))}
<p class="go"><button name="do" value="country" formnovalidate>${say('address.countryGo')}</button></p>
<div id="fields">${shown.map((field) => {
    const markup = fieldMarkup(tongue, fieldOf(tongue, form, field))
    if (field !== 'line_2') return markup
    const isOpen = (form.typed.line_2 ?? '') !== '' || isWrong(form, 'line_2')
    return html`<details class="more"${isOpen ? html` open` : nothing}><summary>${say('address.more')}</summary>${markup}</details>`
  })}</div>
<p class="unseen" role="status" data-done="${say('address.countryDone', { country: tongue.country(form.typed.country) })}"></p>`
}

/** What is wrong with it, in words, field by field. */
export const complaintsOf = (tongue: Tongue, form: AddressForm): Complaint[] =>
  form.problems.map(({ param }) => {
    const { name, label, error } = fieldOf(tongue, form, param as AddressField)
    return { name, label, words: error ?? '' }
  })

const isWrong = ({ problems }: AddressForm, field: AddressField) =>
  problems.some(({ param }) => param === field)

function fieldOf(tongue: Tongue, form: AddressForm, name: AddressField): Field {
  const { typed, problems } = form
  const rules = getAddressFields(typed.country)
  const label = tongue.say(labelOf(name, rules))
  const choices = choicesFor(tongue, name, typed.country)
  const problem = problems.find(({ param }) => param === name)
  const about = { example: rules.postal_code_example, isList: choices !== undefined }
  return {
    name,
    label,
    value: shownValue(typed, name),
    isRequired: rules.required.includes(name),
    autocomplete: tokens[name],
    ...(name === 'phone' ? { type: 'tel', hint: tongue.say('address.phoneWhy') } : {}),
    ...(name === 'postal_code' && /^\d+$/.test(rules.postal_code_example ?? '')
      ? { inputmode: 'numeric' }
      : {}),
    ...(choices === undefined ? {} : { choices }),
    error: problem === undefined ? undefined : wordsFor(tongue, problem, about),
  }
}

/** A region may have been typed, or filled in by the browser, by its name: the list knows codes. */
function shownValue(typed: AddressForm['typed'], name: AddressField): string {
  const value = typed[name] ?? ''
  if (name !== 'region') return value
  const known = getAddressFields(typed.country).regions?.find((region) =>
    [region.code, region.name, region.name_latin].includes(value),
  )
  return known?.code ?? value
}

function choicesFor(tongue: Tongue, name: AddressField, country: string): Field['choices'] {
  if (name === 'country')
    return listCountries()
      .map((code) => [code, tongue.country(code)] as const)
      .sort(([, one], [, other]) => tongue.compare(one, other))
  const { regions } = name === 'region' ? getAddressFields(country) : {}
  if (regions === undefined) return undefined
  const isLocal = tongue.language === 'ja'
  return [
    ['', tongue.say('label.choose')],
    ...regions.map(
      ({ code, name, name_latin }) => [code, isLocal ? name : (name_latin ?? name)] as const,
    ),
  ]
}
