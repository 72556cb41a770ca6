import { t } from '#web/i18n/send.ts'
import type { RecipientRow } from './recipient-rows.ts'

/** The fields with the names of a recipient, such as `{first_name}`. The server has the same list. */
export const mergeFields = ['first_name', 'last_name'] as const

const isMergeField = (name: string) => mergeFields.some((field) => field === name)

/** Returns the names of the fields in a text, each once. */
const findFields = (text: string): string[] => [
  ...new Set([...text.matchAll(/\{([a-z][a-z_]{0,63})\}/gi)].map(([, name = '']) => name)),
]

/** Returns an error message if a text contains a field that is not known. Otherwise the function returns undefined. */
export function findUnknownField(
  text: string,
  known: readonly string[] = mergeFields,
): string | undefined {
  const unknown = findFields(text).find((name) => !known.includes(name))
  return unknown === undefined
    ? undefined
    : t('There is no field {field}. Use {fields}.', {
        field: `{${unknown}}`,
        fields: known.map((name) => `{${name}}`).join(', '),
      })
}

/** Cells beside the names that a message can contain. */
const cellFields = ['city', 'region', 'item'] as const

/** Returns the names of the fields that come from the columns of the list, such as `company`. */
export function listRowFields(rows: readonly RecipientRow[]): string[] {
  const names = new Set<string>()
  for (const { cells, fields = {} } of rows) {
    for (const name of cellFields) if (cells[name]) names.add(name)
    for (const name of Object.keys(fields)) names.add(name)
  }
  return [...names]
}

const hasRowField = ({ cells, fields = {} }: RecipientRow, name: string): boolean =>
  Object.hasOwn(fields, name) || cellFields.some((each) => each === name && Boolean(cells[each]))

/** Returns those of `listRowFields` that the message contains. The server gets only these. */
export function findUsedRowFields(
  { subject, body }: { subject: string; body: string },
  rows: readonly RecipientRow[],
): string[] {
  const names = findFields(`${subject}\n${body}`).filter((name) => !isMergeField(name))
  return names.filter((name) => rows.some((row) => hasRowField(row, name)))
}
