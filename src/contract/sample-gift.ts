import type { EventType, Status } from './events.ts'
import { examples } from './examples.ts'
import type { GiftRequestView } from './gift-request.ts'
import { toRawJson } from './raw-json.ts'

/** The status of a gift request in the body of this event (interface §6.3). */
export const statusOfEvent: Readonly<Record<EventType, Status>> = {
  gift_request_created: 'submitted',
  gift_request_redeemed: 'redeemed',
  gift_request_dispatched: 'dispatched',
  gift_request_delivered: 'delivered',
  gift_request_cancelled: 'cancelled',
}

const exampleOrigin = 'http://localhost:3000'

/**
 * Returns a fictitious gift request in the state of this event, with all members. For the event catalogue, and for
 * test events of an endpoint.
 */
export function sampleGift(type: EventType, origin: string, now: Date): GiftRequestView {
  const text = JSON.stringify(examples.choice).replaceAll(exampleOrigin, origin)
  const { offering, email_message, metadata, ...gift } = JSON.parse(text)
  const isNew = type === 'gift_request_created'
  const isChosen = !isNew && type !== 'gift_request_cancelled'
  return {
    ...gift,
    status: statusOfEvent[type],
    redemption_url: isNew ? null : gift.redemption_url,
    offering: toRawJson(offering),
    line_items: isChosen ? toRawJson(offering.line_items) : null,
    email_message: toRawJson(email_message),
    metadata: toRawJson(metadata),
    created_at: now,
    updated_at: now,
  }
}
