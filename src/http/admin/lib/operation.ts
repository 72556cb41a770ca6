import type { Static, TSchema } from 'typebox'
import type { QueryParser } from './query.ts'
import type { MemberRole, Timestamp } from './schemas.ts'

/*
 * Declares the operations of the admin API. `contract.ts` of a resource has its operations, `routes.ts` has their
 * handlers. The web app imports the types of the contracts, so contracts import no domain module and no server code.
 */

/**
 * With `none` no sign-in is required; with `any` every signed-in user is allowed. `operator` is for operators of the
 * installation. `permissions.ts` decides about the others.
 */
export type RequiredRole = 'none' | 'any' | 'operator' | MemberRole

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

interface OperationOptions {
  role: RequiredRole
  /** Accounts on other tiers receive `plan_required`. */
  tier?: 'enterprise'
  /**
   * `real`: the handler runs at the real time, as sessions, invitations, keys and webhooks do; by default at the time of the
   * account's clock.
   */
  clock?: 'real'
  /** A short description of the operation. */
  summary: string
  /** Parses the query string; without a parser the handler does not see the query. */
  query?: QueryParser<unknown, unknown>
  /** The schema of the body; without a schema no body is read. */
  body?: TSchema
  /**
   * `large` for images and lists that are sent in one request, `file` for uploaded files, `import` for codes,
   * `binary` for a file as it is.
   */
  bodySize?: 'large' | 'file' | 'import' | 'binary'
  /** The schema of the JSON response. Without a schema the response is 204 and has no body. */
  reply?: TSchema
  /** The status of a response with a body; 200 by default. */
  status?: 200 | 201 | 202
  /** Another status that the handler sends with a `JsonResponse`. */
  alternativeStatus?: 201 | 202
  /** The media types of a response that the handler sends itself, such as a file. */
  mediaTypes?: readonly string[]
  /** The requests that the operation counts as, for one that costs more than a page of a list; 1 by default. */
  weight?: number
  /** Whether pages call the operation without user activity. Such a request does not extend the session. */
  isBackground?: boolean
  /** Whether viewers may call an operation that reads; by default they get JSON, which is masked, and no files. */
  viewers?: 'allowed' | 'hidden'
}

export interface Operation extends OperationOptions {
  method: Method
  /** The path below /admin/api, with `:name` for parameters. */
  path: string
}

/** Declares an operation. The result has its literal types, so that handlers and the web app are checked against them. */
export const operation = <
  const OperationMethod extends Method,
  const Path extends string,
  const Options extends OperationOptions,
>(
  method: OperationMethod,
  path: Path,
  options: Options,
): { method: OperationMethod; path: Path } & Options => ({ method, path, ...options })

/** The parameters of a path: `/gifts/:id` has `id`. */
export type PathParams<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? { [Key in Name]: string } & PathParams<Tail>
    : { [Key in Rest]: string }
  : unknown

/** The query as the handler receives it. */
export type ParsedQuery<Op> = Op extends { query: QueryParser<infer Parsed, unknown> }
  ? Parsed
  : undefined

/** The query as a caller sends it. */
export type QueryInput<Op> = Op extends { query: QueryParser<unknown, infer Input> } ? Input : never

export type Body<Op> = Op extends { body: infer Schema extends TSchema }
  ? Static<Schema>
  : undefined

/** The response as a caller receives it. */
export type Reply<Op> = Op extends { reply: infer Schema extends TSchema }
  ? Static<Schema>
  : undefined

/** The response as a handler returns it: a `Date` becomes a timestamp in JSON. */
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

/** The names of the members that a value has and its declaration does not; never without such members. */
export type UndeclaredMembers<Value, Declared> = Value extends Scalar
  ? never
  : Value extends readonly (infer Item)[]
    ? UndeclaredMembers<Item, Extract<Declared, readonly unknown[]>[number]>
    : [AllKeys<Exclude<Declared, Scalar>>] extends [never] // any object is allowed
      ? never
      : {
          [Name in keyof Value]-?: Name extends AllKeys<Exclude<Declared, Scalar>>
            ? UndeclaredMembers<Value[Name], Member<Exclude<Declared, Scalar>, Name>>
            : Name
        }[keyof Value]
