import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '#contract'
import type { TextResponse } from './route.ts'

/**
 * Sends a resource with an ETag, which is the hash of its bytes. If the client already has these bytes, the
 * response is 304. The bytes depend on the version and the account, so the response has a Vary header.
 */
export function sendWithEtag(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { status, body, etagText = body }: TextResponse,
): FastifyReply {
  const etag = toEtag(etagText)
  reply.headers({ etag, 'cache-control': 'private, no-cache', vary })
  const ifNoneMatch = headers['if-none-match']
  if (ifNoneMatch === undefined || !includesTag(ifNoneMatch, etag))
    return reply.code(status).send(body)
  return reply.removeHeader('content-type').code(304).send()
}

/**
 * Returns the text whose hash is the ETag of a resource. For users, it is the time of the last change, if the
 * resource has one. A figure such as the stock can change while a user fills in a form, and this must not
 * cause a conflict.
 */
export function etagTextOf({ grant }: FastifyRequest, view: object, text: () => string): string {
  const { updated_at } = view as { updated_at?: Date | string | null }
  return grant.user === undefined || updated_at == null ? text() : JSON.stringify(updated_at)
}

export const toEtag = (body: string): string => `"${hash('sha1', body, 'base64url')}"`

/**
 * Throws an error with the status 412 if the request has the header If-Match and the resource has changed
 * since.
 *
 * @param current  returns the resource as `GET` returns it now. The caller has locked the resource
 */
export function assertIfMatch({ headers }: FastifyRequest, current: () => string): void {
  const ifMatch = headers['if-match']
  if (ifMatch === undefined || includesTag(ifMatch, toEtag(current()))) return
  throw new ApiError('invalid_transition', {
    status: 412,
    message: 'This has changed since the response with this ETag. Get it again, then change it.',
  })
}

const vary = 'Authorization, Service-API-Version'

/**
 * Returns whether If-Match or If-None-Match contains a tag, weak or strong. A proxy that compresses bodies
 * makes a tag weak.
 */
const includesTag = (header: string, tag: string): boolean =>
  header.trim() === '*' || header.split(',').some((each) => each.trim().replace(/^W\//, '') === tag)
