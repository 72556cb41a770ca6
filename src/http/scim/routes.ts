import type { FastifyRequest } from 'fastify'
import type { TxContext } from '#platform/postgres/database'

/** What the routes of a resource need. */
export interface ScimRoutes {
  /** Returns the address of the server, which all locations begin with. */
  base: () => string
  read: <T>(request: FastifyRequest, run: (ctx: TxContext) => Promise<T>) => Promise<T>
  /** Runs a change in a transaction of the account, with the identity provider as its actor. */
  write: <T>(request: FastifyRequest, run: (ctx: TxContext) => Promise<T>) => Promise<T>
}
