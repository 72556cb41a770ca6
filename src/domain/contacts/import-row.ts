import { toEmailKey } from '#contract'
import { languages } from '#platform/lib/languages'
import {
  cleanEmail,
  cleanText,
  cleanValue,
  damageMessages,
  findDamage,
} from '#platform/tables/index'
import { type DateOrder, parseDay } from './days.ts'
import type { ContactValues } from './tables.ts'
import { parseValues } from './validate.ts'

/** One row of a file: the texts of its cells, by column. The column of an own field is `field:` and its key. */
export interface ImportRow {
  /** The line in the file; the header is line 1. */
  line: number
  cells: Readonly<Record<string, string>>
  /** Why the row cannot be read, for example because its vCard is damaged. */
  errors?: readonly CellMessage[]
}

/** A message about one cell. */
export interface CellMessage {
  column: string
  message: string
}

export interface ImportOptions {
  /** The order of day and month in dates such as 03/04/2024. Without it, these dates are errors. */
  date_order?: DateOrder | undefined
}

/** The values that a row sets. Empty cells set nothing. */
export interface ParsedRow {
  values: Partial<ContactValues>
  /** The email address or the external id of the manager. */
  manager: string | undefined
  errors: CellMessage[]
}

export const ambiguousMessage = 'can be two days; choose the order of day and month for the file'

// biome-ignore format: one problem a line
const dayMessages = {
  ambiguous:  ambiguousMessage,
  no_century: 'must have a year of four digits',
  invalid:    'must be a day such as 2024-03-01',
} as const

interface RowFinders {
  findCountry: (text: string) => string | undefined
}

/** Parses the cells of a row. */
export function parseRow(
  { cells, errors: readErrors = [] }: ImportRow,
  { date_order }: ImportOptions,
  { findCountry }: RowFinders,
): ParsedRow {
  const errors: CellMessage[] = [...readErrors, ...findDamagedCells(cells)]
  const cell = (column: string) => cleanText(cells[column] ?? '')
  const parseDate = (column: 'start_date' | 'end_date' | 'birthday') => {
    const parsed = cell(column) === '' ? { day: '' } : parseDay(cell(column), date_order)
    if ('day' in parsed) return parsed.day
    errors.push({ column, message: dayMessages[parsed.problem] })
    return ''
  }
  const input: Record<string, unknown> = {
    ...toNames(cell('given_name'), cell('family_name'), cell('name')),
    salutation: cell('salutation'),
    work_emails: toEmails(cells.work_email),
    private_emails: toEmails(cells.private_email),
    country: findCountry(cell('country')) ?? cell('country'),
    phone: cleanValue(cells.phone ?? ''),
    language: findLanguage(cell('language')) ?? cell('language'),
    time_zone: cell('time_zone'),
    department: cell('department'),
    start_date: parseDate('start_date'),
    end_date: parseDate('end_date'),
    birthday: parseDate('birthday'),
    groups: cell('groups').split(/[;,、]/),
    fields: toFields(cells),
    external_ids: [cleanValue(cells.external_id ?? '')],
    consent: cell('consent'),
    do_not_gift: isNo(cell('do_not_gift')) ? '' : cell('do_not_gift'),
  }
  const { values, problems } = parseValues(input as Partial<ContactValues>)
  errors.push(...problems.map(({ param, message }) => ({ column: toColumn(param), message })))
  const manager = cleanValue(cells.manager ?? '')
  return { values: omitEmpty(values), manager: manager === '' ? undefined : manager, errors }
}

/** Finds error values and rounded numbers of a spreadsheet. They are never a value of a person. */
const findDamagedCells = (cells: ImportRow['cells']): CellMessage[] =>
  Object.entries(cells).flatMap(([column, value]) => {
    const damage = findDamage(value.trim())
    return damage === undefined || (damage === 'formula' && column === 'phone')
      ? []
      : [{ column, message: damageMessages[damage] }]
  })

const toEmails = (cell = ''): string[] => cleanEmail(cell).split(/[\s;,]+/)

const isNo = (text: string) => /^(no|false|0|nein|non|いいえ)?$/i.test(text)

const fieldPrefix = 'field:'

const toFields = (cells: ImportRow['cells']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(cells).flatMap(([column, value]) =>
      column.startsWith(fieldPrefix) ? [[column.slice(fieldPrefix.length), cleanText(value)]] : [],
    ),
  )

/** Splits a full name if the row has no other name: `Larkin, Ada`, `Ada Larkin` and 山田 太郎. */
function toNames(given_name: string, family_name: string, name: string) {
  if (given_name !== '' || family_name !== '' || name === '')
    return {
      given_name,
      family_name,
      ...(name !== `${given_name} ${family_name}` && { display_name: name }),
    }
  const [before = '', after] = name.split(/,\s*/)
  if (after !== undefined) return { given_name: after, family_name: before }
  const words = name.split(/[\s　]+/)
  const isFamilyFirst =
    /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(name)
  return isFamilyFirst
    ? { family_name: words[0] ?? '', given_name: words.slice(1).join(' ') }
    : { given_name: words.slice(0, -1).join(' ') || name, family_name: words.slice(1).at(-1) ?? '' }
}

const nameLocales = ['en', 'de', 'fr', 'es', 'ja'] as const

/** Finds a language by its name, such as German or Deutsch. */
const findLanguage = (text: string): string | undefined =>
  text.length < 4
    ? undefined
    : languages.find((code) =>
        [code, ...nameLocales].some(
          (locale) =>
            new Intl.DisplayNames(locale, { type: 'language' }).of(code)?.toLowerCase() ===
            text.toLowerCase(),
        ),
      )

const columnOf: Readonly<Record<string, string>> = {
  work_emails: 'work_email',
  private_emails: 'private_email',
  external_ids: 'external_id',
  display_name: 'name',
}

/** Returns the column of an import for a member of a contact. */
export function toColumn(param: string): string {
  const [name = ''] = param.split('.')
  return columnOf[name] ?? name
}

const isEmpty = (value: unknown) =>
  value === '' || value === null || (typeof value === 'object' && Object.keys(value).length === 0)

const omitEmpty = (values: Partial<ContactValues>): Partial<ContactValues> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)))

/** Returns the keys by which a row and a contact are the same person. */
export const toRowKeys = ({
  work_emails = [],
  private_emails = [],
  external_ids = [],
}: Partial<ContactValues>) => ({
  emails: [...work_emails, ...private_emails].map(toEmailKey),
  external_ids,
})
