import { Type } from 'typebox'
import * as catalogue from '#catalogue'
import { listCountries, throwIfAny } from '#contract'
import { audit } from '../lib/audit.ts'
import { JsonResponse, route } from '../lib/route.ts'
import { boundedText, strict } from '../lib/schemas.ts'

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
      body: Type.Object({ name: boundedText(255), country: boundedText(2) }, strict),
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
      summary: 'rename a warehouse, or change its country while it is unused',
      body: Type.Partial(Type.Object({ name: boundedText(255), country: boundedText(2) }), strict),
    },
    async (context) => {
      const { name, country } = context.body
      const { was, is } = await catalogue.changeWarehouse(context.ctx, context.params.id ?? '', {
        ...(name !== undefined && { name }),
        ...(country !== undefined && { country: parseCountry(country) }),
      })
      const pick = ({ name, country }: catalogue.Warehouse) => ({ name, country })
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
