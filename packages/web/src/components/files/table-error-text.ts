import { ApiError } from '#web/api.ts'
import { t } from '#web/i18n/common.ts'
import { TableError, type TableErrorCode } from '#web/tables.ts'

// biome-ignore format: one error a line
const describe = (max: string): Readonly<Record<TableErrorCode, string>> => ({
  too_large:          t('This file is larger than {max}. Split it into several files.', { max }),
  empty:              t('This file is empty.'),
  no_rows:            t('This file has no rows below the header.'),
  no_header:          t('This file does not have the line that was chosen as its header.'),
  too_many_rows:      t('This file has more than {max} rows. Split it into several files.', { max }),
  too_many_columns:   t('A row has more than {max} columns. Remove some, or check the delimiter.', { max }),
  cell_too_long:      t('A cell has more than {max} characters. Check the quotation marks.', { max }),
  open_quote:         t('A quotation mark has no second one. Put the whole cell in quotation marks, and double those inside it.'),
  bad_quote:          t('A quotation mark is in the wrong place. Put the whole cell in quotation marks, and double those inside it.'),
  not_text:           t('This file is not text. Save it as “CSV UTF-8” and choose it again.'),
  wrong_encoding:     t('This file does not have the chosen encoding.'),
  old_workbook:       t('This file is an old Excel workbook, or protected with a password. Save it as .xlsx without a password, or as “CSV UTF-8”.'),
  unknown_kind:       t('This file is neither CSV nor an Excel workbook (.xlsx). Open it in a spreadsheet program and save it as “CSV UTF-8”.'),
  broken_workbook:    t('This workbook is damaged. Open it in a spreadsheet program and save it again.'),
  workbook_too_large: t('This workbook is too large. Save the sheet as “CSV UTF-8”.'),
  no_sheet:           t('This workbook does not have the chosen sheet.'),
})

/** Describes why a file cannot be read. The text names the line if it is known. */
export function describeTableError(error: unknown): string {
  if (!(error instanceof TableError)) return t('This file cannot be read. Choose it again.')
  const text = describe(error.max)[error.code]
  return error.line === null ? text : t('Line {line}: {text}', { line: error.line, text })
}

/**
 * Describes an error of an import. An error of the file, which the server names `fileParam`, is only a part of a sentence, so
 * the function adds the beginning 'The file'.
 */
export function describeImportError(error: Error, fileParam: string): string {
  if (error instanceof TableError) return describeTableError(error)
  const detail = error instanceof ApiError ? error.errors[0] : undefined
  return detail?.param === fileParam
    ? t('The file {message}.', { message: detail.message })
    : error.message
}
