import type { Json, JsonObject } from './schemas.ts'

/* Functions for safe access to JSON of unknown structure. */

export const asObject = (value: Json | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
export const asArray = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])

/** Resolves a reference, and merges it with the members beside it. */
export function resolveRef(document: JsonObject, value: Json | undefined): JsonObject {
  const { $ref, ...others } = asObject(value)
  if (typeof $ref !== 'string') return others
  const parts = $ref.slice(2).split('/')
  const target = parts.reduce<Json | undefined>((node, part) => asObject(node)[part], document)
  return { ...resolveRef(document, target), ...others }
}
