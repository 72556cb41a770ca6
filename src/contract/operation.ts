import type { TSchema } from 'typebox'
import type { ErrorCode } from './api-error.ts'
import type { ResourceType } from './versions/api-version.ts'

/** A parameter of a query string. */
export interface Parameter {
  name: string
  description: string
  schema: TSchema
}

/** A refusal that may occur. Of a field, in the query string, it has the status 400. */
export interface PossibleError {
  code: ErrorCode
  status?: number
}

export interface RequestBody {
  type: ResourceType
  /** The members, as the newest version has them at the top of the body. */
  schema: TSchema
  /** Set when the body holds many of them, under the name of the type. */
  maxItems?: number
  /** Each is sent to a running instance by the tests, with the ids of `exampleIds` put right. */
  examples: Readonly<Record<string, { summary: string; value: object; query?: string }>>
}

/** What comes when all goes well: text, one resource, or a list. */
export type OperationResponse = { status: 200 | 201; description: string } & (
  | { shape: 'text'; example: string }
  | { shape: 'one' | 'many'; type: ResourceType; example: object }
)

/** One operation of the public API, with all there is to say about it. Documents and tests are made of these. */
export interface Operation {
  id: string
  method: 'GET' | 'POST'
  /** Below the base URL, with `{id}` for a part that varies. */
  path: string
  tag: Tag
  summary: string
  description: string
  query?: readonly Parameter[]
  request?: RequestBody
  responses: readonly OperationResponse[]
  /** Beside those that `refusalsOf` adds, because they may occur on every operation of the kind. */
  errors: readonly PossibleError[]
  /** In production it does not exist. */
  isStagingOnly?: true
  /** The header Service-API-Version may be left out. */
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

/** Every POST may carry an Idempotency-Key, and no other operation may. */
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

/** Everything that an operation may refuse with. */
export const errorsFor = (operation: Operation): readonly PossibleError[] => [
  ...commonErrors,
  ...(operation.method === 'POST' ? postErrors : []),
  ...operation.errors,
]

/** Refusals of the table that no operation of the public API answers with: they belong to the admin area. */
export const adminOnlyErrors: readonly ErrorCode[] = ['plan_required', 'forbidden', 'out_of_stock']
