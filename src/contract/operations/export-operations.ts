import { Type } from 'typebox'
import {
  donationExportFilters,
  giftExportFilters,
  parcelExportFilters,
  stockExportFilters,
} from '../list-query.ts'
import { operation, type Parameter } from '../operation.ts'
import { filterParameters, listErrors } from './list-parameters.ts'

const common = {
  tag: 'Reports',
  since: '2026-05',
  scope: 'reports:read',
  method: 'GET',
  errors: listErrors,
} as const

const cursorParameter = (name: string): Parameter => ({
  name: 'after',
  description: `The id of the last ${name} that you received. The export continues after it, without a header line.`,
  schema: Type.String({ format: 'uuid' }),
})

const mediaTypes = ['text/csv', 'application/jsonl']
const file = (description: string, example: string) =>
  [{ status: 200, description, shape: 'text', mediaTypes, example }] as const

const format = 'csv, or jsonl: one JSON object on each line. Default: csv.'

/** Downloads of any size. A broken download continues behind its last complete line. */
export const exportOperations = [
  operation({
    ...common,
    id: 'exportGiftRequests',
    path: '/exports/gift_requests',
    summary: 'Export gift requests',
    description:
      'All gift requests that match, the oldest first, as one download. JSON Lines have the gift request object. After a broken download, send the id of the last complete line as `after`, with the same filters: no row is missing or twice. Gift requests of the last 30 seconds are left out, so that requests that are still running are not skipped.',
    query: [
      ...filterParameters(giftExportFilters, {
        format,
        status: 'Only those with this status.',
        campaign_id: 'Only those of this campaign.',
        created_after: 'Only those created after this time.',
        created_before: 'Only those created before this time.',
      }),
      cursorParameter('gift request'),
    ],
    responses: file(
      'The gift requests.',
      'id,reference,status\n019de370-4ac0-74e2-8f3a-51c07d9be001,GR-7K3MX9QP,submitted\n',
    ),
  }),
  operation({
    ...common,
    id: 'exportStockLevels',
    path: '/exports/stock_levels',
    summary: 'Export stock levels',
    description:
      'The stock of all variants in all warehouses, as one download. After a broken download, send the `variant_id` of the last variant whose lines are complete as `after`.',
    query: [...filterParameters(stockExportFilters, { format }), cursorParameter('variant')],
    responses: file(
      'The stock levels.',
      'variant_id,sku,warehouse_id,warehouse,available,reserved\n',
    ),
  }),
  operation({
    ...common,
    id: 'exportParcels',
    path: '/exports/parcels',
    summary: 'Export parcels',
    description:
      'All parcels that match, the oldest first, as one download, without addresses. JSON Lines have the parcel with its items and scans, its gift request and its times. A broken download continues as that of gift requests. Parcels of the last 30 seconds are left out.',
    query: [
      ...filterParameters(parcelExportFilters, {
        format,
        state: 'Only those in this state.',
        created_after: 'Only those created after this time.',
        created_before: 'Only those created before this time.',
      }),
      cursorParameter('parcel'),
    ],
    responses: file('The parcels.', 'id,gift_request_id,number,state,carrier,tracking_code\n'),
  }),
  operation({
    ...common,
    id: 'exportDonations',
    path: '/exports/donations',
    summary: 'Export donations',
    description:
      'All donations that match, the oldest first, as one download, with the time of their payment. Amounts are integers in minor units. A broken download continues as that of gift requests. Donations of cancelled gifts and of the last 30 seconds are left out.',
    query: [
      ...filterParameters(donationExportFilters, {
        format,
        product_id: 'Only those to this charity.',
        donated_after: 'Only those after this time.',
        donated_before: 'Only those before this time.',
      }),
      cursorParameter('donation'),
    ],
    responses: file(
      'The donations.',
      'id,gift_request_id,product_id,charity,quantity,amount,currency\n',
    ),
  }),
]
