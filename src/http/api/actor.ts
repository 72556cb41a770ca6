import type { FastifyRequest } from 'fastify'
import type * as audit from '#audit'

/** Returns the actor of audit entries: the token or the OAuth client, and its address. */
export const actorOf = ({ caller, ip }: FastifyRequest): audit.Actor => ({
  kind: caller.via === 'oauth' ? 'oauth_client' : 'api_token',
  id: caller.client_id ?? caller.token_id,
  address: ip,
})
