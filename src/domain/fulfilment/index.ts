/**
 * Fulfilment: how a gift that was redeemed comes to its recipient.
 *
 * - order     what became of a gift request once its items and address were locked
 * - parcel    some of its lines from one warehouse, with one carrier; a gift request has one or more
 * - scan      what a carrier saw of a parcel: stored once, however often it is told
 * - journey   the states a parcel went through, which follow from all its scans together
 * - carrier   whoever brings parcels: EasyPost, a person, or the simulator (carriers/carrier.ts)
 * - label     a carrier's promise to bring one parcel
 * - scenario  what the simulator lets happen to a parcel
 *
 * A gift request that ships has the state that follows from its parcels (parcel-states.ts), and moves
 * there along the table of gifting, telling what that table tells.
 */

export { enterTracking, simulate, type Tracks, tell, type Word } from './by-hand.ts'
export {
  type Carrier,
  type Inbox,
  isScanState,
  type Scan,
  type ScanState,
  scanStates,
  type Tracking,
} from './carriers/carrier.ts'
export { simulator } from './carriers/simulator.ts'
export { shippingOf } from './carriers.ts'
export { forget } from './forget.ts'
export {
  createTakeOver,
  type Fulfilment,
  runOnce,
  startFulfilment,
  supply,
  takeOver,
} from './loops.ts'
export { close, fixAddress, giveUp, retry, retryLines } from './mend.ts'
export { type ParcelState, type Standing, stateOf } from './parcel-states.ts'
export type { Problem } from './problems.ts'
export { rehearse } from './rehearse.ts'
export { createShipping, type Shipping } from './shipping.ts'
export { type Tracked, track } from './track.ts'
export { listParcels, type Parcel, parcelsOf, type Step } from './view.ts'
