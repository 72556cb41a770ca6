/**
 * Fulfilment ships redeemed gifts to their recipients.
 *
 * - order     the shipping of a gift request, created once its items and address are locked
 * - parcel    lines from one warehouse with one carrier; a gift request has one or more parcels
 * - scan      one observation of a parcel by its carrier; duplicates are stored once
 * - history   the states of a parcel, derived from all its scans together
 * - carrier   ships parcels: a connection, manual shipping, or the simulator (carriers/carrier.ts)
 * - label     confirms that a carrier ships one parcel
 * - document  the packing slips and address labels of some parcels, as PDF (documents/render.ts)
 * - scenario  the scans that the simulator plays for a parcel
 *
 * The state of a gift request in shipping is derived from its parcels (parcels/parcel-states.ts). The
 * gift request reaches that state through the state table of gifting, and emits the events of that
 * table.
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
export { findInboxUrl, hasRates, openInbox } from './carriers/account-carriers.ts'
export {
  type CancelResult,
  type Carrier,
  type CarrierMessage,
  isScanState,
  type ParsedMessage,
  type PlaceResult,
  type Rate,
  type RateList,
  type Scan,
  type ScanState,
  type ShipmentLine,
  type ShipmentRequest,
  type ShippingLabel,
  type Shop,
  scanStates,
  type Tracking,
  type WebhookInbox,
} from './carriers/carrier.ts'
export {
  type CarrierConnector,
  defineCarrier,
  isCarrierConnector,
} from './carriers/carrier-connector.ts'
export { findMissingCustoms, needsCustoms } from './carriers/customs.ts'
export { manual } from './carriers/manual.ts'
export {
  type FoundGift,
  type GiftAttribute,
  type GiftReading,
  giftAttributes,
  type HoldResult,
  isSameLine,
  maxGiftAttribute,
  type NoteResult,
  type PaidGift,
  type PaidGifts,
  readGiftAttributes,
} from './carriers/paid-gift.ts'
export { maxUrlLength, publicUrlPattern, toPublicUrl } from './carriers/public-url.ts'
export { createShippingConfig, type ShippingConfig } from './carriers/shipping-config.ts'
export {
  maxReadingBytes,
  maxShopProducts,
  maxShopTexts,
  maxShopVariants,
  type ShopProduct,
  type ShopReading,
  type ShopVariant,
} from './carriers/shop.ts'
export { simulator } from './carriers/simulator.ts'
export {
  listWarehouseConnections,
  setWarehouseConnection,
} from './carriers/warehouse-connections.ts'
export { createDemoParcels, demoShipping } from './demo-parcels.ts'
export { findLinkedCard } from './documents/card-link.ts'
export { type CollectedDocument, collectDocument } from './documents/collect-document.ts'
export { createDocumentRenderer, type DocumentRenderer } from './documents/document-renderer.ts'
export {
  type CardFormat,
  type DocumentKind,
  maxParcelsPerDocument,
  type Paper,
} from './documents/documents.ts'
export { findActionBlockers, type GiftActions } from './gift-actions.ts'
export { type ChangeOutcome, changeGift } from './packing/change-gift.ts'
export { type Changeability, type ChangeBlocker, isChangeable } from './packing/changeability.ts'
export { fillDigitalBackorders } from './packing/fill-digital.ts'
export { buyRate, listRates, type ParcelRates } from './packing/label-rates.ts'
export {
  abandonParcel,
  closeDelivered,
  correctAddress,
  reshipLines,
  retryRefused,
} from './packing/recovery.ts'
export { findReplacements, replaceGift } from './packing/replace-gift.ts'
export { type CarrierLabel, fetchLabel, findLabel } from './packing-station/carrier-label.ts'
export { type HandOverInput, handOver, undoMs } from './packing-station/hand-over.ts'
export {
  advanceHandOvers,
  dueHandOvers,
  effectHandOver,
} from './packing-station/hand-over-effect.ts'
export {
  findOutcome as findReportOutcome,
  type ProblemOutcome,
  purgeItemReports,
} from './packing-station/item-reports.ts'
export { maxLeases, release, renew, take, takeNext } from './packing-station/lease.ts'
export { leaseMs } from './packing-station/lock-leased.ts'
export { markPacked, unpack } from './packing-station/pack.ts'
export {
  reportDamaged,
  reportOutOfStock,
  reportUnusableAddress,
} from './packing-station/problems.ts'
export {
  countCap,
  listQueue,
  type QueuedParcel,
  type QueueSummary,
  summarizeQueue,
} from './packing-station/queue.ts'
export {
  findPackingParcel,
  type LeasedAddress,
  listLeased,
  type PackingParcel,
  showAddress,
} from './packing-station/station-parcel.ts'
export { undoHandOver } from './packing-station/undo-hand-over.ts'
export { parseBarcode, toBarcode } from './parcels/barcode.ts'
export { findDeliveryChangePage } from './parcels/delivery-changes.ts'
export {
  type DeliveryEstimate,
  estimateDeliveries,
  usualParcelDays,
} from './parcels/delivery-estimate.ts'
export { eraseTracking } from './parcels/erase.ts'
export { type FailedParcel, findFailedParcels } from './parcels/failed-parcels.ts'
export {
  enterProgress,
  type ManualActions,
  type ManualProgress,
  type ManualState,
  manualActionsById,
} from './parcels/manual-progress.ts'
export {
  enterTracking,
  type ManualScan,
  recordScan,
  simulateScan,
  type TrackingInput,
} from './parcels/manual-tracking.ts'
export {
  changePaidOrder,
  countPaidUnits,
  findPaidOrder,
  insertPaidOrder,
  listEndedOrders,
  listWaitingOrders,
  type PaidOrder,
  paidOrderKey,
} from './parcels/paid-orders.ts'
export type { ParcelProblem } from './parcels/parcel-problems.ts'
export {
  deriveGiftState,
  isAddressCorrectable,
  type ParcelState,
  type ParcelSummary,
} from './parcels/parcel-states.ts'
export { toParcelView } from './parcels/parcel-view.ts'
export { countUnshipped, listPlacedParcels } from './parcels/placed-parcels.ts'
export {
  type ExportedParcel,
  findGiftOfParcel,
  listGiftParcels,
  listParcels,
  type Parcel,
  type ParcelStep,
  pageOfParcels,
} from './parcels/read.ts'
export { recordTracking, type TrackingOutcome } from './parcels/record-tracking.ts'
export { removeConnection } from './parcels/remove-connection.ts'
export { type TrackingCode, trackingCodesByGift } from './parcels/tracking-codes.ts'
export { guessCarrier } from './parcels/tracking-number.ts'
export { simulateTo } from './simulator/simulate.ts'
export { checkRows as checkTrackingRows } from './tracking-import/check-rows.ts'
export {
  type ImportOptions,
  type ImportResult,
  type ImportRow,
  importColumns,
  importLimits,
} from './tracking-import/import-row.ts'
export { importRow as importTrackingRow } from './tracking-import/import-row-change.ts'
export {
  getReadOptions as getTrackingReadOptions,
  parseTrackingFile,
  type TrackingFormat,
  toImportRows,
} from './tracking-import/parse-file.ts'
