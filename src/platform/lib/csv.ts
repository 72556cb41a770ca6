import { lazyPackage } from './lazy-package.ts'

const loadCsvStringifier = lazyPackage<typeof import('csv-stringify/sync')>('csv-stringify/sync')

/** The byte order mark. Spreadsheets read a file that starts with it as UTF-8. */
export const byteOrderMark = '\ufeff'

type Rows = readonly (readonly unknown[])[]

/** Formats rows as lines of CSV. Escapes cells that a spreadsheet would evaluate as formulas. */
export const formatRows = (rows: Rows): string => format(rows, true)

/** Formats rows of cells that are already escaped as lines of CSV. */
export const formatEscapedRows = (rows: Rows): string => format(rows, false)

const format = (rows: Rows, escape_formulas: boolean): string =>
  rows.length === 0 ? '' : loadCsvStringifier().stringify([...rows], { escape_formulas })

/** Formats the rows of a file, or its first rows, for spreadsheets. */
export const formatFile = (rows: Rows): string => byteOrderMark + formatRows(rows)
