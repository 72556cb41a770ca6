import { Type } from 'typebox'
import { catalogueExamples } from '../catalogue-examples.ts'
import { operation, type PossibleError } from '../operation.ts'
import { newWarehouseBody, warehouseChangeBody } from '../stock.ts'
import { changedError, ifMatchNote, readCatalogue, writeCatalogue } from './catalogue-common.ts'
import { notFoundError } from './list-parameters.ts'
import { manyResources, oneResource } from './responses.ts'

const one = (description: string, status: 200 | 201 = 200) =>
  oneResource('warehouses', description, catalogueExamples.warehouse, status)

const bodyErrors: readonly PossibleError[] = [
  { code: 'unknown_parameter' },
  { code: 'required' },
  { code: 'invalid' },
  { code: 'invalid_format' },
  { code: 'too_long' },
]

const warehouseUse = Type.Object({
  is_used: Type.Boolean({ description: 'The country is fixed from then on.' }),
  has_stock: Type.Boolean({ description: 'A warehouse with stock cannot be archived.' }),
})

export const warehouseOperations = [
  operation({
    ...readCatalogue,
    id: 'listWarehouses',
    method: 'GET',
    path: '/warehouses',
    summary: 'List warehouses',
    description: 'All warehouses that are in use, by name, on one page.',
    appMembers: warehouseUse,
    responses: manyResources('warehouses', 'The warehouses.', catalogueExamples.warehouse),
    errors: [],
  }),
  operation({
    ...readCatalogue,
    id: 'getWarehouse',
    method: 'GET',
    path: '/warehouses/{id}',
    summary: 'Get a warehouse',
    description: 'One warehouse with the address that it sends from. Also one that is archived.',
    responses: one('The warehouse.'),
    errors: [notFoundError],
  }),
  operation({
    ...writeCatalogue,
    id: 'createWarehouse',
    method: 'POST',
    path: '/warehouses',
    summary: 'Create a warehouse',
    description: 'Adds a warehouse. It has no stock.',
    request: {
      type: 'warehouses',
      body: newWarehouseBody,
      examples: {
        address: {
          summary: 'With the address that it sends from',
          value: {
            name: 'Leipzig',
            country: 'DE',
            address: catalogueExamples.warehouse.address,
          },
        },
      },
    },
    responses: one('The warehouse.', 201),
    errors: [...bodyErrors, { code: 'not_allowed' }],
  }),
  operation({
    ...writeCatalogue,
    id: 'updateWarehouse',
    method: 'PATCH',
    path: '/warehouses/{id}',
    summary: 'Change a warehouse',
    description: `Changes the members of the body. The country is fixed once the warehouse has stock. ${ifMatchNote}`,
    request: {
      type: 'warehouses',
      body: warehouseChangeBody,
      examples: { name: { summary: 'Another name', value: { name: 'Leipzig North' } } },
    },
    responses: one('The warehouse.'),
    errors: [...bodyErrors, notFoundError, changedError],
  }),
  operation({
    ...writeCatalogue,
    id: 'archiveWarehouse',
    method: 'POST',
    path: '/warehouses/{id}/archive',
    summary: 'Archive a warehouse',
    description:
      'Takes a warehouse out of use. Not possible while it has stock, available or reserved.',
    responses: one('The warehouse.'),
    errors: [{ code: 'unknown_parameter' }, notFoundError, { code: 'invalid_transition' }],
  }),
]
