import type { FieldError } from '#contract'
import { html, SafeHtml } from '#platform/html'
import { nothing } from './sheet.ts'
import type { Tongue } from './tongue.ts'

/** One field of a form, with what belongs to it: label, hint, and what is wrong with it. */
export interface Field {
  name: string
  label: string
  value: string
  isRequired: boolean
  /** For the browser's own memory (WCAG 2.2, 1.3.5). */
  autocomplete: string
  type?: 'text' | 'email' | 'tel'
  inputmode?: 'numeric' | 'text'
  maxlength?: number
  hint?: string
  /** Present for a list to choose from. */
  choices?: readonly (readonly [value: string, label: string])[]
  error: string | undefined
}

/** What the form has to say, in its own order. */
export type Complaint = Pick<Field, 'name' | 'label'> & { words: string }

export function fieldMarkup({ say }: Tongue, field: Field): SafeHtml {
  const { name, label, error, hint, isRequired } = field
  const described = [
    ...(hint === undefined ? [] : [`${name}-hint`]),
    ...(error === undefined ? [] : [`${name}-error`]),
  ].join(' ')
  const attributes = html`id="${name}" name="${name}" autocomplete="${field.autocomplete}"${isRequired ? new SafeHtml(' required aria-required="true"') : nothing}${error === undefined ? nothing : new SafeHtml(' aria-invalid="true"')}${described === '' ? nothing : html` aria-describedby="${described}"`}`
  return html`<div class="field ${name}"><label for="${name}">${label}${isRequired ? nothing : html` <span class="quiet">${say('common.optional')}</span>`}</label>${hint === undefined ? nothing : html`<p class="hint" id="${name}-hint">${hint}</p>`}${field.choices === undefined ? inputMarkup(field, attributes) : selectMarkup(field, attributes)}${error === undefined ? nothing : html`<p class="error" id="${name}-error">${error}</p>`}</div>`
}

const inputMarkup = ({ type = 'text', value, inputmode, maxlength }: Field, attributes: SafeHtml) =>
  html`<input type="${type}" value="${value}"${inputmode === undefined ? nothing : html` inputmode="${inputmode}"`}${maxlength === undefined ? nothing : html` maxlength="${String(maxlength)}"`} ${attributes}>`

const selectMarkup = ({ value, choices = [] }: Field, attributes: SafeHtml) =>
  html`<select ${attributes}>${choices.map(
    ([code, label]) =>
      html`<option value="${code}"${code === value ? new SafeHtml(' selected') : nothing}>${label}</option>`,
  )}</select>`

/** All that is wrong, at the top, with ways to each: what the page starts with, and what is read first. */
export function summaryOf({ say }: Tongue, complaints: readonly Complaint[]): SafeHtml {
  if (complaints.length === 0) return nothing
  return html`<div class="summary" role="alert" id="summary" tabindex="-1" autofocus><h2>${say('error.summary', { count: complaints.length })}</h2><ul>${complaints.map(({ name, label, words }) => html`<li><a href="#${name}">${say('error.in', { label, words })}</a></li>`)}</ul></div>`
}

/** What is wrong, in the reader's language: the refusals of the domain are for programs. */
export function wordsFor(
  { say }: Tongue,
  { code, param }: FieldError,
  { example = '', isList = false }: { example?: string | undefined; isList?: boolean } = {},
): string {
  if (code === 'too_long' || code === 'too_many') return say('error.tooLong')
  if (isList) return say('error.choose')
  if (code === 'required') return say('error.required')
  if (param === 'email') return say(code === 'not_allowed' ? 'error.domain' : 'error.email')
  if (param === 'postal_code' && example !== '') return say('error.postal', { example })
  return say('error.invalid')
}
