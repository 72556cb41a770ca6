import { ApiError } from '#contract'
import {
  contactColumns,
  guessColumns,
  listNames,
  type PresetName,
  type ReadOptions,
  type Table,
  type TableFormat,
  withoutUnknownYear,
} from '#platform/tables/index'
import { importLimits } from './import.ts'
import type { ImportRow } from './import-row.ts'

/** How a user reads a file: its format, and which column is which. */
export interface ContactFormat extends TableFormat {
  columns?: Readonly<Record<string, number>>
  /** The product that the file is from. */
  preset?: PresetName | undefined
}

export const getReadOptions = (format?: TableFormat): ReadOptions => ({
  limits: importLimits,
  names: listNames(contactColumns),
  format,
})

/** Names the cells of a table. Throws for a table without a column that names or identifies people. */
export function toImportRows(table: Table, { columns, preset }: ContactFormat = {}): ImportRow[] {
  const indexes = Object.entries(columns ?? findColumns(table))
  const unknown = indexes.find(([name]) => !isColumn(name))
  if (unknown !== undefined)
    throw fileError(
      `has no column “${unknown[0]}”; the columns are ${Object.keys(contactColumns).join(', ')}, and field: with the name of an own field`,
    )
  if (!indexes.some(([name]) => identifying.has(name)))
    throw fileError(
      'has no column with names, email addresses or employee ids; name one of them in the first line',
    )
  return table.rows.map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(
      indexes.flatMap(([name, index]) => {
        const text = cells[index]?.trim() ?? ''
        if (text === '') return []
        const isBirthday = preset !== undefined && name === 'birthday'
        return [[name, isBirthday ? withoutUnknownYear(text, preset) : text]]
      }),
    ),
  }))
}

const identifying: ReadonlySet<string> = new Set([
  'external_id',
  'given_name',
  'family_name',
  'name',
  'work_email',
  'private_email',
])

const isColumn = (name: string) => Object.hasOwn(contactColumns, name) || /^field:\S/.test(name)

/** Finds the columns by their names. A header such as `field: Shirt size` names an own field. */
function findColumns(table: Table): Record<string, number> {
  const own = table.columns.flatMap(({ name, index }): [string, number][] => {
    const [, key] = /^field:\s*(\S.*)$/i.exec(name.trim()) ?? []
    return key === undefined ? [] : [[`field:${key}`, index]]
  })
  return { ...guessColumns(table, contactColumns), ...Object.fromEntries(own) }
}

const fileError = (message: string) =>
  new ApiError('invalid', { fieldErrors: [{ code: 'invalid', param: 'content', message }] })
