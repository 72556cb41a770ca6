import pg from 'pg'

/**
 * The codes of an unavailable database. 25006: the server is read-only, such as a standby
 * or a primary in read-only mode.
 */
const unavailableCodes = /^(08|25006|53|57P0|57014|55P03|58)/
const unavailablePattern =
  /terminated|timeout|Query read timeout|not queryable|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|closed/i

/**
 * Returns whether an error means that the database is unavailable or too busy. If not,
 * the error is in the statement.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = (error as { code?: string }).code ?? ''
  if (/^E[A-Z]+$/.test(code)) return unavailablePattern.test(code)
  if (code !== '') return unavailableCodes.test(code)
  return !('errors' in error)
    ? unavailablePattern.test(error.message)
    : (error.errors as unknown[]).some(isUnavailable)
}

/** Returns whether an error means that the connection failed. If not, the server returned the error. */
export const isConnectionLost = (error: unknown) =>
  !(error instanceof pg.DatabaseError) && isUnavailable(error)

/**
 * Returns whether an error means that no statement can succeed at present. Such a failure says
 * nothing about the affected rows.
 */
export const isDatabaseDown = (error: unknown): boolean =>
  isConnectionLost(error) ||
  (isUnavailable(error) && !/^(57014|55P03)$/.test((error as { code?: string }).code ?? ''))

/** Returns whether the transaction can succeed if it is retried from its beginning. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof Error && /^(40001|40P01)$/.test((error as { code?: string }).code ?? '')

/** Returns the name of the violated constraint if the error violates a unique constraint or a foreign key. */
export const violatedConstraint = (error: unknown): string | undefined =>
  error instanceof Error && /^2350[35]$/.test((error as { code?: string }).code ?? '')
    ? (error as { constraint?: string }).constraint
    : undefined

/**
 * Returns whether a statement gave up because another transaction had a lock for longer than the lock
 * timeout.
 */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: string }).code === '55P03'

/** Returns whether PostgreSQL did not run a statement because an earlier one of its transaction had failed. */
export const isAfterFailure = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: string }).code === '25P02'
