/**
 * What can be given.
 *
 * - A *product* is what people see in a shop; it is physical or digital.
 * - A *variant* is one that can be ordered: this product in this size or colour, with an SKU.
 * - A *picture* is a file that somebody uploaded; a product shows some, each in three sizes.
 * - What is *archived* is put in front of nobody new; what was given of it goes on.
 * - A *warehouse* holds stock of variants; a *stock level* says how many are left in one.
 * - A *reservation* keeps some of it for somebody until it leaves or is given back; it is not left then.
 * - The *revision* is a number that rises whenever anything changes in what gifts look like.
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
export { createProduct, type NewProduct, type NewVariant } from './create-product.ts'
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
export { createWarehouse, setStock, stockByVariant } from './stock.ts'
export {
  consume,
  findReservations,
  type ReservationResult,
  release,
  reserve,
} from './stock-reservations.ts'
export type { ProductKind, StockLevel, Variant, Warehouse } from './tables.ts'
export { type ProductInput, updateProduct, type VariantInput } from './update-product.ts'
export { variantsById } from './variants.ts'
export { archiveWarehouse, changeWarehouse, listWarehouses } from './warehouses.ts'
