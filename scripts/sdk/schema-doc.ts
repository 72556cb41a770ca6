import type { JsonObject } from '#scripts/openapi/schemas'

/**
 * Describes a schema with its description and constraints. Returns an empty text, or one or more sentences.
 */
export function describeSchema(schema: JsonObject): string {
  const description = typeof schema.description === 'string' ? schema.description : ''
  return [description, describeConstraints(schema)].filter((each) => each !== '').join(' ')
}

const constraintTexts: Readonly<Record<string, string>> = {
  minLength: 'at least % characters',
  maxLength: 'at most % characters',
  minimum: 'at least %',
  maximum: 'at most %',
  minItems: 'at least % entries',
  maxItems: 'at most % entries',
  maxProperties: 'at most % pairs',
}

function describeConstraints(schema: JsonObject): string {
  const parts = Object.entries(constraintTexts).flatMap(([name, template]) => {
    const limit = schema[name]
    const isTrivial = name.startsWith('min') && name !== 'minimum' && limit === 1
    return typeof limit === 'number' && !isTrivial ? [template.replace('%', String(limit))] : []
  })
  if (schema.format === 'date-time') parts.unshift('a time such as 2026-05-01T10:30:00.000Z')
  if (parts.length === 0) return ''
  const text = parts.join(', ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
