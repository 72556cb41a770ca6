import { type Static, Type } from 'typebox'
import { operation } from '../lib/operation.ts'
import { oneOfTexts, strict } from '../lib/schemas.ts'

export const DocumentKind = oneOfTexts(
  'packing_slip',
  'address_label',
  'greeting_card',
  'slip_and_card',
  'pick_list',
)
export type DocumentKind = Static<typeof DocumentKind>

export const Paper = oneOfTexts('a4', 'letter', '4x6')
export type Paper = Static<typeof Paper>

export const CardFormat = oneOfTexts('a6', 'dl', 'a5_folded', 'letter_folded')
export type CardFormat = Static<typeof CardFormat>

export const printDocument = operation('POST', '/packing/documents', {
  permission: 'parcels:pack',
  summary: 'print packing slips, address labels, cards or a pick list as PDF',
  body: Type.Object(
    {
      kind: DocumentKind,
      paper: Paper,
      card_style: Type.Optional(
        Type.Object({ format: CardFormat, has_marks: Type.Boolean() }, strict),
      ),
      parcel_ids: Type.Array(Type.String({ maxLength: 36 }), {
        minItems: 1,
        maxItems: 50,
      }),
    },
    strict,
  ),
  mediaTypes: ['application/pdf'],
})
