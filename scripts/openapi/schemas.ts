/** A JSON value of a document. */
export type Json = null | boolean | number | string | Json[] | JsonObject
export interface JsonObject {
  [name: string]: Json
}

export const toPlainJson = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json
const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Converts schemas for a document. A schema with a name is written once and referenced everywhere else. */
export interface SchemaWriter {
  /** Returns the schema, or a reference to it. */
  write(schema: unknown): JsonObject
  /** Returns all referenced schemas by name. */
  used(): JsonObject
}

export function createSchemaWriter(named: Readonly<Record<string, unknown>>): SchemaWriter {
  const names = new Map(
    Object.entries(named).map(([name, schema]) => [schemaKey(toPlainJson(schema)), name]),
  )
  const written = new Map<string, JsonObject>()

  function visit(schema: Json, isRoot = false): Json {
    if (Array.isArray(schema)) return schema.map((each) => visit(each))
    if (!isObject(schema)) return schema
    const name = isRoot ? undefined : names.get(schemaKey(schema))
    if (name === undefined) return simplify(mapValues(schema, (member) => visit(member)))
    if (!written.has(name)) {
      written.set(name, {}) // reserves the name, because a schema may contain itself
      written.set(name, visit(toPlainJson(named[name]), true) as JsonObject)
    }
    const $ref = `#/components/schemas/${name}`
    const { description } = schema
    const ownDescription = isObject(written.get(name)) ? written.get(name)?.description : undefined
    return description === undefined || description === ownDescription
      ? { $ref }
      : { $ref, description }
  }

  return {
    write: (schema) => visit(toPlainJson(schema)) as JsonObject,
    used: () => Object.fromEntries([...written].sort(([one], [other]) => (one < other ? -1 : 1))),
  }
}

/** Builds a key to compare schemas, which ignores the description. */
function schemaKey(schema: Json): string {
  if (!isObject(schema)) return JSON.stringify(schema)
  const { description: _, ...withoutDescription } = schema
  return JSON.stringify(withoutDescription)
}

const mapValues = (object: JsonObject, change: (value: Json) => Json): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]))

/** Converts a schema to a shorter equivalent that more tools understand. */
function simplify(schema: JsonObject): JsonObject {
  const { patternProperties, ...others } = schema
  if (isObject(patternProperties) && patternProperties['^.*$'] !== undefined)
    return simplify({ ...others, additionalProperties: patternProperties['^.*$'] })
  const { anyOf, ...more } = schema
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema
  const [one, other] = anyOf
  if (!isObject(one) || !isObject(other) || other.type !== 'null') return schema
  if (typeof one.type !== 'string' || one.type === 'object') return schema
  return {
    ...one,
    type: [one.type, 'null'],
    ...(Array.isArray(one.enum) ? { enum: [...one.enum, null] } : {}),
    ...more,
  }
}
