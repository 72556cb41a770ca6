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

export { changeProduct, type WantedProduct, type WantedVariant } from './change-product.ts'
export { demoLogoFile, demoPicture } from './demo/pictures.ts'
export { createDemo, type DemoVariants, firstProductAt, isStocked } from './demo.ts'
export {
  browseProducts,
  countLow,
  type DeskProduct,
  type DeskVariant,
  findProduct,
} from './desk.ts'
export { lowAt, type ProductFilter } from './desk-store.ts'
export { own, published } from './images.ts'
export { plainLogo, plainLogoFile } from './logo.ts'
export {
  findPicture,
  forgetUnusedPictures,
  keepPicture,
  mostOfAPicture,
  usePictures,
} from './pictures.ts'
export { createProduct, type NewProduct, type NewVariant } from './products.ts'
export { type Restocked, type Restocking, restock } from './restock.ts'
export { type ShelfItem, shelf } from './shelf.ts'
export { shelveProduct, shelveVariant } from './shelve.ts'
export { createWarehouse, setStock, stockBy } from './stock.ts'
export type { Held, StockLine } from './stock-lines.ts'
export { consume, heldBy, type Reserved, release, reserve } from './stock-reserve.ts'
export type { Kind, StockLevel, Variant, Warehouse } from './tables.ts'
export { variantsBy } from './variants.ts'
export { archiveWarehouse, changeWarehouse, listWarehouses } from './warehouses.ts'
