import { type Static, Type } from 'typebox'
import { operation } from '../lib/operation.ts'
import { GiftState, oneOfTexts, strict, Timestamp } from '../lib/schemas.ts'

export const CarrierScan = oneOfTexts(
  'ordered',
  'in_transit',
  'delivery_attempt_failed',
  'out_for_delivery',
  'delivered',
  'refused',
  'returned',
  'lost',
  'cancelled',
)

export type CarrierScan = Static<typeof CarrierScan>

export const StagingParcel = Type.Object({
  id: Type.String(),
  number: Type.Integer(),
  state: Type.String(),
})
export type StagingParcel = Static<typeof StagingParcel>

/** The states and the parcels of a gift request that a user can simulate. */
export const StagingGift = Type.Object({
  next: Type.Array(GiftState),
  reachable: Type.Array(GiftState),
  parcels: Type.Array(StagingParcel),
})
export type StagingGift = Static<typeof StagingGift>

export const StagingState = Type.Object({
  now: Timestamp,
  offset_ms: Type.Integer(),
  mailbox: Type.String(),
})
export type StagingState = Static<typeof StagingState>

export const readStaging = operation('GET', '/staging', {
  permission: 'gift_requests:write',
  summary: 'show the clock and the address of the mailbox',
  reply: StagingState,
})

export const readSimulation = operation('GET', '/staging/gift-requests/:id', {
  permission: 'gift_requests:write',
  summary: 'show the states and parcels of a gift request that can be simulated, in staging',
  reply: StagingGift,
})

export const simulateScan = operation('POST', '/staging/parcels/:id/scan', {
  permission: 'gift_requests:write',
  summary: 'add a carrier scan to a simulated parcel, in staging',
  body: Type.Object({ state: CarrierScan }, strict),
})

export const createSampleGifts = operation('POST', '/staging/samples', {
  permission: 'gift_requests:write',
  summary: 'create sample gift requests, in staging',
  body: Type.Object({ count: Type.Integer({ minimum: 1, maximum: 10 }) }, strict),
  status: 201,
  reply: Type.Object({
    data: Type.Array(Type.Object({ id: Type.String(), reference: Type.String() })),
  }),
})
