import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Sends what was read with the hash of its bytes as its tag, or says that the client has these bytes
 * already. The same resource has other bytes in another version, and belongs to one account.
 */
export function sendWithEtag(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { status, body }: { status: number; body: string },
): FastifyReply {
  const etag = `"${hash('sha1', body, 'base64url')}"`
  reply.headers({ etag: etag, 'cache-control': 'private, no-cache', vary })
  const ifNoneMatch = headers['if-none-match']
  if (ifNoneMatch === undefined || !includesTag(ifNoneMatch, etag))
    return reply.code(status).send(body)
  return reply.removeHeader('content-type').code(304).send()
}

const vary = 'Authorization, Service-API-Version'

/** Whether a tag stands in If-None-Match, weak or not: a proxy that packs bodies weakens it. */
const includesTag = (ifNoneMatch: string, tag: string): boolean =>
  ifNoneMatch.trim() === '*' ||
  ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === tag)
