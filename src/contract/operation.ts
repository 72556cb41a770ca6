import type { TSchema } from 'typebox'
import type { ErrorCode } from './api-error.ts'
import type { ResourceType } from './versions/api-version.ts'

/** A parameter of a query string. */
export interface Parameter {
  name: string
  description: string
  schema: TSchema
}

/** An error that an operation can return. A field error in the query string has the status 400. */
export interface PossibleError {
  code: ErrorCode
  status?: number
}

export interface RequestBody {
  type: ResourceType
  /** The members, as the newest version has them at the top of the body. */
  schema: TSchema
  /** Set if the body contains several items, under the name of the type. */
  maxItems?: number
  /** Tests send each example to a running instance, with valid ids in place of `exampleIds`. */
  examples: Readonly<Record<string, { summary: string; value: object; query?: string }>>
}

/** The response to a successful request: text, one resource, or a list. */
export type OperationResponse = { status: 200 | 201; description: string } & (
  | { shape: 'text'; example: string }
  | { shape: 'one' | 'many'; type: ResourceType; example: object }
)

/** One operation of the public API with its complete description. Documents and tests are generated from these. */
export interface Operation {
  id: string
  method: 'GET' | 'POST'
  /** The path below the base URL, with `{id}` for a variable part. */
  path: string
  tag: Tag
  summary: string
  description: string
  query?: readonly Parameter[]
  request?: RequestBody
  responses: readonly OperationResponse[]
  /** Errors in addition to those that `errorsFor` adds to every operation of the kind. */
  errors: readonly PossibleError[]
  /** Not available in production. */
  isStagingOnly?: true
  /** Whether the header Service-API-Version is optional. */
  isVersionOptional?: true
}

/** The groups of the reference, in its order. */
export const tags = {
  'Gift requests': 'A gift on its way from a business to a person: the central resource.',
  Campaigns: 'Why and how things are given, and what is put in front of people.',
  'One-links': 'One public link behind which many gifts wait to be claimed.',
  Events: 'What happened to gift requests: the same that webhooks tell, to be read at leisure.',
  'Test helpers': 'Play the life of a gift request, and let time pass. In staging only.',
  Service: 'What answers here.',
} as const
type Tag = keyof typeof tags

/** Every POST can have an Idempotency-Key, and no other operation can. */
export const acceptsIdempotencyKey = ({ method }: Operation): boolean => method === 'POST'

const commonErrors: readonly PossibleError[] = [
  { code: 'unsupported_api_version' },
  { code: 'unknown_parameter', status: 400 },
  { code: 'unauthorized' },
  { code: 'too_many_requests' },
  { code: 'internal_error' },
  { code: 'unavailable' },
]

const postErrors: readonly PossibleError[] = [
  { code: 'invalid_format', status: 400 },
  { code: 'invalid_json' },
  { code: 'idempotency_key_reused' },
  { code: 'idempotency_key_in_use' },
  { code: 'payload_too_large' },
  { code: 'unsupported_media_type' },
]

/** Returns all errors that an operation can return. */
export const errorsFor = (operation: Operation): readonly PossibleError[] => [
  ...commonErrors,
  ...(operation.method === 'POST' ? postErrors : []),
  ...operation.errors,
]

/** Error codes that no operation of the public API returns, but the admin API does. */
export const adminOnlyErrors: readonly ErrorCode[] = ['plan_required', 'forbidden', 'out_of_stock']
