interface ApiError {
  statusCode: number
  code?: string
  message?: string
}

const asApiError = (error: unknown): ApiError | undefined =>
  error instanceof Error && typeof (error as Partial<ApiError>).statusCode === 'number'
    ? (error as Error & ApiError)
    : undefined

export const isMissing = (error: unknown): boolean => asApiError(error)?.statusCode === 404

/** Somebody has bought the label of this shipment before us. */
export const isSold = (error: unknown): boolean =>
  asApiError(error)?.code === 'SHIPMENT.POSTAGE.EXISTS'

/** Statuses that say something of us or of the moment, and nothing of the parcel. */
const passing: readonly number[] = [401, 402, 403, 408, 429]

/**
 * What a failed request means: that somebody must mend the parcel, or that it may work another time. A
 * connection that breaks, or an answer that is none, comes as an error without a status.
 */
export function failureOf(
  error: unknown,
): { kind: 'refused'; reason: string; remedy: string } | { kind: 'unreachable'; reason: string } {
  const known = asApiError(error)
  if (known === undefined || known.statusCode >= 500 || known.statusCode < 400)
    return { kind: 'unreachable', reason: 'EasyPost does not answer as it should.' }
  const said = known.message ?? `EasyPost answered ${known.statusCode}`
  if (passing.includes(known.statusCode))
    return { kind: 'unreachable', reason: `EasyPost does not do it now: ${said}` }
  return { kind: 'refused', reason: said, remedy: remedyFor(known.code ?? '') }
}

const remedyFor = (code: string) =>
  code.startsWith('ADDRESS')
    ? 'Correct the address; the label is then bought again by itself.'
    : 'Look at the shipment at EasyPost, then try again.'
