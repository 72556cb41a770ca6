import type { BulkSendRow, RowCheck, RowError, RowResult } from '#web/admin-api.ts'
import { t } from '#web/i18n/send.ts'

/*
 * The rows of recipients that the user typed, pasted or uploaded. Each row has the results of its check and
 * of its send.
 */

export const fields = [
  'first_name',
  'last_name',
  'email',
  'line_1',
  'line_2',
  'postal_code',
  'city',
  'region',
  'country',
  'phone',
] as const
export type Field = (typeof fields)[number]

export const fieldLabels: Readonly<Record<Field, string>> = {
  first_name: t('First name'),
  last_name: t('Last name'),
  email: t('Email'),
  line_1: t('Street'),
  line_2: t('Address line 2'),
  postal_code: t('Postal code'),
  city: t('City'),
  region: t('Region'),
  country: t('Country'),
  phone: t('Phone'),
}

export const personFields: readonly Field[] = ['first_name', 'last_name', 'email']
export const addressFields: readonly Field[] = fields.slice(3)

/** Returns the fields of a row. The phone number is for the carrier, or for a text message with the link. */
export const fieldsOf = (hasAddress: boolean, canSendSms: boolean): readonly Field[] =>
  hasAddress
    ? [...personFields, ...addressFields]
    : [...personFields, ...(canSendSms ? (['phone'] as const) : [])]

export interface RecipientRow {
  /** The number of the line in the input. The first line has the number 1. */
  line: number
  cells: Partial<Record<Field, string>>
  check?: RowCheck
  result?: RowResult
}

/** Normalizes the email address of a row. Rows with the same result are duplicates. */
export const personKey = ({ cells }: RecipientRow): string =>
  (cells.email ?? '').trim().toLowerCase()

/** Counts the earlier rows of the same person for each row. The first row of a person has the number 0. */
export function countOccurrences(rows: readonly RecipientRow[]): number[] {
  const seen = new Map<string, number>()
  return rows.map((row) => {
    const person = personKey(row)
    const before = person === '' ? 0 : (seen.get(person) ?? 0)
    seen.set(person, before + 1)
    return before
  })
}

/** Converts a row to the format of the API. */
export function toRequestRow(
  { cells, line }: RecipientRow,
  occurrence: number,
  hasAddress: boolean,
): BulkSendRow {
  const text = (name: Field) => (cells[name] ?? '').trim()
  const recipient = {
    first_name: text('first_name'),
    last_name: text('last_name'),
    email: text('email'),
  }
  const phone = text('phone').replaceAll(/[\s()./-]/g, '')
  if (!hasAddress) return { recipient, occurrence, line, ...(phone !== '' && { phone }) }
  const filled = addressFields.flatMap((name) => (text(name) === '' ? [] : [[name, text(name)]]))
  const shipping_address = {
    name: `${recipient.first_name} ${recipient.last_name}`.trim(),
    line_1: '',
    ...Object.fromEntries(filled),
    country: text('country').toUpperCase(),
  }
  return { recipient, occurrence, line, shipping_address }
}

/** Finds the field that an error is about. */
const findErrorField = ({ param }: RowError): Field | undefined => {
  const name = param.split('.')[1] ?? ''
  return fields.find((field) => field === name)
}

/** Returns the error of a cell as a sentence. Returns undefined if the cell has no error. */
export function getFieldError(row: RecipientRow, field: Field): string | undefined {
  const verdict = row.result?.status === 'rejected' ? row.result : row.check
  if (verdict === undefined) return validateFormat(row, field)
  if (verdict.status !== 'rejected') return undefined
  const problem = verdict.errors.find((each) => findErrorField(each) === field)
  return problem && toSentence(problem.message)
}

/** Validates a field of a row in the browser, before the server checks the row. */
function validateFormat({ cells }: RecipientRow, field: Field): string | undefined {
  const email = cells.email?.trim() ?? ''
  const isInvalid = field === 'email' && email !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)
  return isInvalid ? t('This must be an email address.') : undefined
}

/**
 * Returns the labels of the required fields that are empty in a row. The row itself must not be completely
 * empty.
 */
export const findMissingFields = ({ cells }: RecipientRow): string[] =>
  personFields.filter((name) => !cells[name]?.trim()).map((name) => fieldLabels[name])

/** Returns whether every problem is shown at its cell. If so, the row does not repeat the problems. */
export const allHaveFields = (problems: readonly RowError[]): boolean =>
  problems.every((problem) => findErrorField(problem) !== undefined)

const toSentence = (fragment: string): string =>
  /^[a-z]/.test(fragment) ? t('This {fragment}.', { fragment }) : fragment

/** Describes the problems of a row in one line. */
export const describeErrors = (problems: readonly RowError[]): string =>
  problems
    .filter((one, at) => problems.findIndex((other) => other.param === one.param) === at)
    .map((problem) => {
      const field = findErrorField(problem)
      return `${field === undefined ? problem.param : fieldLabels[field]} ${problem.message}`
    })
    .join('; ')
