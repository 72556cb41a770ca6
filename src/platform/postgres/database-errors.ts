import pg from 'pg'

/** 25006: it only reads, as a standby does, or a primary that an operator has closed for writing. */
const unavailableCodes = /^(08|25006|53|57P0|57014|55P03|58)/
const unavailablePattern =
  /terminated|timeout|Query read timeout|not queryable|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|closed/i

/** Whether the failure says that the database is away or too busy, rather than that we asked wrongly. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = (error as { code?: string }).code ?? ''
  if (/^E[A-Z]+$/.test(code)) return unavailablePattern.test(code)
  if (code !== '') return unavailableCodes.test(code)
  return !('errors' in error)
    ? unavailablePattern.test(error.message)
    : (error.errors as unknown[]).some(isUnavailable)
}

/** Whether it was the connection that failed, and not the server that said no. */
export const isConnectionLost = (error: unknown) =>
  !(error instanceof pg.DatabaseError) && isUnavailable(error)

/** Whether no statement can succeed at this moment: the failure says nothing about the rows it was about. */
export const isDatabaseDown = (error: unknown): boolean =>
  isConnectionLost(error) ||
  (isUnavailable(error) && !/^(57014|55P03)$/.test((error as { code?: string }).code ?? ''))

/** Whether the same transaction may well succeed when it is run again from its beginning. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof Error && /^(40001|40P01)$/.test((error as { code?: string }).code ?? '')

/** The constraint (a unique or a foreign key) that refused a row, when that is what happened. */
export const violatedConstraint = (error: unknown): string | undefined =>
  error instanceof Error && /^2350[35]$/.test((error as { code?: string }).code ?? '')
    ? (error as { constraint?: string }).constraint
    : undefined
