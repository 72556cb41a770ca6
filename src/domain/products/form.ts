import type * as catalogue from '#catalogue'
import type * as digital from '#digital'

/** A variant as entered. An existing one has its id. */
export type VariantForm = catalogue.VariantInput & digital.DeliveryInput

/** A product as entered, with all its variants in the order of display. */
export interface ProductForm extends Omit<catalogue.ProductInput, 'variants'> {
  variants: readonly VariantForm[]
}
