/**
 * The catalogue: the products that an account can give.
 *
 * - A *product* is physical or digital, and has one or more variants.
 * - A *variant* can be ordered: a product in one size or colour, with an SKU.
 * - A *picture* is an uploaded file; a product shows pictures, each in three sizes.
 * - An *archived* product is not offered in new gift requests; existing ones continue.
 * - A *warehouse* has stock of variants; a *stock level* is the available quantity in one warehouse.
 * - A *reservation* takes stock for a gift request until it ships or is released. Reserved stock is not
 *   available.
 * - The *revision* is a number that rises with every change to the appearance of gifts.
 */

export { type AdjustedStock, adjustStock, type StockAdjustment } from './adjust-stock.ts'
export {
  type AdminProduct,
  type AdminVariant,
  countLowStock,
  findProduct,
  listProducts,
} from './admin-products.ts'
export { lowStockThreshold, type ProductFilter } from './admin-store.ts'
export type { Allocation, StockLine } from './allocation.ts'
export { setProductArchivedAt, setVariantArchivedAt } from './archive.ts'
export { type AvailableItem, listAvailableItems } from './available-items.ts'
export { createProduct } from './create-product.ts'
export { defaultLogo, defaultLogoFile } from './default-logo.ts'
export { demoLogoFile, findDemoImage } from './demo/demo-images.ts'
export {
  createDemoCatalogue,
  type DemoVariants,
  firstProductAt,
  hasProducts,
} from './demo-catalogue.ts'
export { toAbsoluteUrl, toRelativeUrl } from './image-urls.ts'
export {
  deleteUnusedPictures,
  findPicture,
  markPicturesUsed,
  pictureLimits,
  savePicture,
} from './pictures.ts'
export { restock } from './restock.ts'
export { createWarehouse, setStock, stockByVariant } from './stock.ts'
export {
  cancelReservedLines,
  consume,
  findReservations,
  moveReservation,
  type ReservationResult,
  release,
  reserve,
  writeOffAvailable,
} from './stock-reservations.ts'
export type {
  NewProduct,
  NewVariant,
  ProductKind,
  StockLevel,
  Variant,
  Warehouse,
} from './tables.ts'
export { type ProductInput, updateProduct, type VariantInput } from './update-product.ts'
export { variantsById } from './variants.ts'
export { archiveWarehouse, changeWarehouse, listWarehouses } from './warehouses.ts'
