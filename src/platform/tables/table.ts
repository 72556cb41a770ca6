import type { Encoding } from './encoding-names.ts'

/** How a file is read. Absent members are detected from the file. A person can choose each member. */
export interface TableFormat {
  encoding?: Encoding
  delimiter?: string
  /** The name of a sheet of a workbook. */
  sheet?: string
  /** The line of the header, or 0 for a file without a header. */
  header_line?: number
}

/** Limits that apply while a file is read, so that a file never costs more than its limits allow. */
export interface TableLimits {
  maxBytes: number
  /** The maximum number of rows below the header. */
  maxRows: number
  maxColumns: number
}

export interface TableRow {
  /** The line of the file on which the row begins, or the number of the row in the sheet. The first is 1. */
  line: number
  /** The texts of the cells. Empty cells at the end are left out. */
  cells: readonly string[]
  /** The number of cells, including empty ones. Null in a workbook, which does not store empty cells. */
  width: number | null
}

export interface TableColumn {
  /** The position of the column in the rows. The first is 0. */
  index: number
  /** The name of the column. Empty if the table has no header. */
  name: string
}

export interface Table {
  /** The format that was used. It has each member that applies to the file. */
  format: TableFormat & { header_line: number }
  /** True if the encoding is known. False if it is only the most probable one. */
  isEncodingCertain: boolean
  /** The names of the visible sheets of a workbook. */
  sheets: readonly string[]
  /** The columns that have a name or a value. */
  columns: readonly TableColumn[]
  /** The number of cells of the header, including empty ones. */
  headerWidth: number
  rows: readonly TableRow[]
}

// biome-ignore format: one error a line
const messages = {
  too_large:          'is larger than {max}; split it into several files',
  empty:              'is empty; the first line must name the columns',
  no_rows:            'has no rows below the header',
  no_header:          'has no line {line}, which should be the header',
  too_many_rows:      'has more than {max} rows; split it into several files',
  too_many_columns:   'has more than {max} columns in one row; remove some, or check the separators',
  cell_too_long:      'has a cell of more than {max} characters; check the quotation marks',
  open_quote:         'has a quotation mark without its second one; put the whole cell in quotation marks, and double those inside it',
  bad_quote:          'has a quotation mark in the wrong place; put the whole cell in quotation marks, and double those inside it',
  not_text:           'contains NUL characters; save it as “CSV UTF-8” and choose it again',
  wrong_encoding:     'does not have the chosen encoding; save it as “CSV UTF-8” and choose it again',
  old_workbook:       'is an old Excel workbook, or is protected with a password; save it as .xlsx without a password, or as “CSV UTF-8”',
  unknown_kind:       'is neither CSV nor a workbook (.xlsx); open it in a spreadsheet program and save it as “CSV UTF-8”',
  broken_workbook:    'is a damaged workbook; open it in a spreadsheet program and save it again',
  workbook_too_large: 'is a workbook that is too large when unpacked; save the sheet as “CSV UTF-8”',
  no_sheet:           'has no sheet with this name',
} as const

export type TableErrorCode = keyof typeof messages

/**
 * Thrown for a file that cannot be read. The message is a fragment that follows the name of
 * the file, and says what to do.
 */
export class TableError extends Error {
  readonly code: TableErrorCode
  /** The line of the file. Null for the file as a whole. */
  readonly line: number | null
  readonly max: string

  constructor(
    code: TableErrorCode,
    { line = null, max = 0 }: { line?: number | null; max?: number | string } = {},
  ) {
    const limit = typeof max === 'number' ? max.toLocaleString('en') : max
    super(messages[code].replace('{max}', limit).replace('{line}', String(line)))
    this.code = code
    this.line = line
    this.max = limit
  }
}
