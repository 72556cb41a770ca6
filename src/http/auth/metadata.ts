import type { FastifyInstance } from 'fastify'
import * as apiKeys from '#api-keys'
import { scopeNames } from '#contract'
import type { Deployment } from '#platform/deployment'
import { grantTypes } from './token.ts'

const methods = ['client_secret_post', 'client_secret_basic', 'none']
const maxAge = 'public, max-age=300'

/**
 * Registers the route of the authorization server metadata (RFC 8414). Clients use it to configure
 * themselves.
 */
export function metadataRoute(
  app: FastifyInstance,
  deployment: Deployment,
  isMcpEnabled: boolean,
): void {
  app.get('/.well-known/oauth-authorization-server', (_request, reply) => {
    const { origin } = deployment
    return reply.header('cache-control', maxAge).send({
      issuer: origin,
      authorization_endpoint: `${origin}/auth/authorize`,
      token_endpoint: `${origin}/auth/token`,
      revocation_endpoint: `${origin}/auth/revoke`,
      ...(isMcpEnabled ? { registration_endpoint: `${origin}/auth/register` } : {}),
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

/**
 * Registers the routes of the metadata of the MCP server (RFC 9728). The metadata names its authorization
 * server. The second path is for clients that do not append the path of the resource.
 */
export function resourceMetadataRoute(app: FastifyInstance, deployment: Deployment): void {
  const path = '/.well-known/oauth-protected-resource'
  for (const url of [`${path}/mcp`, path])
    app.get(url, (_request, reply) => {
      const { origin } = deployment
      return reply.header('cache-control', maxAge).send({
        resource: apiKeys.mcpResource(origin),
        resource_name: 'Bestow',
        authorization_servers: [origin],
        scopes_supported: apiKeys.agentScopes,
        bearer_methods_supported: ['header'],
        resource_documentation: `${origin}/docs/mcp`,
      })
    })
}
