import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '#platform/postgres/database'
import { sendWithEtag, toEtag } from './etag.ts'
import type { TextResponse } from './route.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The id of the resource that the request created; undefined for a batch. */
    createdId?: string | undefined
  }
}

/**
 * Replaces the default serializer, which adds a charset to texts: JSON:API forbids the parameter and JSON does not
 * define it. A text body is sent in one packet with the headers.
 */
export function sendResponse(
  db: Database,
  request: FastifyRequest,
  reply: FastifyReply,
  response: TextResponse,
) {
  const { version } = request
  reply.header('content-type', response.content_type ?? version.contentType).serializer(passThrough)
  const { mask } = request.grant
  const shown = mask === undefined ? response : { ...response, body: mask(response.body) }
  if (request.method === 'GET' || request.method === 'HEAD')
    return sendWithEtag(request, reply, shown)
  if (response.status === 201) {
    request.createdId = parseResourceId(response.body)
    const [path = ''] = request.url.split('?', 1)
    reply.headers(version.createdHeaders?.(db.deployment.origin + path, response.body) ?? {})
  }
  const { etagText } = response
  if (request.grant.user !== undefined && etagText !== undefined)
    reply.header('etag', toEtag(etagText)) // a form saves again without reading
  return reply.code(response.status).send(shown.body)
}

const passThrough = (text: string) => text

/** Extracts the id of a single resource. In every version the id comes first, after the type in JSON:API. */
const parseResourceId = (body: string): string | undefined =>
  /^\{(?:"data":\{(?:"type":"[a-z_]{1,40}",)?)?"id":"([0-9a-f-]{36})"/.exec(body)?.[1]
