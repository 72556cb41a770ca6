import { type Static, Type } from 'typebox'
import type { Address } from '#contract/gift-request'
import { NewAddress } from '#contract/new-gift-request'
import { operation } from '../lib/operation.ts'
import { boundedText, orNull, PostalAddress, page, strict } from '../lib/schemas.ts'

export const Warehouse = Type.Object({
  id: Type.String(),
  name: Type.String(),
  country: Type.String({ description: 'ISO 3166-1 alpha-2.' }),
  address: orNull(PostalAddress),
})

export const ListedWarehouse = Type.Object({
  ...Warehouse.properties,
  is_used: Type.Boolean({ description: 'Stock was entered, so the country cannot change.' }),
  has_stock: Type.Boolean(),
})
export type ListedWarehouse = Static<typeof ListedWarehouse>

const members = { name: boundedText(255), country: boundedText(2) }
const address = Type.Unsafe<Address | null>({ ...NewAddress, type: ['object', 'null'] })

export const listWarehouses = operation('GET', '/catalogue/warehouses', {
  role: 'sender',
  summary: 'list warehouses',
  reply: page(ListedWarehouse),
})

export const createWarehouse = operation('POST', '/catalogue/warehouses', {
  role: 'admin',
  summary: 'add a warehouse',
  body: Type.Object({ ...members, address: Type.Optional(address) }, strict),
  status: 201,
  reply: Warehouse,
})

export const changeWarehouse = operation('PATCH', '/catalogue/warehouses/:id', {
  role: 'admin',
  summary: 'rename a warehouse, or change its address, or its country while it is unused',
  body: Type.Partial(Type.Object({ ...members, address }), strict),
  reply: Warehouse,
})

export const archiveWarehouse = operation('POST', '/catalogue/warehouses/:id/archive', {
  role: 'admin',
  summary: 'archive a warehouse',
})
