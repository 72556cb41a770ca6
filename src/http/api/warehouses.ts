import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as catalogue from '#catalogue'
import { ApiError, newWarehouseBody, warehouseChangeBody } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import * as products from '#products'
import { parseEmptyBody, parseOperationBody, rejectParameters } from './body.ts'
import type { Warehouses } from './catalogue-views.ts'
import { assertIfMatch } from './etag.ts'
import type { ApiResponse, Handle } from './handler.ts'
import { renderWhole } from './pagination.ts'

/** Returns the warehouses in use, by id. */
export const findWarehouses = async (ctx: TxContext): Promise<Warehouses> =>
  new Map((await catalogue.listWarehouses(ctx)).map((warehouse) => [warehouse.id, warehouse]))

type IdParams = { Params: { id: string } }

/** The operations on warehouses. */
export function warehouseRoutes(app: FastifyInstance, handle: Handle): void {
  app.get('/warehouses', (request, reply) =>
    handle(request, reply, async (ctx) => {
      rejectParameters(request)
      const data = (await catalogue.listWarehouses(ctx)).map(toView)
      const body = await renderWhole(request, 'warehouses', data)
      return { status: 200, body }
    }),
  )

  app.get<IdParams>('/warehouses/:id', (request, reply) =>
    handle(request, reply, async (ctx) => {
      rejectParameters(request)
      const warehouse = await catalogue.findWarehouse(ctx, request.params.id)
      if (warehouse === undefined) throw new ApiError('not_found')
      return toWarehouseResponse(request, warehouse)
    }),
  )

  changeRoutes(app, handle)
}

function changeRoutes(app: FastifyInstance, handle: Handle): void {
  app.post('/warehouses', (request, reply) =>
    handle(request, reply, async (ctx) => {
      const { members } = parseOperationBody(request, newWarehouseBody)
      const warehouse = await products.createWarehouse(ctx, members)
      return { ...toWarehouseResponse(request, warehouse), status: 201 }
    }),
  )

  app.patch<IdParams>('/warehouses/:id', (request, reply) =>
    handle(request, reply, async (ctx) => {
      const { members } = parseOperationBody(request, warehouseChangeBody)
      const assertUnchanged = (current: catalogue.WarehouseWithAddress) =>
        assertIfMatch(request, () => JSON.stringify(toView(current)))
      const warehouse = await products.changeWarehouse(
        ctx,
        request.params.id,
        members,
        assertUnchanged,
      )
      return toWarehouseResponse(request, warehouse)
    }),
  )

  app.post<IdParams>('/warehouses/:id/archive', (request, reply) =>
    handle(request, reply, async (ctx) => {
      parseEmptyBody(request)
      const warehouse = await catalogue.findWarehouse(ctx, request.params.id)
      if (warehouse === undefined) throw new ApiError('not_found')
      await products.archiveWarehouse(ctx, warehouse.id)
      return toWarehouseResponse(request, warehouse)
    }),
  )
}

const toWarehouseResponse = (
  { version }: FastifyRequest,
  warehouse: catalogue.WarehouseWithAddress,
): ApiResponse => ({
  status: 200,
  body: version.renderResource('warehouses', JSON.stringify(toView(warehouse))),
})

const toView = ({ id, name, country, address }: catalogue.WarehouseWithAddress) => ({
  id,
  name,
  country,
  address,
})
