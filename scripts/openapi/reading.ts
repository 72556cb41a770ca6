import type { Json, JsonObject } from './schemas.ts'

/* How a document is read whose form nobody has promised. */

export const objectAt = (value: Json | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
export const listAt = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])

/** What a reference stands for, with what stands beside it. */
export function resolved(document: JsonObject, value: Json | undefined): JsonObject {
  const { $ref, ...others } = objectAt(value)
  if (typeof $ref !== 'string') return others
  const parts = $ref.slice(2).split('/')
  const target = parts.reduce<Json | undefined>((at, part) => objectAt(at)[part], document)
  return { ...resolved(document, target), ...others }
}
