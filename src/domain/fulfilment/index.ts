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

export {
  consumeOutbox,
  createOutboxConsumer,
  type FulfilmentLoops,
  fillBackorders,
  oldestDue,
  runOnce,
  startFulfilment,
} from './background-loops.ts'
export {
  type Carrier,
  isScanState,
  type Scan,
  type ScanState,
  scanStates,
  type Tracking,
  type WebhookInbox,
} from './carriers/carrier.ts'
export { shippingFromConfig } from './carriers/configured-carriers.ts'
export { createShippingConfig, type ShippingConfig } from './carriers/shipping-config.ts'
export { simulator } from './carriers/simulator.ts'
export {
  abandonParcel,
  closeDelivered,
  correctAddress,
  reshipLines,
  retryRefused,
} from './packing/recovery.ts'
export { eraseTracking } from './parcels/erase.ts'
export {
  enterTracking,
  type ManualScan,
  recordScan,
  simulateScan,
  type TrackingInput,
} from './parcels/manual-tracking.ts'
export type { ParcelProblem } from './parcels/parcel-problems.ts'
export { deriveGiftState, type ParcelState, type ParcelSummary } from './parcels/parcel-states.ts'
export { listGiftParcels, listParcels, type Parcel, type ParcelStep } from './parcels/read.ts'
export { recordTracking, type TrackingOutcome } from './parcels/record-tracking.ts'
export { simulateTo } from './simulator/simulate.ts'
