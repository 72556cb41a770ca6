import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Sends a resource with the hash of its bytes as its ETag, or 304 if the client has these bytes. The bytes depend on
 * the version and the account, hence the Vary header.
 */
export function sendWithEtag(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { status, body }: { status: number; body: string },
): FastifyReply {
  const etag = `"${hash('sha1', body, 'base64url')}"`
  reply.headers({ etag, 'cache-control': 'private, no-cache', vary })
  const ifNoneMatch = headers['if-none-match']
  if (ifNoneMatch === undefined || !includesTag(ifNoneMatch, etag))
    return reply.code(status).send(body)
  return reply.removeHeader('content-type').code(304).send()
}

const vary = 'Authorization, Service-API-Version'

/** Returns whether If-None-Match contains a tag, weak or strong. Proxies that compress bodies weaken the tag. */
const includesTag = (ifNoneMatch: string, tag: string): boolean =>
  ifNoneMatch.trim() === '*' ||
  ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === tag)
