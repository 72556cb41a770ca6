import { Type } from 'typebox'
import type * as catalogue from '#catalogue'
import * as digital from '#digital'
import type { TxContext } from '#platform/postgres/database'

/** The members of a variant that say how it is delivered. Only digital products have them. */
export const deliveryFields = {
  delivery: Type.Optional(
    Type.Unsafe<digital.Delivery>({ type: 'string', enum: ['code', 'link', 'file'] }),
  ),
  link_url: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000 })),
  is_link_per_gift: Type.Optional(Type.Boolean()),
}

/** Returns the contents of the product's variants, by variant; empty for a physical product. */
export const describeContents = async (
  ctx: TxContext,
  { kind, variants }: catalogue.AdminProduct,
): Promise<ReadonlyMap<string, digital.ContentSummary>> =>
  kind === 'digital'
    ? digital.describeContents(
        ctx,
        variants.map(({ id }) => id),
      )
    : new Map()

interface DeliveryForm {
  kind: catalogue.ProductKind
  variants: readonly (digital.DeliveryInput & { id?: string })[]
}

/** Saves how the variants are delivered. The saved variants have the order of the form. */
export const saveDeliveries = (
  ctx: TxContext,
  { kind, variants }: DeliveryForm,
  saved: readonly { id: string }[],
): Promise<void> =>
  digital.saveDeliveries(
    ctx,
    kind,
    variants.flatMap(({ id: formId, delivery, link_url, is_link_per_gift }, index) => {
      const id = saved[index]?.id
      const is_new = formId === undefined
      return id === undefined ? [] : [{ id, is_new, delivery, link_url, is_link_per_gift }]
    }),
  )
