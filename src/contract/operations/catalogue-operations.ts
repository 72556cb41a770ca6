import { Type } from 'typebox'
import {
  newProductBody,
  productBulkChangeBody,
  productChangeBody,
  productFormBody,
} from '../catalogue.ts'
import { catalogueExamples, catalogueIds } from '../catalogue-examples.ts'
import { productAppFilters, productFilters } from '../list-query.ts'
import { operation } from '../operation.ts'
import {
  catalogueErrors,
  changedError,
  ifMatchNote,
  readCatalogue,
  writeCatalogue,
} from './catalogue-common.ts'
import { listErrors, listParameters, notFoundError } from './list-parameters.ts'
import { manyResources, oneResource } from './responses.ts'
import { stockOperations } from './stock-operations.ts'
import { variantOperations } from './variant-operations.ts'
import { warehouseOperations } from './warehouse-operations.ts'

const one = (description: string, example: object = catalogueExamples.product) =>
  oneResource('products', description, example)
const many = (description: string) =>
  manyResources('products', description, catalogueExamples.product)

const productUse = Type.Object({
  campaigns: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), {
    description: 'Live campaigns that offer the product.',
  }),
  downloads: Type.Record(Type.String(), Type.Integer(), {
    description:
      'How often the file of a digital variant was downloaded, by the id of the variant.',
  }),
})

const productOperations = [
  operation({
    ...writeCatalogue,
    id: 'createProduct',
    method: 'POST',
    path: '/products',
    summary: 'Create a product',
    description:
      'Adds a product with 1 to 100 variants. Campaigns offer variants. Its pictures are addresses; `POST /pictures` copies a picture of another server.',
    request: {
      type: 'products',
      body: newProductBody,
      examples: {
        physical: {
          summary: 'A notebook in one colour',
          value: {
            name: 'Dotted notebook',
            kind: 'physical',
            variants: [{ sku: 'NB-DOTTED-SAND', name: 'Sand', weight_grams: 310 }],
          },
        },
        donation: {
          summary: 'A charity with one amount, up to 500 times',
          value: {
            name: 'Sea rescue',
            kind: 'donation',
            charity: { registration_number: 'VR 1042', url: 'https://sea-rescue.example' },
            variants: [
              {
                sku: 'RESCUE-25',
                name: '25 EUR',
                donation: { amount: { amount: 2500, currency: 'EUR' }, cap: 500 },
              },
            ],
          },
        },
        digital: {
          summary: 'A voucher with imported codes, for adults in two countries',
          value: {
            name: 'Wine voucher',
            description: 'A code for the shop.',
            kind: 'digital',
            destination_mode: 'allow',
            destinations: ['DE', 'AT'],
            minimum_age: 18,
            variants: [
              {
                sku: 'WINE-50',
                name: '50 EUR',
                digital: { delivery: 'code', instructions: 'Enter the code at checkout.' },
              },
            ],
          },
        },
      },
    },
    responses: [
      {
        status: 201,
        description: 'The product.',
        shape: 'one',
        type: 'products',
        example: catalogueExamples.product,
      },
    ],
    errors: catalogueErrors,
  }),
  operation({
    ...readCatalogue,
    id: 'listProducts',
    method: 'GET',
    path: '/products',
    summary: 'List products',
    description: 'Newest first, each with all its variants and their stock.',
    query: listParameters(
      50,
      productFilters,
      {
        state: 'Only products in this state.',
        q: 'Only products with this text in their name, or in the name or the SKU of a variant.',
        stock: 'low: only products with a variant whose stock is low.',
      },
      productAppFilters,
    ),
    appSort: true,
    responses: many('A page of products.'),
    errors: listErrors,
  }),
  operation({
    ...readCatalogue,
    id: 'getProduct',
    method: 'GET',
    path: '/products/{id}',
    summary: 'Get a product',
    description: 'One product with all its variants and their stock.',
    appMembers: productUse,
    responses: one('The product.'),
    errors: [notFoundError],
  }),
  operation({
    ...writeCatalogue,
    id: 'updateProduct',
    method: 'PATCH',
    path: '/products/{id}',
    summary: 'Change a product',
    description: `Changes the members that the body has. Gifts that exist keep the names and pictures that they were created with. ${ifMatchNote}`,
    request: {
      type: 'products',
      body: productChangeBody,
      appBody: productFormBody,
      examples: {
        rules: {
          summary: 'Another name, and no delivery to Switzerland',
          value: { name: 'Linen notebook', destination_mode: 'deny', destinations: ['CH'] },
        },
      },
    },
    responses: one('The product.'),
    errors: [notFoundError, changedError, ...catalogueErrors],
  }),
  operation({
    ...writeCatalogue,
    id: 'archiveProduct',
    method: 'POST',
    path: '/products/{id}/archive',
    summary: 'Archive a product',
    description:
      'New gifts do not offer the product. Existing gifts are not affected. Fails if a campaign would have no items left.',
    responses: one('The product, archived.'),
    errors: [notFoundError, { code: 'unknown_parameter' }, { code: 'invalid_transition' }],
  }),
  operation({
    ...writeCatalogue,
    id: 'restoreProduct',
    method: 'POST',
    path: '/products/{id}/restore',
    summary: 'Restore a product',
    description: 'Offers an archived product again, also in the campaigns that list it.',
    responses: one('The product, available.'),
    errors: [notFoundError, { code: 'unknown_parameter' }],
  }),
  operation({
    ...writeCatalogue,
    id: 'bulkUpdateProducts',
    method: 'POST',
    path: '/products/bulk_update',
    summary: 'Change many products',
    description:
      'Changes, archives or restores 1 to 100 products, all or none. Shipping details apply to every variant of the products.',
    request: {
      type: 'products',
      body: productBulkChangeBody,
      examples: {
        age: {
          summary: 'A minimum age for one product',
          value: { ids: [catalogueIds.product], change: { minimum_age: 18 } },
        },
      },
    },
    responses: many('The products, in the order of the ids.'),
    errors: [...catalogueErrors, { code: 'invalid_reference' }, { code: 'invalid_transition' }],
  }),
]

export const catalogueOperations = [
  ...productOperations,
  ...variantOperations,
  ...stockOperations,
  ...warehouseOperations,
]
