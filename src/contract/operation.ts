import type { TObject, TProperties, TSchema } from 'typebox'
import type { ErrorCode } from './api-error.ts'
import type { BodyDefinition } from './request-body.ts'
import { roleByScope, type Scope, type ScopeRole } from './scopes.ts'
import type { ResourceType } from './versions/api-version.ts'
import { type VersionName, versionNames } from './versions/index.ts'

/** A parameter of a query string. */
export interface Parameter {
  name: string
  /** The oldest version that has the parameter; without it, every version of the operation has it. */
  since?: VersionName
  /** `deepObject`: parameters such as `metadata[order]=4711`. */
  style?: 'deepObject'
  description: string
  schema: TSchema
}

/** An error that an operation can return. A field error in the query string has the status 400. */
export interface PossibleError {
  code: ErrorCode
  status?: number
  /** The oldest version that returns the error; without it, every version of the operation does. */
  since?: VersionName
}

interface RequestExample {
  summary: string
  value: object
  query?: string
  /** The oldest version that has the members of the example. */
  since?: VersionName
}

export interface RequestBody {
  type: ResourceType
  /** Parses the members; without it, the handler parses them. */
  body?: BodyDefinition<unknown>
  /** The body of signed-in users, if they have members of their own: all members of `body` and these. */
  appBody?: BodyDefinition<unknown>
  /** The members, as the newest version has them at the top of the body. */
  schema: TSchema
  /** Set if the body contains several items, under the name of the type. */
  maxItems?: number
  /** Members beside the items; older versions do not have them. */
  itemOptions?: TProperties
  /** The body of older versions, where it differs. */
  older?: { schema: TSchema; maxItems?: number }
  /** Set if a request without a body means the same as `{}`. */
  isOptional?: boolean
  /** Tests send each example to a running instance, with valid ids in place of `exampleIds`. */
  examples: Readonly<Record<string, RequestExample>>
}

/** The response to a successful request: text, one resource, or a list. */
export type OperationResponse = {
  status: 200 | 201 | 207
  description: string
  /** The oldest version that has the response; without it, every version of the operation has it. */
  since?: VersionName
} & (
  | { shape: 'text'; example: string; mediaTypes?: readonly string[] }
  | { shape: 'one' | 'many'; type: ResourceType; example: object }
)

/** One operation of the public API with its complete description. Documents and tests are generated from these. */
export interface Operation {
  id: string
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** The path below the base URL, with `{id}` for the id of the resource and other names for ids inside it. */
  path: string
  /** The permission that a token needs; null if every token may call the operation. */
  scope: Scope | null
  /** The oldest version that has the operation; without it, every version has it. */
  since?: VersionName
  tag: Tag
  summary: string
  description: string
  query?: readonly Parameter[]
  request?: RequestBody
  responses: readonly OperationResponse[]
  /** Errors in addition to those that `errorsFor` adds to every operation of the kind. */
  errors: readonly PossibleError[]
  /** Accounts on other tiers receive `plan_required`. */
  tier?: 'enterprise'
  /** `real`: the operation runs at the real time, because receivers do not follow the test clock of an account. */
  clock?: 'real'
  /** The response has a secret: the stored response of an Idempotency-Key is encrypted. */
  returnsSecret?: true
  /** A read that a replica cannot answer. */
  readsPrimary?: true
  /** Not available in production. */
  isStagingOnly?: true
  /** Whether the header Service-API-Version is optional. */
  isVersionOptional?: true
  /** Only tokens may call it: users send with `POST /send`, which checks whether a gift needs an approval. */
  isForTokensOnly?: true
  /** The role that a signed-in user needs, if it is not that of the scope. */
  role?: ScopeRole
  /** Users see postal addresses in the response; the audit log has an entry. Otherwise they are hidden. */
  revealsAddresses?: true
  /** Signed-in users can sort the list: its pages have the cursor `next_after`. */
  appSort?: true
  /** Members of each resource in the response that only signed-in users get. The documents do not have them. */
  appMembers?: TObject
}

/** Returns the role that a signed-in user needs. */
export const requiredRole = ({ role, scope }: Operation): ScopeRole | 'any' =>
  role ?? (scope === null ? 'any' : roleByScope[scope])

declare const types: unique symbol

/** An operation with the types of its parsed body and query, and of its response. */
export interface TypedOperation<Declared extends AnyTypes> extends Operation {
  id: Declared['id']
  method: Declared['method']
  path: Declared['path']
  readonly [types]?: Declared
}

interface AnyTypes {
  id: string
  method: Operation['method']
  path: string
  body: unknown
  query: unknown
  responses: readonly OperationResponse[]
  appMembers: TObject
}

/** The parameters of a query string, with their parser. */
export interface QueryParameters<Query> extends ReadonlyArray<Parameter> {
  /** @param isUser  whether a signed-in user sends the query: some parameters are for users only */
  parse(query: unknown, isUser: boolean, version: string): Query
}

type Documented = Omit<Operation, 'id' | 'method' | 'path' | 'request' | 'query' | 'responses'>

interface Declaration<
  Id extends string,
  Method extends Operation['method'],
  Path extends string,
  Body,
  AppBody,
  Query,
  Responses extends readonly OperationResponse[],
  AppMembers extends TObject,
> extends Documented {
  id: Id
  method: Method
  path: Path
  query?: readonly Parameter[] | QueryParameters<Query>
  /** The schema follows from the body. Without a body, the handler parses that of tokens. */
  request?: Omit<RequestBody, 'body' | 'appBody' | 'schema'> &
    (
      | { body: BodyDefinition<Body>; appBody?: BodyDefinition<AppBody>; schema?: never }
      | { body?: never; appBody?: BodyDefinition<AppBody>; schema: TSchema }
    )
  responses: Responses
  appMembers?: AppMembers
}

/** Declares an operation. Its handler has the types of the declared path, query and body. */
export function operation<
  const Id extends string,
  const Method extends Operation['method'],
  const Path extends string,
  const Responses extends readonly OperationResponse[],
  Body = undefined,
  AppBody = Body,
  Query = undefined,
  // biome-ignore lint/complexity/noBannedTypes: an object without members
  AppMembers extends TObject = TObject<{}>,
>(
  declaration: Declaration<Id, Method, Path, Body, AppBody, Query, Responses, AppMembers>,
): TypedOperation<{
  id: Id
  method: Method
  path: Path
  body: AppBody | (Body extends undefined ? undefined : never)
  query: Query
  responses: Responses
  appMembers: AppMembers
}> {
  const { query, request, ...documented } = declaration
  return {
    ...documented,
    ...(query !== undefined && { query }),
    ...(request !== undefined && {
      request: {
        ...request,
        schema: request.body === undefined ? request.schema : request.body.schema,
      },
    }),
  }
}

/** The parsed body; undefined for an operation without one, and for a body that the handler parses. */
export type BodyOf<Op> = Op extends { readonly [types]?: { body: infer Body } } ? Body : undefined

/** The parsed query; undefined for an operation without one, and for a query that the handler parses. */
export type QueryOf<Op> = Op extends { readonly [types]?: { query: infer Query } }
  ? Query
  : undefined

/** The groups of the reference, in its order. */
export const tags = {
  'Gift requests': 'A gift on its way from a business to a person: the central resource.',
  Campaigns: 'Why and how things are given, and what is put in front of people.',
  Catalogue: 'Products, their variants, stock and warehouses.',
  'One-links': 'One public link behind which many gifts wait to be claimed.',
  Recipients: 'The people who get gifts, and their personal data.',
  Reports: 'The figures of the overview in the web app.',
  Events:
    'The events of gift requests, with the bodies that webhooks deliver. Poll them, or read what a receiver missed.',
  Attention: 'What a person has to resolve, such as a gift without stock.',
  Endpoints:
    'Where webhooks go. Changes need the scope `endpoints:write`, which full access does not include.',
  Deliveries: 'What was sent to each endpoint, what the endpoint returned, and sending it again.',
  'Test helpers':
    'Simulate the lifecycle of a gift request, and advance the clock of the account. In staging only.',
  Service: 'The name and version of the API.',
} as const
type Tag = keyof typeof tags

/** Every operation that writes can have an Idempotency-Key, and no other operation can. */
export const acceptsIdempotencyKey = ({ method }: Operation): boolean => method !== 'GET'

/** Returns whether a version has an operation or a parameter. */
export const isInVersion = ({ since }: Pick<Parameter, 'since'>, version: VersionName): boolean =>
  since === undefined || versionNames.indexOf(version) <= versionNames.indexOf(since) // newest first

const commonErrors: readonly PossibleError[] = [
  { code: 'unsupported_api_version' },
  { code: 'unknown_parameter', status: 400 },
  { code: 'unauthorized' },
  { code: 'too_many_requests' },
  { code: 'internal_error' },
  { code: 'unavailable' },
]

/** The token does not have the scope of the operation. */
const missingScopeError: PossibleError = { code: 'forbidden' }

const writeErrors: readonly PossibleError[] = [
  { code: 'invalid_format', status: 400 },
  { code: 'invalid_json' },
  { code: 'idempotency_key_reused' },
  { code: 'idempotency_key_in_use' },
  { code: 'payload_too_large' },
  { code: 'unsupported_media_type' },
]

/** A body that is no object: without members, its type is wrong; `null` counts as a missing body. */
const bodyErrors = ({ request, errors }: Operation): readonly PossibleError[] => {
  const code = request === undefined ? 'invalid' : 'required'
  return errors.some((each) => each.code === code && each.status === undefined) ? [] : [{ code }]
}

/** Returns all errors that an operation can return. */
export const errorsFor = (operation: Operation): readonly PossibleError[] => [
  ...commonErrors,
  ...(operation.scope === null ? [] : [missingScopeError]),
  ...(acceptsIdempotencyKey(operation) ? [...writeErrors, ...bodyErrors(operation)] : []),
  ...operation.errors,
]

/** Error codes that no operation of the public API returns, but the admin API does. */
export const adminOnlyErrors: readonly ErrorCode[] = ['out_of_stock']
