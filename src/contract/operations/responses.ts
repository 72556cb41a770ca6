import type { PossibleError } from '../operation.ts'
import type { ResourceType } from '../versions/api-version.ts'

/* Builds `responses` of operations that have one successful response. */

/** The errors that every body can have. */
export const bodyErrors: readonly PossibleError[] = [
  { code: 'required' },
  { code: 'unknown_parameter' },
  { code: 'invalid' },
  { code: 'invalid_format' },
  { code: 'too_long' },
  { code: 'too_many' },
]

/** One resource. */
export const oneResource = <const Type extends ResourceType, const Status extends 200 | 201 = 200>(
  type: Type,
  description: string,
  example: object,
  status: Status = 200 as Status,
) => [{ status, description, shape: 'one', type, example }] as const

/** A list, or a page of it. The example is one of its resources. */
export const manyResources = <const Type extends ResourceType>(
  type: Type,
  description: string,
  example: object,
) => {
  const page = { data: [example], has_more: false }
  return [{ status: 200, description, shape: 'many', type, example: page }] as const
}
