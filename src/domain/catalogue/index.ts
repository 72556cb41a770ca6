/**
 * What can be given.
 *
 * - A *product* is what people see in a shop; it is physical or digital.
 * - A *variant* is one that can be ordered: this product in this size or colour, with an SKU.
 * - A *warehouse* holds stock of variants; a *stock level* says how many are left in one.
 * - The *revision* is a number that rises whenever anything changes in what gifts look like.
 */

export { demoLogoFile, demoPicture } from './demo/pictures.ts'
export { createDemo, type DemoVariants, isStocked } from './demo.ts'
export { published } from './images.ts'
export { createProduct, type NewProduct, type NewVariant } from './products.ts'
export { createWarehouse, setStock, stockBy } from './stock.ts'
export type { Kind, StockLevel, Variant, Warehouse } from './tables.ts'
export { variantsBy } from './variants.ts'
