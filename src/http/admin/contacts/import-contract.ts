import { type Static, Type } from 'typebox'
import { presetNames } from '#platform/tables/preset-names'
import { operation } from '../lib/operation.ts'
import { boundedText, oneOfTexts, strict } from '../lib/schemas.ts'
import { ImportFormat } from '../lib/table-format.ts'

/* The contract of the import of contacts. The whole file is checked; then its rows are imported in parts. */

const CellMessage = Type.Object({ column: Type.String(), message: Type.String() })

/** The cells of a row as text, by column. */
const cells = Type.Record(Type.String({ maxLength: 200 }), Type.String({ maxLength: 4_000 }), {
  maxProperties: 60,
})

const ImportedRow = Type.Object({
  line: Type.Integer(),
  status: oneOfTexts('created', 'changed', 'unchanged', 'rejected', 'skipped'),
  name: Type.String(),
  changed: Type.Array(Type.String(), { description: 'The fields that the row changes.' }),
  errors: Type.Array(CellMessage),
  warnings: Type.Array(CellMessage),
})

export const ContactImportRow = Type.Object({ ...ImportedRow.properties, cells })
export type ContactImportRow = Static<typeof ContactImportRow>

/** The order of day and month in dates such as 03/04/2024. */
const dateOrder = Type.Optional(oneOfTexts('day_first', 'month_first'))

export const checkContactImport = operation('POST', '/contact-import/check', {
  permission: 'contacts:write',
  summary: 'check a file with contacts, without changing anything',
  body: Type.Object(
    {
      content: Type.String({
        maxLength: 6_666_672,
        description: 'A file of at most 5 MB as base64: CSV, a workbook (.xlsx) or vCards.',
      }),
      format: Type.Optional(ImportFormat),
      date_order: dateOrder,
      preset: Type.Optional(oneOfTexts(...presetNames)),
    },
    strict,
  ),
  bodySize: 'file',
  reply: Type.Object({
    source: oneOfTexts('import', 'vcard'),
    needs_date_order: Type.Boolean({ description: 'A date can be two days.' }),
    rows: Type.Array(ContactImportRow),
  }),
})

export const importContacts = operation('POST', '/contact-import', {
  permission: 'contacts:write',
  summary: 'import contacts in one transaction; a repeated import changes nothing',
  body: Type.Object(
    {
      source: oneOfTexts('import', 'vcard'),
      file_name: boundedText(255),
      date_order: dateOrder,
      rows: Type.Array(
        Type.Object({ line: Type.Integer({ minimum: 1, maximum: 10_000_000 }), cells }, strict),
        { minItems: 1, maxItems: 200 },
      ),
    },
    strict,
  ),
  bodySize: 'large',
  reply: Type.Object({ rows: Type.Array(ImportedRow) }),
})
