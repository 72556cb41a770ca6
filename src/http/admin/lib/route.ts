import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type * as accounts from '#accounts'
import type * as audit from '#audit'
import { compileValidator, type Validator } from '#contract'
import type { DocumentRenderer, ShippingConfig } from '#fulfilment'
import type { Database, TxContext } from '#platform/postgres/database'
import type { Method, Operation, RequiredRole } from './operation.ts'

/*
 * Builds the routes of resources without a contract: method, path, required role, body schema and handler. New
 * resources use `handle.ts`. The auth middleware enforces the role; a test calls every route as a user without the
 * required role.
 */

/** The context of every handler. */
export interface PublicContext<Body> {
  db: Database
  params: Readonly<Record<string, string>>
  /** The raw query; list handlers parse it with `parseListQuery`. */
  query: unknown
  body: Body
  requestOrigin: accounts.RequestOrigin
  /** Whether webhooks may go to private addresses, as in development. */
  allowPrivate: boolean
  /** The ports that webhooks may go to; undefined for any. */
  ports: readonly number[] | undefined
  /** Whether a mail server is configured or the mailbox captures emails. */
  canSendEmail: boolean
  shipping: ShippingConfig
  /** Milliseconds between two polls of a live update stream. */
  livePollMs: number
  /** Renders PDFs outside this thread. */
  documents: DocumentRenderer
  request: FastifyRequest
  reply: FastifyReply
}

/** The context of a handler for a signed-in user. */
export interface SessionContext<Body> extends PublicContext<Body> {
  member: accounts.SessionUser
  /** The actor of audit entries. */
  actor: audit.Actor
}

/** The context of a handler with an open transaction of the user's account. */
export interface TxRouteContext<Body> extends SessionContext<Body> {
  /** Runs at the time of the account's clock. Read-only for GET. */
  ctx: TxContext
  /** The same transaction at the real time, for sessions, invitations and everything else that is not a gift. */
  realTimeCtx: TxContext
}

/** A response other than 200 with JSON. */
export class JsonResponse<Value = unknown> {
  readonly status: number
  readonly body: Value | undefined
  constructor(status: number, body?: Value) {
    this.status = status
    this.body = body
  }
}

/** Returned by handlers that have sent the response themselves, such as streams and downloads. */
export const HANDLED: unique symbol = Symbol('handled')

interface RouteOptions<Schema extends TSchema> {
  requiredRole: RequiredRole
  /** Accounts on other tiers receive `plan_required`. */
  tier?: 'enterprise'
  /** A short description of the route. */
  summary: string
  /** The schema of the body; without a schema no body is read. */
  body?: Schema
  /**
   * `large` for images and lists that are sent in one request, `file` for uploaded files, `import` for codes,
   * `binary` for a file as it is.
   */
  bodySize?: 'large' | 'file' | 'import' | 'binary'
  /** Whether pages call the route without user activity. Such a request does not extend the session. */
  isBackground?: boolean
}

const kibibyte = 1024

/** Maximum bytes of a request body. Public routes serve unauthenticated clients and receive a small form. */
export const bodyLimits = {
  public: 16 * kibibyte,
  default: 64 * kibibyte,
  large: 1024 * kibibyte,
  file: 7 * 1024 * kibibyte,
  import: 8 * 1024 * kibibyte, // 4 MB of text in JSON
  binary: 20 * 1024 * kibibyte,
} as const

export interface AdminRoute {
  method: Method
  /** The path below /admin/api, with `:name` for parameters. */
  path: string
  requiredRole: RequiredRole
  tier: 'enterprise' | undefined
  summary: string
  validateBody: Validator | undefined
  bodyLimit: number
  /** The declaration in the contract; undefined for a route without one. */
  operation?: Operation
  isBackground: boolean
  transactionScope: 'none' | 'transaction'
  handle(context: TxRouteContext<unknown>): Promise<unknown>
}

type Handler<Context, Body> = (context: Context & { body: Body }) => unknown

/** Creates a route that runs in one transaction of the user's account. A GET is read-only. */
export function route<Schema extends TSchema>(
  method: Method,
  path: string,
  options: RouteOptions<Schema> & { requiredRole: Exclude<RequiredRole, 'none'> },
  handle: Handler<TxRouteContext<unknown>, Static<Schema>>,
): AdminRoute {
  return createRoute(method, path, options, 'transaction', handle)
}

/**
 * Creates a route without a transaction, for handlers that hash a password, use the network or open transactions of
 * their own.
 */
export function routeWithoutTx<Schema extends TSchema>(
  method: Method,
  path: string,
  options: RouteOptions<Schema> & { requiredRole: Exclude<RequiredRole, 'none'> },
  handle: Handler<SessionContext<unknown>, Static<Schema>>,
): AdminRoute {
  return createRoute(method, path, options, 'none', handle)
}

function createRoute<Schema extends TSchema, Context>(
  method: Method,
  path: string,
  { requiredRole, tier, summary, body, bodySize, isBackground = false }: RouteOptions<Schema>,
  transactionScope: AdminRoute['transactionScope'],
  handle: Handler<Context, Static<Schema>>,
): AdminRoute {
  return {
    method,
    path,
    requiredRole,
    tier,
    summary,
    transactionScope,
    isBackground,
    validateBody: body === undefined ? undefined : compileValidator(body),
    bodyLimit: bodyLimits[bodySize ?? (requiredRole === 'none' ? 'public' : 'default')],
    // the body is validated before this call
    handle: async (context) => handle(context as unknown as Context & { body: Static<Schema> }),
  }
}
