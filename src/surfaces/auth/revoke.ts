import type { FastifyInstance } from 'fastify'
import * as access from '#access'
import { ALL_ACCOUNTS, type Database, inTransaction } from '#platform/postgres'
import { claimsIn, notThem } from './claims.ts'
import { readBody, required } from './parameters.ts'

/** `POST /auth/revoke` (RFC 7009). A token that is unknown, or somebody else's, is as good as ended. */
export function revokeRoute(app: FastifyInstance, db: Database): void {
  app.post('/auth/revoke', async (request, reply) => {
    const parameters = readBody(request)
    const claims = claimsIn(request, parameters)
    const token = required(parameters, 'token')
    const outcome = await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
      access.revokeToken(ctx, token, claims),
    )
    if (outcome === 'invalid_client') throw notThem(request.headers.authorization !== undefined)
    return reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' }).send()
  })
}
