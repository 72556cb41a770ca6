import type { Static, TObject, TSchema } from 'typebox'
import type { FieldError } from './api-error.ts'
import { createNormalizer, normalizeMembers } from './normalize.ts'
import { allowNulls } from './nullable.ts'
import { compileValidator } from './validator.ts'

/** The members of a request body: the schema for the documents, and the parser of requests. */
export interface BodyDefinition<T> {
  schema: TSchema
  /** Whether a request without a body means the same as `{}`. */
  isOptional: boolean
  /** Normalizes and validates members. The members have the type only if there are no errors. */
  parse(members: unknown): { members: T; fieldErrors: FieldError[] }
}

/** Defines a body in which an optional member can also be null, with the same meaning. */
export function defineBody<S extends TObject>(schema: S): BodyDefinition<Static<S>> {
  return define<Static<S>>(schema, allowNulls(schema), createNormalizer(schema))
}

/**
 * Defines a body that contains only the members to change. Null is a value of its own: `clearable` members accept it,
 * and other members reject it.
 */
export function defineChanges<S extends TObject>(schema: S): BodyDefinition<Static<S>> {
  return define<Static<S>>(schema, schema, (members) => normalizeMembers(members, schema))
}

/**
 * Callers name `T`. If `define` inferred it from the schema, the type check would compare `Static` of two type parameters,
 * which takes ten seconds.
 */
function define<T>(
  schema: TObject,
  documented: TSchema,
  normalize: (members: unknown) => unknown,
): BodyDefinition<T> {
  const validate = compileValidator(schema)
  return {
    schema: documented,
    isOptional: ((schema.required ?? []) as readonly string[]).length === 0,
    parse(body) {
      const members = normalize(body)
      return { members: members as T, fieldErrors: validate(members) }
    },
  }
}
