import { type Static, type TObject, type TSchema, Type } from 'typebox'

/** Returns the schema with nullable optional members, for the documents. */
export function allowNulls(schema: TObject): TSchema {
  const isOptional = createIsOptional(schema)
  const properties = Object.entries(schema.properties).map(([name, member]) => [
    name,
    isOptional(name) ? nullable(member) : member,
  ])
  return Type.Unsafe<unknown>({ ...schema, properties: Object.fromEntries(properties) })
}

/** Returns the schema of a member that a change can set to null. */
export function clearable<S extends TSchema>(schema: S) {
  const { type, enum: values } = schema as { type?: unknown; enum?: readonly unknown[] }
  return Type.Unsafe<Static<S> | null>({
    ...schema,
    type: [type, 'null'],
    ...(values === undefined ? {} : { enum: [...values, null] }),
  })
}

function nullable(schema: TSchema): TSchema {
  const { description, ...schemaWithoutDescription }: { description?: string } = schema
  return Type.Unsafe<unknown>({
    anyOf: [schemaWithoutDescription, { type: 'null' }],
    ...(description === undefined ? {} : { description }),
  })
}

/** Returns a function that tests whether a member of the object is optional. */
export function createIsOptional(schema: TObject): (name: string) => boolean {
  const required: readonly string[] = schema.required ?? []
  return (name) => Object.hasOwn(schema.properties, name) && !required.includes(name)
}
