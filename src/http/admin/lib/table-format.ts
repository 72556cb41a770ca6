import { Type } from 'typebox'
import { encodings } from '#platform/tables/encoding-names'
import { oneOfTexts, strict } from './schemas.ts'

/**
 * The format in which the user has seen the file of an import in the preview. The service detects the values
 * that are absent. `columns` contains the position of each column. The first position is 0, and other columns
 * are ignored.
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
