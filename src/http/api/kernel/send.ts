import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '#platform/postgres/database'
import { sendWithEtag, toEtag } from './etag.ts'
import type { TextResponse } from './route.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The id of the resource that the request created. Undefined for a batch. */
    createdId?: string | undefined
  }
}

/**
 * Sends a response without the default serializer. That serializer adds a charset to texts, but JSON:API
 * forbids this parameter and JSON does not define it. A text body is sent in one packet with the headers.
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
    reply.header('etag', toEtag(etagText)) // so that a form can save again without reading the resource
  return reply.code(response.status).send(shown.body)
}

const passThrough = (text: string) => text

/**
 * Returns the id of a single resource in a body. In every version, the id is the first member. In JSON:API,
 * only the type stands before it.
 */
const parseResourceId = (body: string): string | undefined =>
  /^\{(?:"data":\{(?:"type":"[a-z_]{1,40}",)?)?"id":"([0-9a-f-]{36})"/.exec(body)?.[1]
