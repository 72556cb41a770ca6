import { Type } from 'typebox'
import type * as digital from '#digital'

/** The members of a variant that say how it is delivered. Only digital products have them. */
export const deliveryFields = {
  delivery: Type.Optional(
    Type.Unsafe<digital.Delivery>({ type: 'string', enum: ['code', 'link', 'file'] }),
  ),
  link_url: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000 })),
  is_link_per_gift: Type.Optional(Type.Boolean()),
}
