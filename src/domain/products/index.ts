/**
 * Products with everything that belongs to them: the catalogue's product and variants, the contents of digital variants,
 * and the campaigns that offer them. The functions also record the audit log.
 *
 * - *form* is a product as a person or a program enters it: its fields, and all its variants with their delivery
 * - *detail* is a product as it is stored, with stock and contents, but without codes
 */

export { archive, bulkUpdate, restore } from './archive.ts'
export { create } from './create.ts'
export { edit, toVariantForms } from './edit.ts'
export {
  addVariant,
  type ContentInput,
  saveContents,
  updateVariant,
} from './edit-variant.ts'
export { importCodes } from './import-codes.ts'
export {
  find,
  findVariant,
  findVariants,
  type ListedVariant,
  list,
  listVariants,
  type ProductDetail,
  type VariantDetail,
} from './read.ts'
export { adjustStock, setStock } from './stock.ts'
export {
  archiveWarehouse,
  changeWarehouse,
  createWarehouse,
  type WarehouseInput,
} from './warehouses.ts'
