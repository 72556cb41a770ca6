import type { Json } from '#scripts/openapi/schemas'
import type { Direction, Type } from './model.ts'

export function parseEnum(values: readonly Json[], direction: Direction): Type {
  const literals = values.filter((value) => value !== null).map(String)
  const type: Type =
    direction === 'request' && literals.join() === 'true,false'
      ? { kind: 'primitive', name: 'boolean' }
      : // A single value is a discriminator, so its enum stays closed.
        { kind: 'enum', values: literals, isOpen: direction === 'response' && literals.length > 1 }
  if (!values.includes(null)) return type
  return { kind: 'union', types: [type, { kind: 'primitive', name: 'null' }] }
}
