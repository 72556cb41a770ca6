import type { FastifyInstance } from 'fastify'
import { endProviderSessions, type ProviderKinds, SignOnFailure } from '#accounts'
import type { Database } from '#platform/postgres/database'
import { OAuthError } from './errors.ts'
import { parseBody } from './parameters.ts'

/** Registers the route with which an identity provider ends sessions: a message from server to server. */
export function providerLogoutRoute(
  app: FastifyInstance,
  db: Database,
  providerKinds: ProviderKinds,
): void {
  app.post<{ Params: { path_id: string } }>(
    '/single-sign-on/:path_id/logout',
    async (request, reply) => {
      const message = new URLSearchParams([...parseBody(request)])
      try {
        await endProviderSessions(db, request.params.path_id, message, providerKinds)
      } catch (error) {
        if (!(error instanceof SignOnFailure)) throw error
        throw new OAuthError('invalid_request', 'The message is not one of this provider.')
      }
      return reply.header('cache-control', 'no-store').send()
    },
  )
}
