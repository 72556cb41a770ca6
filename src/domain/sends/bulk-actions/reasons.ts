import type { ApiError } from '#contract'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import type { BulkActionKind, GiftResult } from './tables.ts'

/** The reason why a gift request was not changed. Gift requests with the same reason are counted together. */
export type Reason = Readonly<{ reason_code: string; reason: string }>

export const reasons = {
  not_found: { reason_code: 'not_found', reason: 'It no longer exists.' },
  sent_again: { reason_code: 'sent_again', reason: 'It was sent again before.' },
  expiry_changed: {
    reason_code: 'expiry_changed',
    reason: 'Its expiry was changed after the extension.',
  },
  internal_error: {
    reason_code: 'internal_error',
    reason: 'An error of the service. Retry it, or ask an operator to look into the log.',
  },
} as const satisfies Record<string, Reason>

const maxReasonLength = 500

export const toRejection = (gift_request_id: string, reason: Reason): GiftResult => ({
  ...{ gift_request_id, result: 'rejected', ...reason },
  ...{ expires_before: null, expires_after: null },
})

/** Converts the error of an action on one gift request to a reason without the state and the reference of the gift. */
export async function toReason(
  ctx: TxContext,
  kind: BulkActionKind,
  id: string,
  error: ApiError,
): Promise<Reason> {
  if (kind === 'cancel' && error.code === 'invalid_transition') {
    const gift = await gifting.find(ctx, id)
    if (gift !== undefined) return { reason_code: error.code, reason: cancelReason(gift) }
  }
  const [first] = error.errors()
  const { code = error.code, message = error.message, param } = first ?? {}
  return {
    reason_code: code,
    reason: shorten(param === 'expires_at' ? `the expiry ${message}` : message),
  }
}

function cancelReason({ status }: gifting.Gift): string {
  if (status === 'cancelled') return 'It is already cancelled.'
  return status === 'dispatched' ? 'It was dispatched and cannot be recalled.' : 'It has arrived.'
}

/**
 * Removes the state from the message of an error: 'The gift request is ordered: it has expired' becomes 'It
 * has expired.'
 */
function shorten(message: string): string {
  const reason = message.replace(/^The gift request is \w+[:;] /, '')
  const sentence = `${reason.charAt(0).toUpperCase()}${reason.slice(1)}`.slice(
    0,
    maxReasonLength - 1,
  )
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}
