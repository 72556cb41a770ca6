import type { FieldError } from '#contract'
import { html, SafeHtml } from '#platform/lib/html'
import type { Localizer } from '../i18n/localizer.ts'
import { empty } from './layout.ts'

/** A form field with its label, hint and error. */
export interface Field {
  name: string
  label: string
  value: string
  isRequired: boolean
  /** The token for the autofill of the browser (WCAG 2.2, 1.3.5). */
  autocomplete: string
  type?: 'text' | 'email' | 'tel'
  inputmode?: 'numeric' | 'text'
  maxlength?: number
  hint?: string | SafeHtml
  /** Whether the field gets the focus when the page opens. */
  hasFocus?: boolean
  /** The options of a select element. Undefined for an input. */
  options?: readonly (readonly [value: string, label: string])[]
  error: string | undefined
  /** A text about what to check, although the value is valid. */
  warning?: string | undefined
}

/** An error in the summary. The summary lists errors in the order of the form. */
export type FormError = Pick<Field, 'name' | 'label'> & { message: string }

export function renderField({ t }: Localizer, field: Field): SafeHtml {
  const { name, label, error, hint, warning, isRequired } = field
  const describedBy = [
    ...(hint === undefined ? [] : [`${name}-hint`]),
    ...(error === undefined ? [] : [`${name}-error`]),
    ...(warning === undefined ? [] : [`${name}-warning`]),
  ].join(' ')
  const attributes = html`id="${name}" name="${name}" autocomplete="${field.autocomplete}"${isRequired ? new SafeHtml(' required aria-required="true"') : empty}${error === undefined ? empty : new SafeHtml(' aria-invalid="true"')}${describedBy === '' ? empty : html` aria-describedby="${describedBy}"`}${field.hasFocus ? new SafeHtml(' autofocus') : empty}`
  return html`<div class="field ${name}"><label for="${name}">${label}${isRequired ? empty : html` <span class="quiet">${t('common.optional')}</span>`}</label>${hint === undefined ? empty : html`<p class="hint" id="${name}-hint">${hint}</p>`}${field.options === undefined ? renderInput(field, attributes) : renderSelect(field, attributes)}${error === undefined ? empty : html`<p class="error" id="${name}-error">${error}</p>`}${warning === undefined ? empty : html`<p class="caution" id="${name}-warning">${warning}</p>`}</div>`
}

const renderInput = ({ type = 'text', value, inputmode, maxlength }: Field, attributes: SafeHtml) =>
  html`<input type="${type}"${type === 'text' ? empty : html` dir="ltr"`} value="${value}"${inputmode === undefined ? empty : html` inputmode="${inputmode}"`}${maxlength === undefined ? empty : html` maxlength="${String(maxlength)}"`} ${attributes}>`

const renderSelect = ({ value, options = [] }: Field, attributes: SafeHtml) =>
  html`<select ${attributes}>${options.map(
    ([code, label]) =>
      html`<option value="${code}"${code === value ? new SafeHtml(' selected') : empty}>${label}`,
  )}</select>`

/**
 * Renders the summary of errors at the top of the page, with a link to each field. If a message names its
 * field, there is no label before it. The summary gets the focus, so screen readers read it first.
 */
export function renderErrorSummary({ t }: Localizer, formErrors: readonly FormError[]): SafeHtml {
  if (formErrors.length === 0) return empty
  return html`<div class="summary" role="alert" id="summary" tabindex="-1" autofocus><h2>${t('error.summary', { count: formErrors.length })}</h2><ul>${formErrors.map(({ name, label, message }) => html`<li><a href="#${name}">${message.toLowerCase().includes(label.toLowerCase()) ? message : t('error.in', { label, words: message })}</a></li>`)}</ul></div>`
}

/**
 * Renders a summary that asks the recipient to check valid fields, with a link to each field. It gets the
 * focus like a summary of errors.
 */
export function renderWarningSummary({ t }: Localizer, warnings: readonly FormError[]): SafeHtml {
  if (warnings.length === 0) return empty
  return html`<div class="summary caution" role="alert" id="summary" tabindex="-1" autofocus><h2>${t('warning.heading')}</h2><ul>${warnings.map(({ name, message }) => html`<li><a href="#${name}">${message}</a></li>`)}</ul><p>${t('warning.lead')}</p></div>`
}

interface MessageHints {
  /** A valid value. */
  example?: string | undefined
  isSelect?: boolean
  /** The maximum length in characters. */
  max: number
}

/**
 * Returns an error message in the reader's language. The messages of the domain are in English, for clients
 * of the API.
 */
export function errorMessage(
  { t }: Localizer,
  label: string,
  { code, param }: FieldError,
  { example = '', isSelect = false, max }: MessageHints,
): string {
  if (code === 'too_long') return t('error.tooLong', { count: max })
  if (isSelect) return t('error.choose', { label })
  if (code === 'required') return t('error.required', { label })
  if (param === 'email') return t('error.email')
  if (param === 'postal_code' && example !== '') return t('error.postal', { example })
  return t('error.invalid')
}
