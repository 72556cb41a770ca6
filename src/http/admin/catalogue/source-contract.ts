import { type Static, Type } from 'typebox'
import { operation } from '../lib/operation.ts'
import { customQuery } from '../lib/query.ts'
import { boundedText, oneOfTexts, orNull, strict, Timestamp } from '../lib/schemas.ts'

/* The contract of the suppliers of digital variants. Amounts are in the smallest unit of their currency. */

const sourceMembers = {
  connection_id: Type.String({ maxLength: 36 }),
  product_id: boundedText(200),
  product_name: boundedText(300),
  amount_minor: Type.Integer({ description: 'The value of each code.' }),
  currency: Type.String({ maxLength: 3 }),
  ceiling_minor: Type.Integer({ description: 'What an order may cost, with fees.' }),
  ceiling_currency: Type.String({ maxLength: 3 }),
  countries: Type.Array(Type.String({ pattern: '^[A-Z]{2}$' }), {
    maxItems: 250,
    description: 'Where the recipients live who get this product; empty for all countries.',
  }),
}

/** A supplier of which a variant buys codes. */
export const CodeSource = Type.Object({
  ...sourceMembers,
  position: Type.Integer({ description: 'From 1: the order in which the suppliers are asked.' }),
  stopped_reason: orNull(oneOfTexts('price_above_ceiling', 'code_unusable')),
  stopped_at: orNull(Timestamp),
})
export type CodeSource = Static<typeof CodeSource>

/** A connection that sells codes. */
export const CodeSupplierChoice = Type.Object({
  id: Type.String(),
  name: Type.String(),
  kind: Type.String(),
  gives: oneOfTexts('code', 'link'),
  is_sandbox: Type.Boolean({ description: 'Whether its orders give nothing of value.' }),
  is_usable: Type.Boolean(),
})
export type CodeSupplierChoice = Static<typeof CodeSupplierChoice>

/** An order at a supplier. */
export const CodePurchase = Type.Object({
  id: Type.String({ description: 'The key of the order at the supplier.' }),
  connection_id: Type.String(),
  gift_request_id: Type.String(),
  state: oneOfTexts('open', 'bought', 'failed'),
  order_ref: orNull(Type.String({ description: 'The id of the order at the supplier.' })),
  price_minor: orNull(Type.Integer()),
  price_currency: orNull(Type.String()),
  problem: orNull(Type.String()),
  created_at: Timestamp,
})
export type CodePurchase = Static<typeof CodePurchase>

const Sources = Type.Object({
  data: Type.Array(CodeSource),
  suppliers: Type.Array(CodeSupplierChoice),
  purchases: Type.Array(CodePurchase, { description: 'The last twenty orders, the newest first.' }),
})

export const listCodeSources = operation('GET', '/catalogue/variants/:id/sources', {
  permission: 'catalogue:write',
  summary: 'list the suppliers of a digital variant, and its last orders',
  reply: Sources,
})

export const saveCodeSources = operation('PUT', '/catalogue/variants/:id/sources', {
  permission: 'catalogue:write',
  summary: 'choose the suppliers of a digital variant, in the order in which they are asked',
  body: Type.Object(
    { sources: Type.Array(Type.Object(sourceMembers, strict), { maxItems: 20 }) },
    strict,
  ),
  reply: Sources,
})

export const searchSupplierProducts = operation('GET', '/catalogue/suppliers/:id/products', {
  permission: 'catalogue:write',
  summary: 'search the products of a supplier by name',
  weight: 10,
  query: customQuery<string, { text: string }>(
    { text: Type.String({ description: 'A part of the name; at most 200 characters are used.' }) },
    ({ text }) => (typeof text === 'string' ? text.slice(0, 200) : ''),
  ),
  reply: Type.Object({
    data: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        currencies: Type.Array(Type.String()),
        countries: Type.Array(Type.String()),
        min_minor: orNull(Type.Integer()),
        max_minor: orNull(Type.Integer()),
      }),
    ),
    problem: orNull(Type.String({ description: 'Why the supplier did not answer.' })),
  }),
})
