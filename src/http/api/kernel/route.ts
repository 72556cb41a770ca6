import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DownloadOptions } from '#catalogue'
import type { BodyOf, Operation, QueryOf } from '#contract/operation'
import type { ShippingConfig } from '#fulfilment'
import type * as gifting from '#gifting'
import type { Database, TxContext } from '#platform/postgres/database'
import type * as webhooks from '#webhooks'

/*
 * The types of routes. A route is an operation of the contract with its handler. `handle.ts` builds routes.
 * The operation decides the method, the path, the scope and the version of a route.
 */

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation of a route of the public API. */
    operation?: Operation
  }
}

/** The rules for the URLs of endpoints. They are the same as in the web app. */
type EndpointRules = Omit<webhooks.UrlRules, 'stage'>

/** The dependencies that the handlers of all routes share. */
export interface ApiDeps {
  db: Database
  /** The response of `GET /`, with the name of the API and its version. */
  name: string
  /** The carriers of new parcels. */
  shipping: ShippingConfig
  /** The servers from which pictures can be copied. */
  downloads: DownloadOptions
  endpointRules: EndpointRules
  prefetchGift: gifting.Prefetch
  readGift: gifting.ReadGift
}

export interface ApiRoute {
  operation: Operation
  respond(request: FastifyRequest, reply: FastifyReply, deps: ApiDeps): Promise<FastifyReply>
}

/** The response of a handler that renders the text itself. */
export interface TextResponse {
  status: number
  body: string
  /** The content type of the response. The default is the type of the version. */
  content_type?: string
  /** The text whose hash is the ETag. The default is the body. */
  etagText?: string
}

/** The parameters in a path. For example, `/gift_requests/{id}` has the parameter `id`. */
type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [Key in Name]: string } & PathParams<Rest>
  : unknown

/** The context that every handler gets. */
export interface RequestContext<Op extends Operation = Operation> {
  request: FastifyRequest
  deps: ApiDeps
  params: PathParams<Op['path']>
  /** The parsed query. */
  query: QueryOf<Op>
  /** The validated members of the body. */
  body: BodyOf<Op>
  /** Whether the request asks for a dry run. The kernel rolls back the changes of the handler. */
  isDryRun: boolean
}

/** The context of a handler that runs in a transaction of the caller's account. */
export interface TxRequestContext<Op extends Operation = Operation> extends RequestContext<Op> {
  ctx: TxContext
  /**
   * Throws an error with the status 412 if the request has the header If-Match and the resource has changed
   * since.
   *
   * @param current  returns the resource as `GET` returns it now. The handler has locked the resource
   */
  assertUnchanged(current: () => object): void
}

/** Registers each route with the method and the path of its operation. */
export function registerRoutes(
  app: FastifyInstance,
  deps: ApiDeps,
  routes: readonly ApiRoute[],
): void {
  for (const { operation, respond } of routes)
    app.route({
      method: operation.method,
      url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { operation },
      handler: (request, reply) => respond(request, reply, deps),
    })
}
