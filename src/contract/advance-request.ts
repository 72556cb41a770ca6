import { Type } from 'typebox'
import { defineBody } from './request-body.ts'

/** The seventeen internal states (decisions §3), with their names in the history and in test helpers. */
export const stateNames = [
  'created',
  'scheduled',
  'unclaimed',
  'awaiting_recipient',
  'redeemed',
  'ordered',
  'backordered',
  'shipping_error',
  'in_transit',
  'out_for_delivery',
  'delivery_attempt_failed',
  'delivered',
  'redelivering',
  'complete',
  'cancelled',
  'expired',
  'shipment_cancelled',
] as const
export type StateName = (typeof stateNames)[number]

/** The body of `POST /test_helpers/gift_requests/{id}/advance`. */
export const AdvanceRequest = Type.Object(
  { to: Type.String({ enum: [...stateNames] }) },
  { additionalProperties: false },
)
export const advanceBody = defineBody(AdvanceRequest)
