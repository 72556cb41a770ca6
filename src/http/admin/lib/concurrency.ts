import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '#contract'

/*
 * Optimistic concurrency for objects that two users may edit at once. A form receives the ETag of the object
 * and sends the ETag back as If-Match. If the object has changed in the meantime, the route returns 412 and
 * the page shows both versions.
 */

/** Computes an ETag from the time of the last change. */
const toEtag = (updated_at: Date | null): string => `"${(updated_at?.getTime() ?? 0).toString(36)}"`

export function setEtag(reply: FastifyReply, updated_at: Date | null): void {
  reply.header('etag', toEtag(updated_at))
}

/** Throws an error if the object has changed since the user opened the form. */
export function assertIfMatch({ headers }: FastifyRequest, updated_at: Date | null): void {
  const ifMatch = headers['if-match']
  if (ifMatch === undefined || ifMatch === '*' || ifMatch === toEtag(updated_at)) return
  throw new ApiError('invalid_transition', {
    status: 412,
    message: 'Someone else has changed this since you opened it.',
  })
}
