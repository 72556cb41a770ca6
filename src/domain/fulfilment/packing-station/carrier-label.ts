import { ApiError } from '#contract'
import {
  type OutboundRules,
  RequestFailure,
  sendGuardedRequest,
} from '#platform/http-client/guarded-request'
import type { TxContext } from '#platform/postgres/database'
import { toBarcode } from '../parcels/barcode.ts'
import { conflict, lockLeased } from './lock-leased.ts'

/** The label that a carrier sold, as a file to print. */
export interface CarrierLabel {
  content_type: string
  content: Buffer
}

/**
 * Returns the URL of the bought label of a parcel that the user has leased, because the label shows the address.
 *
 * @throws ApiError when another user, or no user, has the lease, and before a label is bought
 */
export async function findLabel(
  ctx: TxContext,
  user_id: string,
  parcel_id: string,
): Promise<{ barcode: string; label_url: string }> {
  const { gift, row } = await lockLeased(ctx, user_id, parcel_id)
  if (row.label_url === null) throw conflict('The parcel has no label yet. Choose a rate first.')
  return { barcode: toBarcode(gift.reference, row.number), label_url: row.label_url }
}

const printableTypes: readonly string[] = ['application/pdf', 'image/png', 'image/jpeg']

/**
 * Loads a label through the address guard, because its URL comes from the carrier.
 *
 * @throws ApiError when the carrier's server does not return a label
 */
export async function fetchLabel(url: string, rules: OutboundRules): Promise<CarrierLabel> {
  const limits = { ...rules, timeoutMs: 10_000, maxBytes: 5_000_000 }
  const request = { method: 'GET', headers: { accept: printableTypes.join(', ') } } as const
  try {
    const { status, headers, body } = await sendGuardedRequest(url, { ...request, ...limits })
    const content_type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
    if (status === 200 && printableTypes.includes(content_type))
      return { content_type, content: body }
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error
  }
  throw new ApiError('unavailable', {
    message: 'The carrier does not return the label at the moment. Retry in a minute.',
  })
}
