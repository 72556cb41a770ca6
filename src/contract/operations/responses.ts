import type { PossibleError } from '../operation.ts'
import type { ResourceType } from '../versions/api-version.ts'

/* Builds the `responses` of operations that have one successful response. */

/** The errors that a request with any body can have. */
export const bodyErrors: readonly PossibleError[] = [
  { code: 'required' },
  { code: 'unknown_parameter' },
  { code: 'invalid' },
  { code: 'invalid_format' },
  { code: 'too_long' },
  { code: 'too_many' },
]

/** Declares a response with one resource. */
export const oneResource = <const Type extends ResourceType, const Status extends 200 | 201 = 200>(
  type: Type,
  description: string,
  example: object,
  status: Status = 200 as Status,
) => [{ status, description, shape: 'one', type, example }] as const

/** Declares a response with a list, or with a page of a list. The example is one resource of the list. */
export const manyResources = <const Type extends ResourceType>(
  type: Type,
  description: string,
  example: object,
) => {
  const page = { data: [example], has_more: false }
  return [{ status: 200, description, shape: 'many', type, example: page }] as const
}
