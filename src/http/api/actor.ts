import type { FastifyRequest } from 'fastify'
import type { Actor } from '#platform/postgres/database'

/** Returns the actor of audit entries: the token or the OAuth client, and its address. */
export const actorOf = ({ caller, ip }: FastifyRequest): Actor => ({
  kind: caller.via === 'oauth' ? 'oauth_client' : 'api_token',
  id: caller.client_id ?? caller.token_id,
  address: ip,
})
