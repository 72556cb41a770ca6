import type { TObject, TProperties, TSchema } from 'typebox'
import type { ErrorCode } from './api-error.ts'
import type { Permission } from './permissions.ts'
import type { BodyDefinition } from './request-body.ts'
import type { Scope } from './scopes.ts'
import type { ResourceType } from './versions/api-version.ts'
import { type VersionName, versionNames } from './versions/index.ts'

/** A parameter of a query string. */
export interface Parameter {
  name: string
  /** The oldest version that has the parameter. Without `since`, every version of the operation has it. */
  since?: VersionName
  /** `deepObject` stands for parameters such as `metadata[order]=4711`. */
  style?: 'deepObject'
  description: string
  schema: TSchema
}

/** An error that an operation can return. A field error in the query string has the status 400. */
export interface PossibleError {
  code: ErrorCode
  status?: number
  /**
   * The oldest version that returns the error. Without `since`, every version of the operation returns it.
   */
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
  /** The parser of the members. Without a parser, the handler of the operation parses them. */
  body?: BodyDefinition<unknown>
  /**
   * The body of signed-in users, if they have more members than tokens: all members of `body`, and the
   * additional ones.
   */
  appBody?: BodyDefinition<unknown>
  /** The members, in the form in which the newest version has them at the top of the body. */
  schema: TSchema
  /** The maximum number of items. Only set if the body contains several items, under the name of the type. */
  maxItems?: number
  /** Members next to the list of items. Older versions do not have them. */
  itemOptions?: TProperties
  /** The body of older versions, if it differs from that of the newest version. */
  older?: { schema: TSchema; maxItems?: number }
  /** True if a request without a body has the meaning of `{}`. */
  isOptional?: boolean
  /**
   * The examples of the body. Tests send each example to a running instance, and replace the `exampleIds` by
   * valid ids.
   */
  examples: Readonly<Record<string, RequestExample>>
}

/** The response to a successful request: text, one resource, or a list. */
export type OperationResponse = {
  status: 200 | 201 | 207
  description: string
  /** The oldest version that has the response. Without `since`, every version of the operation has it. */
  since?: VersionName
} & (
  | { shape: 'text'; example: string; mediaTypes?: readonly string[] }
  | { shape: 'one' | 'many'; type: ResourceType; example: object }
)

/**
 * One operation of the public API with its complete description. The documents and tests are generated from
 * the operations.
 */
export interface Operation {
  id: string
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /**
   * The path below the base URL. `{id}` stands for the id of the resource; other names in braces stand for
   * ids inside the resource.
   */
  path: string
  /** The permission that a token needs. Null if every token may call the operation. */
  scope: Scope | null
  /** The oldest version that has the operation. Without `since`, every version has it. */
  since?: VersionName
  tag: Tag
  summary: string
  description: string
  query?: readonly Parameter[]
  request?: RequestBody
  responses: readonly OperationResponse[]
  /**
   * The errors that the operation returns besides those that `errorsFor` adds to every operation of its kind.
   */
  errors: readonly PossibleError[]
  /** The tier of accounts that may call the operation. Accounts on other tiers receive `plan_required`. */
  tier?: 'enterprise'
  /**
   * With `real`, the operation runs at the real time, because webhook receivers do not follow the test clock
   * of an account.
   */
  clock?: 'real'
  /**
   * True if the response contains a secret. The response that is stored for an Idempotency-Key is then
   * encrypted.
   */
  returnsSecret?: true
  /** True for an operation that only reads data, but that a replica of the database cannot answer. */
  readsPrimary?: true
  /** True if the operation is not available in production. */
  isStagingOnly?: true
  /** True if the header Service-API-Version is optional. */
  isVersionOptional?: true
  /**
   * True if only tokens may call the operation. Users send with `POST /send`, which checks whether a gift
   * needs an approval.
   */
  isForTokensOnly?: true
  /** The permission that a signed-in user needs, if it is not the scope of the operation. */
  permission?: Permission
  /**
   * True if users see postal addresses in the response, and the audit log gets an entry. Other operations
   * hide postal addresses from users.
   */
  revealsAddresses?: true
  /** True if signed-in users can sort the list. Its pages then have the cursor `next_after`. */
  appSort?: true
  /**
   * Members of each resource in the response that only signed-in users receive. The API documents do not
   * mention them.
   */
  appMembers?: TObject
}

/** Returns the permission that a signed-in user needs. */
export const requiredPermission = ({ permission, scope }: Operation): Permission | 'any' =>
  permission ?? scope ?? 'any'

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

/** The parameters of a query string, and their parser. */
export interface QueryParameters<Query> extends ReadonlyArray<Parameter> {
  /**
   * Parses the query string.
   * @param isUser  whether a signed-in user sends the query: some parameters are for users only
   */
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
  /**
   * The request, whose schema comes from the body. Without a body, the handler parses the members that tokens
   * send.
   */
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

/**
 * The type of the parsed body. It is undefined if the operation has no body, or if the handler parses the
 * body.
 */
export type BodyOf<Op> = Op extends { readonly [types]?: { body: infer Body } } ? Body : undefined

/**
 * The type of the parsed query. It is undefined if the operation has no query, or if the handler parses the
 * query.
 */
export type QueryOf<Op> = Op extends { readonly [types]?: { query: infer Query } }
  ? Query
  : undefined

/** The groups of operations in the API reference, in their order. */
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

/**
 * Returns whether an operation accepts an Idempotency-Key: every operation that writes does, and no other.
 */
export const acceptsIdempotencyKey = ({ method }: Operation): boolean => method !== 'GET'

/** Returns whether a version has an operation or a parameter. */
export const isInVersion = ({ since }: Pick<Parameter, 'since'>, version: VersionName): boolean =>
  since === undefined || versionNames.indexOf(version) <= versionNames.indexOf(since) // the newest version comes first

const commonErrors: readonly PossibleError[] = [
  { code: 'unsupported_api_version' },
  { code: 'unknown_parameter', status: 400 },
  { code: 'unauthorized' },
  { code: 'too_many_requests' },
  { code: 'internal_error' },
  { code: 'unavailable' },
]

/** The error of a token that does not have the scope of the operation. */
const missingScopeError: PossibleError = { code: 'forbidden' }

const writeErrors: readonly PossibleError[] = [
  { code: 'invalid_format', status: 400 },
  { code: 'invalid_json' },
  { code: 'idempotency_key_reused' },
  { code: 'idempotency_key_in_use' },
  { code: 'payload_too_large' },
  { code: 'unsupported_media_type' },
]

/**
 * Returns the error of a body that is no object. If the operation has no members, the type of the body is
 * wrong; a `null` body counts as missing.
 */
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

/** The error codes that the admin API returns and no operation of the public API returns. */
export const adminOnlyErrors: readonly ErrorCode[] = ['access_policy', 'out_of_stock']
