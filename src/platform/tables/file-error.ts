import { ApiError, type FieldError } from '#contract'
import { TableError, type TableErrorCode } from './table.ts'

// biome-ignore format: one error a line
const codes: Readonly<Partial<Record<TableErrorCode, FieldError['code']>>> = {
  too_large:        'too_long',
  empty:            'required',
  no_rows:          'required',
  too_many_rows:    'too_many',
  too_many_columns: 'too_many',
  cell_too_long:    'too_long',
}

/**
 * Converts the error of a file that cannot be read to an error of the contract.
 * Returns all other errors unchanged.
 */
export function toFileError(error: unknown, param: string): unknown {
  if (!(error instanceof TableError)) return error
  const place = error.line === null ? '' : ` (line ${error.line})`
  const code = codes[error.code] ?? 'invalid_format'
  return new ApiError('invalid', {
    fieldErrors: [{ code, param, message: `${error.message}${place}` }],
  })
}
