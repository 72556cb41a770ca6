import pg from 'pg'

/** 25006: it only reads, as a standby does, or a primary that an operator has closed for writing. */
const awayCodes = /^(08|25006|53|57P0|57014|55P03|58)/
const awayWords =
  /terminated|timeout|Query read timeout|not queryable|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|closed/i

/** Whether the failure says that the database is away or too busy, rather than that we asked wrongly. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = (error as { code?: string }).code ?? ''
  if (/^E[A-Z]+$/.test(code)) return awayWords.test(code)
  if (code !== '') return awayCodes.test(code)
  return !('errors' in error)
    ? awayWords.test(error.message)
    : (error.errors as unknown[]).some(isAway)
}

/** Whether it was the connection that failed, and not the server that said no. */
export const isSilence = (error: unknown) => !(error instanceof pg.DatabaseError) && isAway(error)

/** Whether no statement can succeed at this moment: the failure says nothing about the rows it was about. */
export const isDatabaseDown = (error: unknown): boolean =>
  isSilence(error) ||
  (isAway(error) && !/^(57014|55P03)$/.test((error as { code?: string }).code ?? ''))

/** Whether the same transaction may well succeed when it is run again from its beginning. */
export const isWorthAnotherTry = (error: unknown): boolean =>
  error instanceof Error && /^(40001|40P01)$/.test((error as { code?: string }).code ?? '')

/** The constraint (a unique or a foreign key) that refused a row, when that is what happened. */
export const brokenConstraint = (error: unknown): string | undefined =>
  error instanceof Error && /^2350[35]$/.test((error as { code?: string }).code ?? '')
    ? (error as { constraint?: string }).constraint
    : undefined
