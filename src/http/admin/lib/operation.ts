import type { Static, TSchema } from 'typebox'
import type { Permission } from '#contract/permissions'
import type { QueryParser } from './query.ts'
import type { Timestamp } from './schemas.ts'

/*
 * Declarations of the operations of the admin API. The file `contract.ts` of a resource has its operations,
 * and `routes.ts` has their handlers. The web app imports the types of the contracts, so contracts import no
 * domain module and no server code.
 */

/**
 * The permission that an operation requires. With `none`, no sign-in is required. With `any`, every signed-in user
 * is allowed. `operator` is for people who operate the installation.
 */
export type RequiredPermission = 'none' | 'any' | 'operator' | Permission

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

interface OperationOptions {
  permission: RequiredPermission
  /** The tier that the operation requires. Accounts on other tiers get the error `plan_required`. */
  tier?: 'enterprise'
  /**
   * The clock of the handler. With `real`, the handler runs at the real time: sessions, invitations, keys and
   * webhooks need it. By default, the handler runs at the time of the account's clock.
   */
  clock?: 'real'
  /** A short description of the operation. */
  summary: string
  /** Parses the query string. Without a parser, the handler does not get the query. */
  query?: QueryParser<unknown, unknown>
  /** The schema of the body. Without a schema, the server reads no body. */
  body?: TSchema
  /**
   * The maximum size of the body. `large` is for images and for lists in one request, `file` is for uploaded
   * files, `import` is for codes, and `binary` is for a file without encoding.
   */
  bodySize?: 'large' | 'file' | 'import' | 'binary'
  /** The schema of the JSON response. Without a schema, the response has the status 204 and no body. */
  reply?: TSchema
  /** The status of a response with a body. The default is 200. */
  status?: 200 | 201 | 202
  /** Another status that the handler sends with a `JsonResponse`. */
  alternativeStatus?: 200 | 201 | 202
  /** The media types of the response if the handler sends it itself, for example a file. */
  mediaTypes?: readonly string[]
  /**
   * The number of requests that the operation counts as. It is set for operations that cost more than a page
   * of a list. The default is 1.
   */
  weight?: number
  /** Whether pages call the operation without user activity. Such a request does not extend the session. */
  isBackground?: boolean
  /**
   * Whether every page calls the operation, or calls it again and again. Successful requests are logged at level
   * debug, as those of background operations.
   */
  isFrequent?: boolean
  /**
   * Whether the response has addresses or links of recipients that are not masked. By default, files that are read
   * have them, and JSON has not.
   */
  addresses?: 'shown' | 'none'
}

export interface Operation extends OperationOptions {
  method: Method
  /** The path after /admin/api. Parameters have the form `:name`. */
  path: string
}

/**
 * Declares an operation. The result has its literal types, so that the type check compares handlers and the
 * web app with it.
 */
export const operation = <
  const OperationMethod extends Method,
  const Path extends string,
  const Options extends OperationOptions,
>(
  method: OperationMethod,
  path: Path,
  options: Options,
): { method: OperationMethod; path: Path } & Options => ({ method, path, ...options })

/** The parameters in a path. For example, `/gifts/:id` has the parameter `id`. */
export type PathParams<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? { [Key in Name]: string } & PathParams<Tail>
    : { [Key in Rest]: string }
  : unknown

/** The query in the form that the handler receives. */
export type ParsedQuery<Op> = Op extends { query: QueryParser<infer Parsed, unknown> }
  ? Parsed
  : undefined

/** The query in the form that a caller sends. */
export type QueryInput<Op> = Op extends { query: QueryParser<unknown, infer Input> } ? Input : never

export type Body<Op> = Op extends { body: infer Schema extends TSchema }
  ? Static<Schema>
  : undefined

/** The response in the form that a caller receives. */
export type Reply<Op> = Op extends { reply: infer Schema extends TSchema }
  ? Static<Schema>
  : undefined

/** The response in the form that a handler returns. In JSON, a `Date` becomes a timestamp. */
export type ReplyValue<Wire> = unknown extends Wire
  ? unknown
  : Wire extends Timestamp
    ? Date | string
    : Wire extends string | number | boolean | null | undefined
      ? Wire
      : Wire extends readonly unknown[]
        ? Readonly<{ [Index in keyof Wire]: ReplyValue<Wire[Index]> }>
        : { [Name in keyof Wire]: ReplyValue<Wire[Name]> }

type Scalar = string | number | boolean | null | undefined | Date
type AllKeys<Union> = Union extends unknown ? keyof Union : never
type Member<Union, Name> = Union extends unknown
  ? Name extends keyof Union
    ? Union[Name]
    : never
  : never

/**
 * The names of the members that exist in a value but not in its declaration. The type is `never` if there are
 * none.
 */
export type UndeclaredMembers<Value, Declared> = Value extends Scalar
  ? never
  : Value extends readonly (infer Item)[]
    ? UndeclaredMembers<Item, Extract<Declared, readonly unknown[]>[number]>
    : [AllKeys<Exclude<Declared, Scalar>>] extends [never] // if the declaration allows any object
      ? never
      : {
          [Name in keyof Value]-?: Name extends AllKeys<Exclude<Declared, Scalar>>
            ? UndeclaredMembers<Value[Name], Member<Exclude<Declared, Scalar>, Name>>
            : Name
        }[keyof Value]
