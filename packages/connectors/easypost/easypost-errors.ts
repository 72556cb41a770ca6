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

/** Returns whether another process has already bought the label of this shipment. */
export const isAlreadyBought = (error: unknown): boolean =>
  toEasyPostError(error)?.code === 'SHIPMENT.POSTAGE.EXISTS'

/** The HTTP statuses whose cause is the account or a temporary condition, and not the parcel. */
const transientStatuses: readonly number[] = [401, 402, 403, 408, 429]

/**
 * Classifies a failed request. The result is `refused` if a person must correct the parcel, and `unreachable`
 * if a retry can succeed. A broken connection and a malformed response cause errors without a status.
 */
export function toFailure(
  error: unknown,
): { kind: 'refused'; reason: string; remedy: string } | { kind: 'unreachable'; reason: string } {
  const apiError = toEasyPostError(error)
  if (apiError === undefined || apiError.statusCode >= 500 || apiError.statusCode < 400)
    return { kind: 'unreachable', reason: 'EasyPost returned no valid response.' }
  const message = apiError.message ?? `EasyPost returned status ${apiError.statusCode}`
  if (transientStatuses.includes(apiError.statusCode))
    return { kind: 'unreachable', reason: `EasyPost cannot process the request now: ${message}` }
  return { kind: 'refused', reason: message, remedy: remedyFor(apiError.code ?? '') }
}

const remedyFor = (code: string) =>
  code.startsWith('ADDRESS')
    ? 'Correct the address. A new label is then bought automatically.'
    : 'Check the shipment in EasyPost, then retry.'
