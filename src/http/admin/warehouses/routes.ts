import { Type } from 'typebox'
import * as catalogue from '#catalogue'
import { type Address, listCountries, NewAddress, throwIfAny } from '#contract'
import { audit } from '../lib/audit.ts'
import { JsonResponse, route } from '../lib/route.ts'
import { boundedText, strict } from '../lib/schemas.ts'

const members = { name: boundedText(255), country: boundedText(2) }
const address = Type.Unsafe<Address | null>({ ...NewAddress, type: ['object', 'null'] })

export const warehouseRoutes = [
  route(
    'GET',
    '/catalogue/warehouses',
    { requiredRole: 'sender', summary: 'list warehouses' },
    async ({ ctx }) => ({ data: await catalogue.listWarehouses(ctx), has_more: false }),
  ),

  route(
    'POST',
    '/catalogue/warehouses',
    {
      requiredRole: 'admin',
      summary: 'add a warehouse',
      body: Type.Object({ ...members, address: Type.Optional(address) }, strict),
    },
    async (context) => {
      const country = parseCountry(context.body.country)
      const warehouse = await catalogue.createWarehouse(context.ctx, { ...context.body, country })
      audit(context, 'warehouse.create', warehouse.id, warehouse.name)
      return new JsonResponse(201, warehouse)
    },
  ),

  route(
    'PATCH',
    '/catalogue/warehouses/:id',
    {
      requiredRole: 'admin',
      summary: 'rename a warehouse, or change its address, or its country while it is unused',
      body: Type.Partial(Type.Object({ ...members, address }), strict),
    },
    async (context) => {
      const { name, country, address } = context.body
      const { was, is } = await catalogue.changeWarehouse(context.ctx, context.params.id ?? '', {
        ...(name !== undefined && { name }),
        ...(country !== undefined && { country: parseCountry(country) }),
        ...(address !== undefined && { address }),
      })
      const pick = ({ id: _, ...settings }: catalogue.WarehouseWithAddress) => settings
      audit(context, 'warehouse.change', is.id, is.name, { before: pick(was), after: pick(is) })
      return is
    },
  ),

  route(
    'POST',
    '/catalogue/warehouses/:id/archive',
    { requiredRole: 'admin', summary: 'archive a warehouse' },
    async (context) => {
      const warehouse = await catalogue.archiveWarehouse(context.ctx, context.params.id ?? '')
      audit(context, 'warehouse.archive', warehouse.id, warehouse.name)
    },
  ),
]

function parseCountry(input: string): string {
  const country = input.toUpperCase()
  if (!listCountries().includes(country))
    throwIfAny([
      { code: 'invalid', param: 'country', message: 'must be a country code such as DE' },
    ])
  return country
}
