interface EasyPostError {
  statusCode: number
  code?: string
  message?: string
}

const toEasyPostError = (error: unknown): EasyPostError | undefined =>
  error instanceof Error && typeof (error as Partial<EasyPostError>).statusCode === 'number'
    ? (error as Error & EasyPostError)
    : undefined

export const isNotFound = (error: unknown): boolean => toEasyPostError(error)?.statusCode === 404

/** Somebody has bought the label of this shipment before us. */
export const isAlreadyBought = (error: unknown): boolean =>
  toEasyPostError(error)?.code === 'SHIPMENT.POSTAGE.EXISTS'

/** Statuses that say something of us or of the moment, and nothing of the parcel. */
const transientStatuses: readonly number[] = [401, 402, 403, 408, 429]

/**
 * What a failed request means: that somebody must mend the parcel, or that it may work another time. A
 * connection that breaks, or an answer that is none, comes as an error without a status.
 */
export function toFailure(
  error: unknown,
): { kind: 'refused'; reason: string; remedy: string } | { kind: 'unreachable'; reason: string } {
  const apiError = toEasyPostError(error)
  if (apiError === undefined || apiError.statusCode >= 500 || apiError.statusCode < 400)
    return { kind: 'unreachable', reason: 'EasyPost does not answer as it should.' }
  const message = apiError.message ?? `EasyPost answered ${apiError.statusCode}`
  if (transientStatuses.includes(apiError.statusCode))
    return { kind: 'unreachable', reason: `EasyPost does not do it now: ${message}` }
  return { kind: 'refused', reason: message, remedy: remedyFor(apiError.code ?? '') }
}

const remedyFor = (code: string) =>
  code.startsWith('ADDRESS')
    ? 'Correct the address; the label is then bought again by itself.'
    : 'Look at the shipment at EasyPost, then try again.'
