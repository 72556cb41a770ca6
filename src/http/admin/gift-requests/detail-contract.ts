import { type Static, Type } from 'typebox'
import { deliveryStates } from '#contract/events'
import { operation } from '../lib/operation.ts'
import {
  boundedText,
  EventName,
  oneOfTexts,
  orNull,
  PostalAddress,
  page,
  strict,
  Timestamp,
} from '../lib/schemas.ts'

/* The contract of the operations on one gift request. */

/** A webhook event of a gift. Only admins see its endpoints. */
export const GiftEvent = Type.Object({
  id: Type.String(),
  type: EventName,
  created_at: Timestamp,
  deliveries: Type.Array(
    Type.Object({
      id: Type.String(),
      endpoint_id: orNull(Type.String()),
      url: orNull(Type.String()),
      description: orNull(Type.String()),
      state: oneOfTexts(...deliveryStates),
      attempts: Type.Integer(),
      status: orNull(Type.Integer()),
      next_at: orNull(Timestamp),
    }),
  ),
})
export type GiftEvent = Static<typeof GiftEvent>

export const listGiftEvents = operation('GET', '/gift-requests/:id/events', {
  permission: 'gift_requests:read',
  summary: 'list the events of a gift request with their deliveries',
  reply: page(GiftEvent),
})

export const revealAddress = operation('POST', '/gift-requests/:id/reveal', {
  permission: 'recipients:write',
  summary: 'reveal the address of a gift; the audit log records the user and the reason',
  body: Type.Object({ reason: boundedText(500) }, strict),
  reply: Type.Object({
    shipping_address: PostalAddress,
    label_urls: Type.Array(Type.String()),
    json: orNull(Type.String({ description: 'As the API returns it; null in choice mode.' })),
  }),
})

export const retryLabel = operation('POST', '/gift-requests/:id/retry-label', {
  permission: 'gift_requests:write',
  summary: 'retry the label of a parcel that the carrier rejected, with the same address',
})

export const replaceCode = operation('POST', '/gift-requests/:id/digital-items/:item/replace', {
  permission: 'catalogue:write',
  summary: 'revoke the code of a gift and give its recipient a new one',
  body: Type.Object({ reason: boundedText(500) }, strict),
})

export const readGiftEmail = operation('GET', '/gift-requests/:id/emails/:email', {
  addresses: 'shown',
  permission: 'gift_requests:read',
  summary: 'show an email about a gift request',
  reply: Type.Object({
    id: Type.String(),
    to: orNull(Type.String()),
    subject: orNull(Type.String()),
    text: orNull(Type.String()),
  }),
})

export const showGiftEmail = operation('GET', '/gift-requests/:id/emails/:email/page', {
  permission: 'gift_requests:read',
  summary: 'show an email as its recipient sees it',
  mediaTypes: ['text/html'],
})
