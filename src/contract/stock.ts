import { type Static, Type } from 'typebox'
import { maxAvailable } from './catalogue-limits.ts'
import { NewAddress } from './new-gift-request.ts'
import { id } from './normalize.ts'
import { clearable } from './nullable.ts'
import { defineBody, defineChanges } from './request-body.ts'
import { integer, line, optional, strict } from './request-parts.ts'

/* The bodies of operations on stock, codes, pictures and warehouses. */

const stockKey = { variant_id: Type.String(id), warehouse_id: Type.String(id) }
const count = integer(0, maxAvailable)

const StockCounts = Type.Object(
  {
    levels: Type.Array(
      Type.Object(
        {
          ...stockKey,
          available: count,
          expected: optional(
            integer(0, maxAvailable, 'The count that you know. If it differs, nothing is set.'),
          ),
        },
        strict,
      ),
      { minItems: 1, maxItems: 500 },
    ),
  },
  strict,
)
export const stockCountsBody = defineBody(StockCounts)

const StockAdjustment = Type.Object(
  {
    levels: Type.Array(
      Type.Object(
        {
          ...stockKey,
          delta: integer(-maxAvailable, maxAvailable, 'Units to add; below 0: to take away.'),
        },
        strict,
      ),
      { minItems: 1, maxItems: 500 },
    ),
    reason: line(500, 'For the audit log, such as the number of a delivery note.'),
  },
  strict,
)
export const stockAdjustmentBody = defineBody(StockAdjustment)

const NewCodes = Type.Object(
  {
    codes: Type.Array(
      Type.Object(
        {
          code: Type.String({ minLength: 1, maxLength: 2_000 }),
          pin: optional(clearable(Type.String({ minLength: 1, maxLength: 100 }))),
          expires_on: optional(
            clearable(Type.String({ minLength: 10, maxLength: 10, description: '2027-12-31' })),
          ),
        },
        strict,
      ),
      { minItems: 1, maxItems: 500 },
    ),
    skip_duplicates: optional(
      Type.Boolean({ description: 'Import the other codes. Left out: a duplicate rejects all.' }),
    ),
    include_similar: optional(
      Type.Boolean({ description: 'Import codes that repeat others but for case and hyphens.' }),
    ),
  },
  strict,
)
export const newCodesBody = defineBody(NewCodes)

const NewPicture = Type.Object(
  { url: Type.String({ minLength: 1, maxLength: 500, description: 'An https address.' }) },
  strict,
)
export const newPictureBody = defineBody(NewPicture)

const warehouseCountry = line(
  2,
  'ISO 3166-1 alpha-2, such as DE. It is fixed once the warehouse has stock.',
)
const warehouseAddress = Type.Unsafe<Static<typeof NewAddress> | null>({
  ...NewAddress,
  type: ['object', 'null'],
  description: 'Parcels are sent from there. In the country of the warehouse.',
})

/** The body of `POST /warehouses`. */
export const newWarehouseBody = defineBody(
  Type.Object(
    { name: line(255), country: warehouseCountry, address: optional(warehouseAddress) },
    strict,
  ),
)

/** The body of `PATCH /warehouses/{id}`. */
export const warehouseChangeBody = defineChanges(
  Type.Object(
    {
      name: optional(line(255)),
      country: optional(warehouseCountry),
      address: optional(warehouseAddress),
    },
    strict,
  ),
)
