import { Type } from 'typebox'
import * as access from '#access'
import * as catalogue from '#catalogue'
import { listCountries, throwIfAny } from '#contract'
import { Answer, operation, type Within } from './operation.ts'
import { noExtra, text } from './shapes.ts'

/** Where products are in stock. */
export const warehouseOperations = [
  operation(
    'GET',
    '/catalogue/warehouses',
    { needs: 'sender', does: 'list warehouses' },
    async ({ ctx }) => ({ data: await catalogue.listWarehouses(ctx), has_more: false }),
  ),

  operation(
    'POST',
    '/catalogue/warehouses',
    {
      needs: 'admin',
      does: 'add a warehouse',
      body: Type.Object({ name: text(255), country: text(2) }, noExtra),
    },
    async (call) => {
      const country = countryIn(call.body.country)
      const warehouse = await catalogue.createWarehouse(call.ctx, { ...call.body, country })
      noteWarehouse(call, 'warehouse.create', warehouse)
      return new Answer(201, warehouse)
    },
  ),

  operation(
    'PATCH',
    '/catalogue/warehouses/:id',
    {
      needs: 'admin',
      does: 'change the name of a warehouse, or its country while it is unused',
      body: Type.Partial(Type.Object({ name: text(255), country: text(2) }), noExtra),
    },
    async (call) => {
      const { name, country } = call.body
      const { was, is } = await catalogue.changeWarehouse(call.ctx, call.params.id ?? '', {
        ...(name !== undefined && { name }),
        ...(country !== undefined && { country: countryIn(country) }),
      })
      const of = ({ name, country }: catalogue.Warehouse) => ({ name, country })
      noteWarehouse(call, 'warehouse.change', is, { before: of(was), after: of(is) })
      return is
    },
  ),

  operation(
    'POST',
    '/catalogue/warehouses/:id/archive',
    { needs: 'admin', does: 'take a warehouse out of use' },
    async (call) => {
      const warehouse = await catalogue.archiveWarehouse(call.ctx, call.params.id ?? '')
      noteWarehouse(call, 'warehouse.archive', warehouse)
    },
  ),
]

function countryIn(typed: string): string {
  const country = typed.toUpperCase()
  if (!listCountries().includes(country))
    throwIfAny([
      { code: 'invalid', param: 'country', message: 'must be a country code such as DE' },
    ])
  return country
}

function noteWarehouse(
  { ctx, actor }: Within<unknown>,
  action: string,
  { id, name }: catalogue.Warehouse,
  details: Record<string, unknown> = {},
): void {
  access.recordEntry(ctx, { actor, action, subject: { kind: 'warehouse', id, name }, details })
}
