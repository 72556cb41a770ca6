/**
 * The catalogue: the products that an account can give.
 *
 * - A *product* is physical, digital or a donation, and has one or more variants.
 * - A *donation* is a charity; each of its variants is an amount that the sender gives instead of a gift.
 * - A *variant* can be ordered: a product in one size or colour, with an SKU.
 * - A *picture* is an uploaded file; a product shows pictures, each in three sizes.
 * - The *details* of a product are its size guide, ingredients and allergens, which recipients read before they choose.
 * - A product's *rules* limit who can get it: its *destinations* (countries and US states) and a minimum age.
 * - The *shipping details* of a variant are its weight, size and customs data.
 * - An *archived* product is not offered in new gift requests; existing ones continue.
 * - An *import* changes products, variants and stock to the values of a CSV file. Its *plan* has the changes and the
 *   errors of each cell.
 * - A *warehouse* has stock of variants; a *stock level* is the available quantity in one warehouse.
 * - A *reservation* takes stock for a gift request until it ships or is released. Reserved stock is not
 *   available.
 * - The *revision* is a number that rises with every change to the appearance of gifts.
 */

export {
  type AdjustedStock,
  addToStock,
  adjustStock,
  type StockAdjustment,
  type StockDelta,
} from './adjust-stock.ts'
export {
  type AdminProduct,
  type AdminVariant,
  countLowStock,
  findProduct,
  listProducts,
} from './admin-products.ts'
export {
  findLowStockVariants,
  type LowStockVariant,
  lowStockThreshold,
  type ProductFilter,
} from './admin-store.ts'
export {
  findVariant,
  findVariants,
  type ListedVariant,
  listVariants,
  type VariantFilter,
} from './admin-variants.ts'
export type { Allocation, StockLine } from './allocation.ts'
export { setProductArchivedAt, setVariantArchivedAt } from './archive.ts'
export { type AvailableItem, listAvailableItems } from './available-items.ts'
export { type BulkChange, updateProductFields } from './bulk-update.ts'
export { createProduct } from './create-product.ts'
export { defaultLogo, defaultLogoFile } from './default-logo.ts'
export { demoLogoFile, findDemoImage, toRasterUrl } from './demo/demo-images.ts'
export { setDemoUnitCosts } from './demo/demo-unit-costs.ts'
export {
  createDemoCatalogue,
  type DemoVariants,
  demoCompany,
  firstProductAt,
  hasProducts,
  translateDemoCatalogue,
} from './demo-catalogue.ts'
export {
  checkDestination,
  type Destination,
  type DestinationMode,
  dependsOnState,
  findDeniedCode,
  formatDestination,
  noRules,
  type ProductRules,
  toRules,
} from './destinations.ts'
export type { CharityDetails, DonationDetails } from './donation-details.ts'
export { toAbsoluteUrl, toRelativeUrl } from './image-urls.ts'
export {
  type CsvFile,
  getReadOptions,
  type ImportFormat,
  importLimits,
  parseCsvFile,
  toCsvFile,
  toInvalidFile,
  truncate,
} from './import/csv-file.ts'
export { type ExportCursor, exportHeader, exportPage } from './import/export-catalogue.ts'
export { applyImport, planImportForUpdate } from './import/import-catalogue.ts'
export { type ImportPlan, planImport } from './import/plan-import.ts'
export { type ItemCost, itemCostsById } from './item-costs.ts'
export { getDisplayName, type ItemTexts, itemTextKey, itemTextsByRef } from './item-texts.ts'
export {
  type FetchedPicture,
  fetchPicture,
  saveFetchedPicture,
} from './load-picture.ts'
export type { DownloadOptions } from './picture-download.ts'
export { detectPictureFormat } from './picture-format.ts'
export { removeMetadata } from './picture-metadata.ts'
export { createPictureScaler, type PictureScaler } from './picture-scaler.ts'
export {
  deleteUnusedPictures,
  findPicture,
  isAcceptedPicture,
  isOwnPicture,
  markPicturesUsed,
  pictureLimits,
  savePicture,
} from './pictures.ts'
export { noProductDetails, type ProductDetails, toProductDetails } from './product-details.ts'
export type { ProductKind } from './product-kind.ts'
export {
  consumeLines,
  mergeReservations,
  moveAllReservations,
  releaseLines,
  reserveMissing,
} from './reservation-changes.ts'
export { restock } from './restock.ts'
export { noShippingDetails, type ShippingDetails } from './shipping-details.ts'
export { setStock, stockByVariant } from './stock.ts'
export {
  cancelReservedLines,
  consumeAvailable,
  findReservations,
  moveReservation,
  type ReservationResult,
  release,
  reserve,
  writeOffAvailable,
} from './stock-reservations.ts'
export { findSkuOwners } from './store.ts'
export type {
  NewProduct,
  NewVariant,
  StockLevel,
  Variant,
  Warehouse,
  WarehouseWithAddress,
} from './tables.ts'
export { listTeamWarehouses, setTeamWarehouses } from './team-stock.ts'
export type { ItemTranslation, ItemTranslations, ItemTranslationsInput } from './translations.ts'
export {
  lockProduct,
  type ProductInput,
  updateProduct,
  type VariantInput,
} from './update-product.ts'
export { memoizedVariantsById, shippingDetailsById, variantsById } from './variants.ts'
export {
  archiveWarehouse,
  changeWarehouse,
  createWarehouse,
  findWarehouse,
  listWarehouses,
} from './warehouses.ts'
