import { type Static, Type } from 'typebox'
import { enumRule, textRule } from '#contract/filter-rules'
import { operation } from '../lib/operation.ts'
import { customQuery, listQuery } from '../lib/query.ts'
import { boundedText, oneOfTexts, orNull, page, strict, Timestamp } from '../lib/schemas.ts'
import { ImportFormat } from '../lib/table-format.ts'

/* The contract of the codes and files of digital variants. */

export const ListedCode = Type.Object({
  id: Type.String(),
  last_four: orNull(Type.String({ description: 'Null after the erasure of the recipient.' })),
  state: oneOfTexts('free', 'given', 'revoked'),
  has_pin: Type.Boolean(),
  expires_on: orNull(Type.String()),
  gift_request_id: orNull(Type.String()),
  given_at: orNull(Timestamp),
  revoked_at: orNull(Timestamp),
  revoked_reason: orNull(Type.String()),
  created_at: Timestamp,
})
export type ListedCode = Static<typeof ListedCode>

const LineProblem = Type.Object({ line: Type.Integer(), message: Type.String() })
export type LineProblem = Static<typeof LineProblem>

/** The result of an import of codes, or of its check. Each list contains at most the first hundred lines. */
export const CodeImportResult = Type.Object({
  new_count: Type.Integer(),
  is_dry_run: Type.Boolean(),
  duplicate_count: Type.Integer(),
  similar_count: Type.Integer(),
  invalid_count: Type.Integer(),
  duplicates: Type.Array(LineProblem),
  similar: Type.Array(LineProblem),
  invalid: Type.Array(LineProblem),
  samples: Type.Array(
    Type.Object({
      line: Type.Integer(),
      last_four: Type.String(),
      length: Type.Integer(),
      has_pin: Type.Boolean(),
      expires_on: orNull(Type.String()),
    }),
  ),
  import_id: orNull(Type.String({ description: 'Null for a dry run.' })),
})
export type CodeImportResult = Static<typeof CodeImportResult>

export const importCodes = operation('POST', '/catalogue/variants/:id/codes/import', {
  permission: 'catalogue:write',
  summary: 'import codes from CSV or lines, or check them',
  body: Type.Object(
    {
      text: Type.Optional(
        Type.String({ maxLength: 4_000_000, description: 'Lines or CSV; or `content`.' }),
      ),
      content: Type.Optional(
        Type.String({
          maxLength: 5_333_336,
          description: 'A file as base64: CSV in any encoding, or a workbook (.xlsx).',
        }),
      ),
      format: Type.Optional(ImportFormat),
      dry_run: Type.Optional(Type.Boolean()),
      skip_duplicates: Type.Optional(Type.Boolean()),
      include_similar: Type.Optional(Type.Boolean()),
    },
    strict,
  ),
  bodySize: 'import',
  alternativeStatus: 201,
  reply: CodeImportResult,
})

/** An import of codes, with the number of its codes in each state. */
export const CodeImport = Type.Object({
  id: Type.String(),
  created_at: Timestamp,
  total: Type.Integer(),
  free: Type.Integer(),
  given: Type.Integer(),
  revoked: Type.Integer(),
})
export type CodeImport = Static<typeof CodeImport>

export const listCodeImports = operation('GET', '/catalogue/variants/:id/code-imports', {
  permission: 'catalogue:write',
  summary: 'list the imports of codes of a variant, the newest first',
  reply: Type.Object({ data: Type.Array(CodeImport) }),
})

export const revokeCodeImport = operation(
  'POST',
  '/catalogue/variants/:id/code-imports/:import/revoke',
  {
    permission: 'catalogue:write',
    summary: 'revoke all codes of an import that no gift has',
    body: Type.Object({ reason: boundedText(500) }, strict),
    reply: Type.Object({ revoked: Type.Integer(), given: Type.Integer() }),
  },
)

export const listCodes = operation('GET', '/catalogue/variants/:id/codes', {
  permission: 'catalogue:write',
  summary: 'list the codes of a variant, with their last characters',
  query: listQuery(
    { state: enumRule('free', 'given', 'revoked'), last_four: textRule },
    { maxLimit: 50 },
  ),
  reply: page(ListedCode),
})

export const revokeCode = operation('POST', '/catalogue/variants/:id/codes/:code/revoke', {
  permission: 'catalogue:write',
  summary: 'revoke a code that no gift has',
  body: Type.Object({ reason: boundedText(500) }, strict),
})

export const uploadFile = operation('PUT', '/catalogue/variants/:id/file', {
  permission: 'catalogue:write',
  summary: 'upload the file of a variant; the body is the file, `name` its name',
  query: customQuery<string, { name: string }>(
    { name: Type.String({ description: 'At most 255 characters are stored.' }) },
    ({ name }) => (typeof name === 'string' ? name.slice(0, 255) : ''),
  ),
  bodySize: 'binary',
  reply: Type.Object({
    name: Type.String(),
    content_type: Type.String(),
    size: Type.Integer(),
    created_at: Timestamp,
  }),
})
