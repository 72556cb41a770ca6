import { type Static, Type } from 'typebox'
import { operation } from '../lib/operation.ts'
import { boundedText, orNull, strict } from '../lib/schemas.ts'
import { ImportFormat } from '../lib/table-format.ts'

/* The contract of the import and export of the catalogue. */

const Counts = Type.Object({
  created: Type.Integer(),
  changed: Type.Integer(),
  unchanged: Type.Integer(),
})

/**
 * The report about a checked or imported file. It counts everything, and contains the first entries of each
 * list.
 */
export const CatalogueImportReport = Type.Object({
  rows: Type.Integer(),
  products: Counts,
  variants: Counts,
  stock_changed: Type.Integer(),
  error_count: Type.Integer(),
  errors: Type.Array(
    Type.Object({
      line: orNull(Type.Integer()),
      column: orNull(Type.String()),
      value: orNull(Type.String()),
      message: Type.String(),
    }),
  ),
  change_count: Type.Integer(),
  changes: Type.Array(
    Type.Object({
      line: Type.Integer(),
      sku: Type.String(),
      is_new: Type.Boolean(),
      columns: Type.Array(
        Type.Object({ column: Type.String(), from: Type.String(), to: Type.String() }),
      ),
    }),
  ),
  missing_picture_count: Type.Integer(),
  missing_pictures: Type.Array(Type.String()),
  digest: Type.String({
    description: 'Identifies the changes: an import rejects a digest of another state.',
  }),
})
export type CatalogueImportReport = Static<typeof CatalogueImportReport>

/** A file of at most 5 MB as base64. The file is CSV or a workbook (.xlsx). */
const content = Type.String({ maxLength: 6_666_672 })

export const checkCatalogueImport = operation('POST', '/catalogue/import/check', {
  permission: 'catalogue:write',
  summary: 'check a CSV file or a workbook and list the changes of its import',
  body: Type.Object({ content, format: Type.Optional(ImportFormat) }, strict),
  bodySize: 'file',
  reply: CatalogueImportReport,
})

export const importCatalogue = operation('POST', '/catalogue/import', {
  permission: 'catalogue:write',
  summary: 'import a CSV file or a workbook: products, variants and stock',
  body: Type.Object(
    { content, format: Type.Optional(ImportFormat), digest: Type.Optional(boundedText(64)) },
    strict,
  ),
  bodySize: 'file',
  reply: CatalogueImportReport,
})

export const exportCatalogue = operation('GET', '/catalogue/export.csv', {
  addresses: 'none',
  permission: 'catalogue:read',
  summary: 'download products, variants and stock',
  mediaTypes: ['text/csv'],
})
