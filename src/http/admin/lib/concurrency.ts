import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '#contract'

/*
 * For what two people may edit at once: the form is told the tag of what it shows, and sends it back
 * as If-Match. If that is not what is there any more, 412, and the page shows both.
 */

/** The tag of something by the moment of its last change. */
const toEtag = (updated_at: Date | null): string => `"${(updated_at?.getTime() ?? 0).toString(36)}"`

export const setEtag = (reply: FastifyReply, updated_at: Date | null) =>
  reply.header('etag', toEtag(updated_at))

/** Refuses a change of what has changed since the form was opened. */
export function assertIfMatch({ headers }: FastifyRequest, updated_at: Date | null): void {
  const ifMatch = headers['if-match']
  if (ifMatch === undefined || ifMatch === '*' || ifMatch === toEtag(updated_at)) return
  throw new ApiError('invalid_transition', {
    status: 412,
    message: 'Somebody else has changed this since you opened it.',
  })
}
