import { type Static, Type } from 'typebox'
import { operation } from '../lib/operation.ts'
import { orNull, strict, Timestamp } from '../lib/schemas.ts'

/* The operations that change several gift requests. Each gift request is processed on its own. */

export const GiftReference = Type.Object({ id: Type.String(), reference: Type.String() })
export type GiftReference = Static<typeof GiftReference>

/** A changed gift request. After a change of the expiry, `expires_at` is the previous one, for an undo. */
export const ChangedGift = Type.Object({
  ...GiftReference.properties,
  expires_at: Type.Optional(Timestamp),
})

export const BulkResult = Type.Object({
  succeeded: Type.Array(ChangedGift),
  rejected: Type.Array(
    Type.Object({
      id: Type.String(),
      reference: orNull(Type.String()),
      message: Type.String(),
    }),
  ),
})
export type BulkResult = Static<typeof BulkResult>

const limits = { minItems: 1, maxItems: 100 }
const ids = Type.Array(Type.String(), limits)

export const cancelGifts = operation('POST', '/gift-requests/bulk/cancel', {
  role: 'sender',
  summary: 'cancel gift requests',
  body: Type.Object({ ids }, strict),
  reply: BulkResult,
})

export const remindRecipients = operation('POST', '/gift-requests/bulk/remind', {
  role: 'sender',
  summary: 'remind recipients',
  body: Type.Object({ ids }, strict),
  reply: BulkResult,
})

export const extendGifts = operation('POST', '/gift-requests/bulk/extend', {
  role: 'sender',
  summary: 'extend the expiry of gift requests',
  body: Type.Object({ ids, days: Type.Integer({ minimum: 1, maximum: 365 }) }, strict),
  reply: BulkResult,
})

export const sendGiftsAgain = operation('POST', '/gift-requests/bulk/send-again', {
  role: 'sender',
  summary: 'send failed gifts again',
  body: Type.Object({ ids }, strict),
  reply: BulkResult,
})

export const setExpiryOfGifts = operation('POST', '/gift-requests/bulk/expire-at', {
  role: 'sender',
  summary: 'set the expiry of each of several gift requests',
  body: Type.Object(
    {
      gifts: Type.Array(
        Type.Object(
          { id: Type.String(), expires_at: Type.String({ format: 'date-time' }) },
          strict,
        ),
        limits,
      ),
    },
    strict,
  ),
  reply: BulkResult,
})
