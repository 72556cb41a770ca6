import { type Static, Type } from 'typebox'
import { operation } from '../lib/operation.ts'
import { ManualState, oneOfTexts, strict } from '../lib/schemas.ts'
import { ImportFormat } from '../lib/table-format.ts'

const optionalText = (maxLength: number) => Type.Optional(Type.String({ maxLength }))
const trackingFields = {
  carrier_name: optionalText(1_000),
  tracking_url: optionalText(4_000),
}

export const enterTracking = operation('PUT', '/gift-requests/:id/parcels/:parcel/tracking', {
  permission: 'gift_requests:write',
  summary: 'enter the carrier and the tracking number of a manually shipped parcel',
  body: Type.Object(
    { ...trackingFields, tracking_code: Type.String({ maxLength: 1_000 }) },
    strict,
  ),
})

export const enterProgress = operation('POST', '/gift-requests/:id/parcels/:parcel/progress', {
  permission: 'gift_requests:write',
  summary: 'record the progress of a manually shipped parcel',
  body: Type.Object(
    {
      ...trackingFields,
      tracking_code: optionalText(1_000),
      state: ManualState,
      restock: Type.Optional(Type.Boolean()),
    },
    strict,
  ),
})

export const restockParcel = operation('POST', '/gift-requests/:id/parcels/:parcel/restock', {
  permission: 'catalogue:write',
  summary: 'put the items of a returned parcel back into stock',
})

/** The cells of a row as text. */
const cell = Type.String({ maxLength: 4_000 })
const cells = {
  parcel: cell,
  carrier: cell,
  tracking_number: cell,
  state: cell,
  date: cell,
}

/**
 * The state for rows that have no state, if their parcel has not left yet. With null, their state does not
 * change.
 */
const defaultState = Type.Unsafe<'in_transit' | null>({ enum: ['in_transit', null] })

const CellMessage = Type.Object({
  column: oneOfTexts('parcel', 'carrier', 'tracking_number', 'state', 'date'),
  message: Type.String(),
})

/** The result of importing a row. `unchanged` means that the parcel already has these details. */
const ImportedRow = Type.Object({
  line: Type.Integer(),
  status: oneOfTexts('changed', 'unchanged', 'rejected'),
  errors: Type.Array(CellMessage),
  warnings: Type.Array(CellMessage),
})

export const TrackingImportRow = Type.Object({
  ...ImportedRow.properties,
  cells: Type.Object(cells),
})
export type TrackingImportRow = Static<typeof TrackingImportRow>

export const checkTracking = operation('POST', '/tracking-import/check', {
  permission: 'gift_requests:write',
  summary: 'check a file with tracking numbers, without changing anything',
  body: Type.Object(
    {
      csv: Type.Optional(Type.String({ description: 'The text of a file; or `content`.' })),
      content: Type.Optional(
        Type.String({
          description: 'A file as base64: CSV in any encoding, or a workbook (.xlsx).',
        }),
      ),
      format: Type.Optional(ImportFormat),
      default_state: defaultState,
    },
    strict,
  ),
  bodySize: 'file',
  reply: Type.Object({ rows: Type.Array(TrackingImportRow) }),
})

export const importTracking = operation('POST', '/tracking-import', {
  permission: 'gift_requests:write',
  summary: 'import tracking numbers, each row once',
  body: Type.Object(
    {
      default_state: defaultState,
      rows: Type.Array(
        Type.Object(
          {
            line: Type.Integer({ minimum: 1, maximum: 10_000_000 }),
            cells: Type.Object(cells, strict),
          },
          strict,
        ),
        { minItems: 1, maxItems: 100 },
      ),
    },
    strict,
  ),
  bodySize: 'large',
  reply: Type.Object({ rows: Type.Array(ImportedRow) }),
})
