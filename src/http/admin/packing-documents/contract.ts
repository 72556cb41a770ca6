import { type Static, Type } from 'typebox'
import { operation } from '../lib/operation.ts'
import { oneOfTexts, strict } from '../lib/schemas.ts'

export const DocumentKind = oneOfTexts('packing_slip', 'address_label')
export type DocumentKind = Static<typeof DocumentKind>

export const Paper = oneOfTexts('a4', 'letter', '4x6')
export type Paper = Static<typeof Paper>

export const printDocument = operation('POST', '/packing/documents', {
  permission: 'parcels:pack',
  summary: 'print packing slips or address labels as PDF',
  body: Type.Object(
    {
      kind: DocumentKind,
      paper: Paper,
      parcel_ids: Type.Array(Type.String({ maxLength: 36 }), {
        minItems: 1,
        maxItems: 50,
      }),
    },
    strict,
  ),
  mediaTypes: ['application/pdf'],
})
