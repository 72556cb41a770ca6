import type { FastifyInstance } from 'fastify'
import * as apiKeys from '#api-keys'
import { ALL_ACCOUNTS, type Database, inTransaction } from '#platform/postgres/database'
import { invalidClient, parseClientCredentials } from './client-credentials.ts'
import { getRequired, parseBody } from './parameters.ts'

/**
 * Registers the route `POST /auth/revoke` (RFC 7009). A token that is unknown or belongs to another client
 * counts as revoked.
 */
export function revokeRoute(app: FastifyInstance, db: Database): void {
  app.post('/auth/revoke', async (request, reply) => {
    const parameters = parseBody(request)
    const credentials = parseClientCredentials(request, parameters)
    const token = getRequired(parameters, 'token')
    const result = await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
      apiKeys.revokeToken(ctx, token, credentials),
    )
    if (result === 'invalid_client')
      throw invalidClient(request.headers.authorization !== undefined)
    return reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' }).send()
  })
}
