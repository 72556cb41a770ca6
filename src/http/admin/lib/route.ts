import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as accounts from '#accounts'
import type { Validator } from '#contract'
import type { DocumentRenderer, ShippingConfig } from '#fulfilment'
import type { EgressProxy } from '#platform/http-client/proxy'
import type { Network } from '#platform/http-client/ssrf'
import type { Actor, Database, TxContext } from '#platform/postgres/database'
import type { TableReader } from '#platform/tables/table-reader'
import type { Method, Operation, RequiredRole } from './operation.ts'
import type { SystemStatusReader } from './system-status.ts'

/*
 * A route is what `handle.ts` builds from an operation and its handler, and what the handlers of all routes share. The
 * auth middleware enforces the role; a test calls every route as a user without the required role.
 */

/** The context of every handler. */
export interface PublicContext<Body> {
  db: Database
  params: Readonly<Record<string, string>>
  /** The raw query; the parser of the operation parses it. */
  query: unknown
  body: Body
  requestOrigin: accounts.RequestOrigin
  /** Whether webhooks may go to private addresses, as in development. */
  allowPrivate: boolean
  /** The ports that webhooks may go to; undefined for any. */
  ports: readonly number[] | undefined
  /** Private networks that webhooks may go to. */
  allowedNetworks: readonly Network[] | undefined
  /** The proxy of outbound requests. */
  proxy: EgressProxy | undefined
  /** Whether a mail server is configured or the mailbox captures emails. */
  canSendEmail: boolean
  shipping: ShippingConfig
  /** Milliseconds between two polls of a live update stream. */
  livePollMs: number
  /** Renders PDFs outside this thread. */
  documents: DocumentRenderer
  /** Reads the files of imports outside this thread. */
  tables: TableReader
  /** Undefined in a process that does not know the state of the installation. */
  readSystemStatus: SystemStatusReader | undefined
  request: FastifyRequest
  reply: FastifyReply
}

/** The context of a handler for a signed-in user. */
export interface SessionContext<Body> extends PublicContext<Body> {
  member: accounts.SessionUser
  /** The user as the actor of audit entries; every context of the user has it. */
  actor: Actor
  /** Runs a transaction of the user's account at the real time. */
  transact<T>(run: (ctx: TxContext) => Promise<T>): Promise<T>
}

/** The context of a handler with an open transaction of the user's account. */
export interface TxRouteContext<Body> extends SessionContext<Body> {
  /** Runs at the time that the operation declares. Read-only for GET. */
  ctx: TxContext
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
  /** The declaration in the contract. */
  operation: Operation
  isBackground: boolean
  transactionScope: 'none' | 'transaction'
  /** Runs before the transaction. */
  prepare?(context: SessionContext<unknown>): Promise<unknown>
  handle(context: TxRouteContext<unknown>): Promise<unknown>
}
