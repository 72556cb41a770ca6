import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as accounts from '#accounts'
import type { Validator } from '#contract'
import type { InstallationMail } from '#email'
import type { DocumentRenderer, ShippingConfig } from '#fulfilment'
import type { EgressProxy } from '#platform/http-client/proxy'
import type { Network } from '#platform/http-client/ssrf'
import type { KeyedRateLimit } from '#platform/lib/keyed-rate-limit'
import type { Actor, Database, TxContext } from '#platform/postgres/database'
import type { TableReader } from '#platform/tables/table-reader'
import type { Method, Operation, RequiredPermission } from './operation.ts'
import type { SystemStatusReader } from './system-status.ts'

/*
 * The types of routes. `handle.ts` builds a route from an operation and its handler. The contexts contain
 * what the handlers of all routes share. The auth middleware checks the permission. A test calls every route as a
 * user without it.
 */

/** The context that every handler gets. */
export interface PublicContext<Body> {
  db: Database
  params: Readonly<Record<string, string>>
  /** The raw query, which the parser of the operation parses. */
  query: unknown
  body: Body
  requestOrigin: accounts.RequestOrigin
  /** Whether webhooks may go to private addresses. This is allowed in development, for example. */
  allowPrivate: boolean
  /** The ports that webhooks may use. Undefined means that all ports are allowed. */
  ports: readonly number[] | undefined
  /** The private networks that webhooks may use. */
  allowedNetworks: readonly Network[] | undefined
  /** The limit of the websites that each account reads. */
  websiteLimit: KeyedRateLimit
  /** The proxy for outbound requests. */
  proxy: EgressProxy | undefined
  /** Whether the service can send emails: a mail server is configured, or the mailbox captures the emails. */
  canSendEmail: boolean
  /** How the installation sends emails. */
  installationMail: InstallationMail | undefined
  shipping: ShippingConfig
  /** The kinds of identity providers that accounts can use. */
  identityProviders: readonly accounts.AnyIdentityProvider[]
  /** The milliseconds between two polls of a stream of live updates. */
  livePollMs: number
  /** Renders PDF files outside of this thread. */
  documents: DocumentRenderer
  /** Reads the files of imports outside of this thread. */
  tables: TableReader
  /** Reads the state of the installation. Undefined in a process that does not know this state. */
  readSystemStatus: SystemStatusReader | undefined
  /** Returns the operations of the web app, for a description of what a role can do. */
  listOperations(): readonly { summary: string; requirement: accounts.Requirement }[]
  request: FastifyRequest
  reply: FastifyReply
}

/** The context of a handler for a signed-in user. */
export interface SessionContext<Body> extends PublicContext<Body> {
  member: accounts.SessionUser
  /** The user as the actor of audit entries. Every context of the user has this actor. */
  actor: Actor
  /** Runs a transaction of the user's account at the real time. */
  transact<T>(run: (ctx: TxContext) => Promise<T>): Promise<T>
}

/** The context of a handler with an open transaction of the user's account. */
export interface TxRouteContext<Body> extends SessionContext<Body> {
  /**
   * The transaction. Its time is the time that the operation declares. For a GET request, it is read-only.
   */
  ctx: TxContext
}

/** A JSON response with another status than 200. */
export class JsonResponse<Value = unknown> {
  readonly status: number
  readonly body: Value | undefined
  constructor(status: number, body?: Value) {
    this.status = status
    this.body = body
  }
}

/** The result of a handler that has sent the response itself, for example a stream or a download. */
export const HANDLED: unique symbol = Symbol('handled')

const kibibyte = 1024

/**
 * The maximum size of a request body in bytes. Public routes serve unauthenticated clients and receive only a
 * small form.
 */
export const bodyLimits = {
  public: 16 * kibibyte,
  default: 64 * kibibyte,
  large: 1024 * kibibyte,
  file: 7 * 1024 * kibibyte,
  import: 8 * 1024 * kibibyte, // for 4 MB of text in JSON
  binary: 20 * 1024 * kibibyte,
} as const

export interface AdminRoute {
  method: Method
  /** The path after /admin/api. Parameters have the form `:name`. */
  path: string
  permission: RequiredPermission
  tier: 'enterprise' | undefined
  summary: string
  validateBody: Validator | undefined
  bodyLimit: number
  /** The declaration of the operation in the contract. */
  operation: Operation
  isBackground: boolean
  transactionScope: 'none' | 'transaction'
  /** Prepares the request before the transaction. */
  prepare?(context: SessionContext<unknown>): Promise<unknown>
  handle(context: TxRouteContext<unknown>): Promise<unknown>
}
