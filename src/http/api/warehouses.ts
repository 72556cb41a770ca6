import type { FastifyInstance } from 'fastify'
import * as catalogue from '#catalogue'
import { ApiError } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { rejectParameters } from './body.ts'
import type { Warehouses } from './catalogue-views.ts'
import type { Handle } from './handler.ts'
import { renderPage } from './pagination.ts'

/** Returns the warehouses in use, by id. */
export const findWarehouses = async (ctx: TxContext): Promise<Warehouses> =>
  new Map((await catalogue.listWarehouses(ctx)).map((warehouse) => [warehouse.id, warehouse]))

/** The operations on warehouses. */
export function warehouseRoutes(app: FastifyInstance, handle: Handle): void {
  app.get('/warehouses', (request, reply) =>
    handle(request, reply, async (ctx) => {
      rejectParameters(request)
      const data = (await catalogue.listWarehouses(ctx)).map(toView)
      const body = renderPage(ctx, request, 'warehouses', { data, has_more: false })
      return { status: 200, body }
    }),
  )

  app.get<{ Params: { id: string } }>('/warehouses/:id', (request, reply) =>
    handle(request, reply, async (ctx) => {
      rejectParameters(request)
      const warehouse = await catalogue.findWarehouse(ctx, request.params.id)
      if (warehouse === undefined) throw new ApiError('not_found')
      const body = JSON.stringify(toView(warehouse))
      return { status: 200, body: request.version.renderResource('warehouses', body) }
    }),
  )
}

const toView = ({ id, name, country, address }: catalogue.WarehouseWithAddress) => ({
  id,
  name,
  country,
  address,
})
