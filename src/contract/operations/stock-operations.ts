import { catalogueExamples, catalogueIds } from '../catalogue-examples.ts'
import { exampleIds } from '../examples.ts'
import { operation, type PossibleError } from '../operation.ts'
import { newPictureBody, stockAdjustmentBody, stockCountsBody } from '../stock.ts'
import { writeCatalogue } from './catalogue-common.ts'
import { manyResources } from './responses.ts'

const levels = manyResources(
  'stock_levels',
  'The stock levels of the body, in its order.',
  catalogueExamples.stockLevel,
)

const levelErrors: readonly PossibleError[] = [
  { code: 'unknown_parameter' },
  { code: 'required' },
  { code: 'invalid' },
  { code: 'too_many' },
  { code: 'invalid_reference' },
]

const key = { variant_id: exampleIds.variant, warehouse_id: catalogueIds.warehouse }

const changeOperations = [
  operation({
    ...writeCatalogue,
    id: 'setStockLevels',
    method: 'PUT',
    path: '/stock_levels',
    summary: 'Set stock levels',
    description:
      'Sets the available units of variants in warehouses, all or none, as after a count. Units that are reserved for gifts are not available. With `expected`, a count that has changed since rejects everything.',
    request: {
      type: 'stock_levels',
      body: stockCountsBody,
      examples: {
        count: {
          summary: 'One variant in one warehouse',
          value: { levels: [{ ...key, available: 120 }] },
        },
      },
    },
    responses: levels,
    errors: levelErrors,
  }),
  operation({
    ...writeCatalogue,
    id: 'adjustStockLevels',
    method: 'POST',
    path: '/stock_levels/adjust',
    summary: 'Adjust stock levels',
    description:
      'Adds units to stock levels, or takes units away, all or none, as after a delivery. Adjustments at the same instant add up. Send an Idempotency-Key, so that a retry does not add twice.',
    request: {
      type: 'stock_levels',
      body: stockAdjustmentBody,
      examples: {
        delivery: {
          summary: 'Forty units arrived',
          value: { levels: [{ ...key, delta: 40 }], reason: 'Delivery note 2026-118' },
        },
      },
    },
    responses: levels,
    errors: [...levelErrors, { code: 'too_long' }, { code: 'invalid_format' }],
  }),
]

const pictureOperation = operation({
  ...writeCatalogue,
  id: 'createPicture',
  method: 'POST',
  path: '/pictures',
  summary: 'Copy a picture of another server',
  description:
    'Loads a PNG, JPEG or WebP picture of up to 700 KB once, and returns its address here, for products, variants and logos. The same address returns the same picture. A picture that is not used within a day is deleted.',
  request: {
    type: 'pictures',
    body: newPictureBody,
    examples: {
      address: {
        summary: 'A picture of a shop',
        value: { url: 'https://shop.example/notebook.png' },
      },
    },
  },
  responses: [
    {
      status: 201,
      description: 'The address of the copy.',
      shape: 'one',
      type: 'pictures',
      example: catalogueExamples.picture,
    },
  ],
  errors: [
    { code: 'unknown_parameter' },
    { code: 'required' },
    { code: 'invalid' },
    { code: 'too_long' },
    { code: 'not_allowed' },
  ],
})

export const stockOperations = [...changeOperations, pictureOperation]
