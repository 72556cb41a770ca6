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
  'item',
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
  item: t('Item'),
}

export const personFields: readonly Field[] = ['first_name', 'last_name', 'email']
export const addressFields: readonly Field[] = fields.slice(3, -1)

/** Returns the fields of a row. The phone number is for the carrier, or for a text message with the link. */
export const fieldsOf = (hasAddress: boolean, canSendSms: boolean): readonly Field[] =>
  hasAddress
    ? [...personFields, ...addressFields]
    : [...personFields, ...(canSendSms ? (['phone'] as const) : [])]

export interface RecipientRow {
  /** The number of the line in the input. The first line has the number 1. */
  line: number
  cells: Partial<Record<Field, string>>
  /** The other columns of the list by the name of their field in a message. Absent without such columns. */
  fields?: Record<string, string>
  check?: RowCheck
  result?: RowResult
}

/** Returns the row without the results of its check and of its send, because its content or that of the gift changed. */
export const clearResults = ({ line, cells, fields }: RecipientRow): RecipientRow => ({
  ...{ line, cells },
  ...(fields !== undefined && { fields }),
})

const isField = (name: string): name is Field => fields.some((field) => field === name)

/** Returns the text of a column that a message contains. */
export const readRowField = ({ cells, fields = {} }: RecipientRow, name: string): string =>
  (isField(name) ? cells[name] : fields[name]) ?? ''

/** Returns the row with another text in a column, without its results. */
export const withText = (row: RecipientRow, name: string, text: string): RecipientRow =>
  clearResults(
    isField(name)
      ? { ...row, cells: { ...row.cells, [name]: text } }
      : { ...row, fields: { ...row.fields, [name]: text } },
  )

/** Returns whether the list names the item of its rows. */
export const hasItems = (rows: readonly RecipientRow[]): boolean =>
  rows.some(({ cells }) => (cells.item ?? '').trim() !== '')

/** Returns the label of a column. A column of the sender has the name of its field. */
export const labelOf = (name: string): string => (isField(name) ? fieldLabels[name] : `{${name}}`)

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

interface RowFormat {
  /** True if the sender provides the address. */
  hasAddress: boolean
  /** True if each row names its item. */
  hasItem: boolean
  /** The columns that the message contains. */
  messageFields: readonly string[]
}

/** Converts a row to the format of the API. */
export function toRequestRow(
  row: RecipientRow,
  occurrence: number,
  { hasAddress, hasItem, messageFields }: RowFormat,
): BulkSendRow {
  const { cells, line } = row
  const text = (name: Field) => (cells[name] ?? '').trim()
  const recipient = {
    first_name: text('first_name'),
    last_name: text('last_name'),
    email: text('email'),
  }
  const phone = text('phone').replaceAll(/[\s()./-]/g, '')
  const item = text('item')
  const common = {
    ...{ recipient, occurrence, line },
    ...(hasItem && item !== '' && { item }),
    ...(messageFields.length > 0 && {
      fields: Object.fromEntries(messageFields.map((name) => [name, readRowField(row, name)])),
    }),
  }
  if (!hasAddress) return { ...common, ...(phone !== '' && { phone }) }
  const filled = addressFields.flatMap((name) => (text(name) === '' ? [] : [[name, text(name)]]))
  const shipping_address = {
    name: `${recipient.first_name} ${recipient.last_name}`.trim(),
    line_1: '',
    ...Object.fromEntries(filled),
    country: text('country').toUpperCase(),
  }
  return { ...common, shipping_address }
}

/** Finds the column that an error is about. */
const findErrorField = ({ param }: RowError): string | undefined => {
  const [parent = '', name = parent] = param.split('.')
  return parent === 'fields' || isField(name) ? name : undefined
}

/** Returns the error of a cell as a sentence. Returns undefined if the cell has no error. */
export function getFieldError(row: RecipientRow, field: string): string | undefined {
  const verdict = row.result?.status === 'rejected' ? row.result : row.check
  if (verdict === undefined) return validateFormat(row, field)
  if (verdict.status !== 'rejected') return undefined
  const problem = verdict.errors.find((each) => findErrorField(each) === field)
  return problem && toSentence(problem.message)
}

/** Validates a field of a row in the browser, before the server checks the row. */
function validateFormat({ cells }: RecipientRow, field: string): string | undefined {
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
export const allHaveCells = (problems: readonly RowError[], columns: readonly string[]): boolean =>
  problems.every((problem) => {
    const field = findErrorField(problem)
    return field !== undefined && columns.includes(field)
  })

const toSentence = (fragment: string): string =>
  /^[a-z]/.test(fragment) ? t('This {fragment}.', { fragment }) : fragment

/** Describes the problems of a row in one line. */
export const describeErrors = (problems: readonly RowError[]): string =>
  problems
    .filter((one, at) => problems.findIndex((other) => other.param === one.param) === at)
    .map((problem) => {
      const field = findErrorField(problem)
      return `${field === undefined ? problem.param : labelOf(field)} ${problem.message}`
    })
    .join('; ')
