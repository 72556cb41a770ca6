/**
 * What can be given.
 *
 * - A *product* is what people see in a shop; it is physical or digital.
 * - A *variant* is one that can be ordered: this product in this size or colour, with an SKU.
 * - A *warehouse* holds stock of variants; a *stock level* says how many are left in one.
 * - A *reservation* keeps some of it for somebody until it leaves or is given back; it is not left then.
 * - The *revision* is a number that rises whenever anything changes in what gifts look like.
 */

export { demoLogoFile, demoPicture } from './demo/pictures.ts'
export { createDemo, type DemoVariants, isStocked } from './demo.ts'
export { published } from './images.ts'
export { createProduct, type NewProduct, type NewVariant } from './products.ts'
export { type ShelfItem, shelf } from './shelf.ts'
export { createWarehouse, setStock, stockBy } from './stock.ts'
export type { Held, StockLine } from './stock-lines.ts'
export { consume, heldBy, type Reserved, release, reserve } from './stock-reserve.ts'
export type { Kind, StockLevel, Variant, Warehouse } from './tables.ts'
export { variantsBy } from './variants.ts'
