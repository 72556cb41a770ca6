import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type * as accounts from '#accounts'
import type * as audit from '#audit'
import { compileValidator, type Validator } from '#contract'
import type { ShippingConfig } from '#fulfilment'
import type { Database, TxContext } from '#platform/postgres/database'

/*
 * One operation of the admin area: its place, who may do it, what its body looks like, and what it
 * does. The gate reads who may; a test walks all of them as somebody who may not.
 */

/** Nobody: no sign-in is needed. A sender: anybody who is signed in. */
type RequiredRole = 'nobody' | 'sender' | 'admin'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** What every handler is given. */
export interface PublicContext<Body> {
  db: Database
  params: Readonly<Record<string, string>>
  /** As it came; lists read it with `readListQuery`. */
  query: unknown
  body: Body
  requestOrigin: accounts.RequestOrigin
  /** Whether webhooks may go to private addresses here: in development. */
  allowPrivate: boolean
  /** The ports that webhooks may go to; undefined for any. */
  ports: readonly number[] | undefined
  /** Whether emails can leave this installation, or be looked at in it. */
  canSendEmail: boolean
  shipping: ShippingConfig
  request: FastifyRequest
  reply: FastifyReply
}

/** … where somebody is signed in. */
export interface SessionContext<Body> extends PublicContext<Body> {
  member: accounts.SessionUser
  /** Who does it, for `access.audit`. */
  actor: audit.Actor
}

/** … and a transaction of their account is open. */
export interface TxRouteContext<Body> extends SessionContext<Body> {
  /** At the moment of the account's clock. A GET may only read. */
  ctx: TxContext
  /** The same transaction at the real time: for sessions, invitations and whatever else is not a gift's. */
  realTimeCtx: TxContext
}

/** An answer that is not 200 with JSON. */
export class JsonResponse {
  readonly status: number
  readonly body: unknown
  constructor(status: number, body?: unknown) {
    this.status = status
    this.body = body
  }
}

/** What handlers of streams and downloads answer once they have sent everything themselves. */
export const HANDLED = Symbol('sent')

interface RouteOptions<Schema extends TSchema> {
  requiredRole: RequiredRole
  /** Only accounts on this tier; others are told `plan_required`. */
  tier?: 'enterprise'
  /** What it does, in a few words. */
  summary: string
  /** The body; without one, none is read. */
  body?: Schema
  /** For pictures, and lists that one request carries whole. */
  bodySize?: 'large'
  /** Pages send it by themselves: it does not keep a session from going idle. */
  isBackground?: boolean
}

const kibibyte = 1024

/** Bytes that the body of an operation may have: open ones are for strangers and carry a form. */
const bodyLimits = {
  open: 16 * kibibyte,
  usual: 64 * kibibyte,
  large: 1024 * kibibyte,
} as const

export interface AdminRoute {
  method: Method
  /** Below /admin/api, with `:name` for what is filled in. */
  path: string
  requiredRole: RequiredRole
  tier: 'enterprise' | undefined
  summary: string
  validateBody: Validator | undefined
  bodyLimit: number
  isBackground: boolean
  transactionScope: 'nothing' | 'transaction'
  handle(context: TxRouteContext<unknown>): Promise<unknown>
}

type Handler<Context, Body> = (context: Context & { body: Body }) => unknown

/** An operation that runs in one transaction of the member's account; a GET only reads. */
export function route<Schema extends TSchema>(
  method: Method,
  path: string,
  options: RouteOptions<Schema> & { requiredRole: 'sender' | 'admin' },
  handle: Handler<TxRouteContext<unknown>, Static<Schema>>,
): AdminRoute {
  return createRoute(method, path, options, 'transaction', handle)
}

/** One that opens its own transactions, or none: what hashes a password or talks to the network. */
export function routeWithoutTx<Schema extends TSchema>(
  method: Method,
  path: string,
  options: RouteOptions<Schema> & { requiredRole: 'sender' | 'admin' },
  handle: Handler<SessionContext<unknown>, Static<Schema>>,
): AdminRoute {
  return createRoute(method, path, options, 'nothing', handle)
}

/** One for which nobody has to be signed in. */
export function publicRoute<Schema extends TSchema>(
  method: Method,
  path: string,
  options: Omit<RouteOptions<Schema>, 'requiredRole' | 'tier'>,
  handle: Handler<PublicContext<unknown>, Static<Schema>>,
): AdminRoute {
  return createRoute(method, path, { ...options, requiredRole: 'nobody' }, 'nothing', handle)
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
    bodyLimit: bodyLimits[bodySize ?? (requiredRole === 'nobody' ? 'open' : 'usual')],
    // the shape has been checked when this is called
    handle: async (context) => handle(context as unknown as Context & { body: Static<Schema> }),
  }
}
