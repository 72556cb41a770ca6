import { Type } from 'typebox'
import { encodings } from '#platform/tables/encoding-names'
import { oneOfTexts, strict } from './schemas.ts'

/**
 * How the file of an import is read, as the user has seen it in the preview. What is absent is found out. `columns` has the
 * position of each column from 0; other columns are ignored.
 */
export const ImportFormat = Type.Object(
  {
    encoding: Type.Optional(oneOfTexts(...encodings)),
    delimiter: Type.Optional(Type.String({ minLength: 1, maxLength: 1 })),
    sheet: Type.Optional(Type.String({ maxLength: 255 })),
    header_line: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
    columns: Type.Optional(
      Type.Record(Type.String({ maxLength: 200 }), Type.Integer({ minimum: 0, maximum: 16_383 }), {
        maxProperties: 100,
      }),
    ),
  },
  strict,
)
