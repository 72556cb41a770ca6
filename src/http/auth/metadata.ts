import type { FastifyInstance } from 'fastify'
import { scopeNames } from '#contract'
import type { Deployment } from '#platform/deployment'
import { grantTypes } from './token.ts'

const methods = ['client_secret_post', 'client_secret_basic', 'none']

/** Serves the authorization server metadata (RFC 8414), for clients that configure themselves. */
export function metadataRoute(app: FastifyInstance, deployment: Deployment): void {
  app.get('/.well-known/oauth-authorization-server', (_request, reply) => {
    const { origin } = deployment
    return reply.header('cache-control', 'public, max-age=300').send({
      issuer: origin,
      authorization_endpoint: `${origin}/auth/authorize`,
      token_endpoint: `${origin}/auth/token`,
      revocation_endpoint: `${origin}/auth/revoke`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: grantTypes,
      scopes_supported: scopeNames,
      token_endpoint_auth_methods_supported: methods,
      revocation_endpoint_auth_methods_supported: methods,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    })
  })
}
