import type { Json, JsonObject } from './schemas.ts'

/* How a document is read whose form nobody has promised. */

export const asObject = (value: Json | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
export const asArray = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])

/** What a reference stands for, with what stands beside it. */
export function resolveRef(document: JsonObject, value: Json | undefined): JsonObject {
  const { $ref, ...others } = asObject(value)
  if (typeof $ref !== 'string') return others
  const parts = $ref.slice(2).split('/')
  const target = parts.reduce<Json | undefined>((at, part) => asObject(at)[part], document)
  return { ...resolveRef(document, target), ...others }
}
