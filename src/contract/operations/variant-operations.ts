import { newVariantBody, variantChangeBody } from '../catalogue.ts'
import { catalogueExamples } from '../catalogue-examples.ts'
import { variantFilters } from '../list-query.ts'
import { operation } from '../operation.ts'
import { newCodesBody } from '../stock.ts'
import {
  catalogueErrors,
  changedError,
  dryRun,
  ifMatchNote,
  readCatalogue,
  writeCatalogue,
} from './catalogue-common.ts'
import { listErrors, listParameters, notFoundError } from './list-parameters.ts'
import { oneResource } from './responses.ts'

const one = (description: string, status: 200 | 201 = 200) =>
  oneResource('variants', description, catalogueExamples.variant, status)

const changeOperations = [
  operation({
    ...writeCatalogue,
    id: 'createVariant',
    method: 'POST',
    path: '/products/{id}/variants',
    summary: 'Add a variant to a product',
    description: 'Adds a variant after the others. A product has at most 100.',
    request: {
      type: 'variants',
      body: newVariantBody,
      examples: {
        colour: {
          summary: 'Another colour',
          value: {
            sku: 'NB-LINEN-MOSS',
            name: 'Moss',
            declared_value: { amount: 1250, currency: 'EUR' },
            unit_cost: { amount: 890, currency: 'EUR' },
          },
        },
      },
    },
    responses: one('The variant.', 201),
    errors: [notFoundError, ...catalogueErrors],
  }),
  operation({
    ...writeCatalogue,
    id: 'updateVariant',
    method: 'PATCH',
    path: '/variants/{id}',
    summary: 'Change a variant',
    description: `Changes the members that the body has. ${ifMatchNote}`,
    request: {
      type: 'variants',
      body: variantChangeBody,
      examples: {
        weight: {
          summary: 'Weight and customs code',
          value: { weight_grams: 325, hs_code: '482010', origin_country: null },
        },
      },
    },
    responses: one('The variant.'),
    errors: [notFoundError, changedError, ...catalogueErrors],
  }),
  operation({
    ...writeCatalogue,
    id: 'archiveVariant',
    method: 'POST',
    path: '/variants/{id}/archive',
    summary: 'Archive a variant',
    description:
      'New gifts do not offer the variant. Fails if a campaign would have no items left.',
    responses: one('The variant, archived.'),
    errors: [notFoundError, { code: 'unknown_parameter' }, { code: 'invalid_transition' }],
  }),
  operation({
    ...writeCatalogue,
    id: 'restoreVariant',
    method: 'POST',
    path: '/variants/{id}/restore',
    summary: 'Restore a variant',
    description: 'Offers an archived variant again, if its product is available.',
    responses: one('The variant, available.'),
    errors: [notFoundError, { code: 'unknown_parameter' }],
  }),
]

const readOperations = [
  operation({
    ...readCatalogue,
    id: 'listVariants',
    method: 'GET',
    path: '/variants',
    summary: 'List variants',
    description: 'Newest first, each with its stock in each warehouse. Find a variant by its SKU.',
    query: listParameters(100, variantFilters, {
      sku: 'The variant with this SKU.',
      product_id: 'Only variants of this product.',
      state: 'available: the variant and its product are available.',
    }),
    responses: [
      {
        status: 200,
        description: 'A page of variants.',
        shape: 'many',
        type: 'variants',
        example: { data: [catalogueExamples.variant], has_more: false },
      },
    ],
    errors: listErrors,
  }),
  operation({
    ...readCatalogue,
    id: 'getVariant',
    method: 'GET',
    path: '/variants/{id}',
    summary: 'Get a variant',
    description: 'One variant with its stock in each warehouse.',
    responses: one('The variant.'),
    errors: [notFoundError],
  }),
]

const codeOperation = operation({
  ...writeCatalogue,
  id: 'importCodes',
  method: 'POST',
  path: '/variants/{id}/codes',
  summary: 'Import codes of a digital variant',
  description:
    'Imports up to 500 codes, or links for single gifts, all or none. Codes are encrypted, and no operation returns them. Gifts that wait for a code get theirs next, the oldest first.',
  query: [dryRun],
  request: {
    type: 'code_imports',
    body: newCodesBody,
    examples: {
      codes: {
        summary: 'Two codes, one with a PIN',
        value: {
          codes: [
            { code: 'VOUCHER-7Q2K-9XPA' },
            { code: 'VOUCHER-3M8R-1TZC', pin: '4711', expires_on: '2027-12-31' },
          ],
          skip_duplicates: true,
        },
      },
    },
  },
  responses: [
    {
      status: 201,
      description: 'How many codes were imported.',
      shape: 'one',
      type: 'code_imports',
      example: catalogueExamples.codeImport,
    },
    {
      status: 200,
      description: 'What the import would do. Nothing was imported.',
      shape: 'one',
      type: 'code_imports',
      example: { ...catalogueExamples.codeImport, is_dry_run: true },
    },
  ],
  errors: [
    notFoundError,
    { code: 'invalid', status: 400 },
    ...catalogueErrors.filter(({ code }) => code !== 'invalid_format'),
  ],
})

/** The operations on variants, and on the codes of digital ones. */
export const variantOperations = [...changeOperations, ...readOperations, codeOperation]
