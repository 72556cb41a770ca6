import { type TObject, type TSchema, Type } from 'typebox'

/** The same schema with those nulls in it, as the documents tell it. */
export function withNullsAllowed(schema: TObject): TSchema {
  const isOptional = mayBeLeftOut(schema)
  const properties = Object.entries(schema.properties).map(([name, member]) => [
    name,
    isOptional(name) ? orNull(member) : member,
  ])
  return Type.Unsafe<unknown>({ ...schema, properties: Object.fromEntries(properties) })
}

function orNull(schema: TSchema): TSchema {
  const { description, ...bare }: { description?: string } = schema
  return Type.Unsafe<unknown>({
    anyOf: [bare, { type: 'null' }],
    ...(description === undefined ? {} : { description }),
  })
}

/** Whether a member of the object is optional. */
export function mayBeLeftOut(schema: TObject): (name: string) => boolean {
  const required: readonly string[] = schema.required ?? []
  return (name) => Object.hasOwn(schema.properties, name) && !required.includes(name)
}
