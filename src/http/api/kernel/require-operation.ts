import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, hasScope, type Scope, sensitiveScopes, type VersionName } from '#contract'
import { isInVersion } from '#contract/operation'

/** Rejects a request if its version does not have the operation. */
export function requireVersionOfOperation({ routeOptions, apiVersion }: FastifyRequest): void {
  const { operation } = routeOptions.config
  if (operation === undefined || isInVersion(operation, apiVersion as VersionName)) return
  throw new ApiError('not_found', {
    message: `This operation exists since version ${operation.since}. Send the header Service-API-Version: ${operation.since}.`,
  })
}

/**
 * Rejects a request if its token does not have the scope of the operation. The header names the required
 * scope, for clients that can ask for it (RFC 6750, 3.1).
 */
export function requireScope({ routeOptions, grant }: FastifyRequest, reply: FastifyReply): void {
  const scope = routeOptions.config.operation?.scope ?? null
  if (scope === null || hasScope(grant.scopes, scope)) return
  reply.header('www-authenticate', `Bearer error="insufficient_scope", scope="${scope}"`)
  throw new ApiError('forbidden', { message: missingScopeMessage(scope) })
}

const missingScopeMessage = (scope: Scope) =>
  sensitiveScopes.includes(scope)
    ? `This token does not have the scope ${scope}, which full access does not include. An admin can allow it on the API keys page.`
    : `This token does not have the scope ${scope}. An admin can add it on the API keys page.`
