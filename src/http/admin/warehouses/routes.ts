import * as catalogue from '#catalogue'
import { listCountries, throwIfAny } from '#contract'
import { audit } from '../lib/audit.ts'
import { handle } from '../lib/handle.ts'
import * as contract from './contract.ts'

export const warehouseRoutes = [
  handle(contract.listWarehouses, async ({ ctx }) => ({
    data: await catalogue.listWarehouses(ctx),
    has_more: false,
  })),

  handle(contract.createWarehouse, async (context) => {
    const country = parseCountry(context.body.country)
    const warehouse = await catalogue.createWarehouse(context.ctx, { ...context.body, country })
    audit(context, 'warehouse.create', warehouse.id, warehouse.name)
    return warehouse
  }),

  handle(contract.changeWarehouse, async (context) => {
    const { name, country, address } = context.body
    const { was, is } = await catalogue.changeWarehouse(context.ctx, context.params.id, {
      ...(name !== undefined && { name }),
      ...(country !== undefined && { country: parseCountry(country) }),
      ...(address !== undefined && { address }),
    })
    const pick = ({ id: _, ...settings }: catalogue.WarehouseWithAddress) => settings
    audit(context, 'warehouse.change', is.id, is.name, { before: pick(was), after: pick(is) })
    return is
  }),

  handle(contract.archiveWarehouse, async (context) => {
    const warehouse = await catalogue.archiveWarehouse(context.ctx, context.params.id)
    audit(context, 'warehouse.archive', warehouse.id, warehouse.name)
  }),
]

function parseCountry(input: string): string {
  const country = input.toUpperCase()
  if (!listCountries().includes(country))
    throwIfAny([
      { code: 'invalid', param: 'country', message: 'must be a country code such as DE' },
    ])
  return country
}
