import type { FastifyReply, FastifyRequest } from 'fastify'
import { newestVersion, Refusal, type RefusalCode, type VersionName, versions } from '#contract'
import { isAway } from '#platform/postgres'

/** Whatever goes wrong on the way to an answer becomes one of the refusals, here and nowhere else. */
export function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(error, request)
  if (refusal.status >= 500) request.log.error({ err: error }, 'the request failed')
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer')
  if (refusal.code === 'unavailable') reply.header('retry-after', '2')
  const version = versions[request.apiVersion ?? spokenVersion(request) ?? newestVersion]
  return reply
    .code(refusal.status)
    .header('content-type', version.contentType)
    .send(version.refusal(refusal))
}

/** The version whose media type a request speaks, when that is not every version's. */
export function spokenVersion({ headers }: FastifyRequest): VersionName | undefined {
  const spoken = `${headers['content-type'] ?? ''},${headers.accept ?? ''}`
  return spoken.includes('application/vnd.api+json') ? '2025-10' : undefined
}

/** The route is judged before the body: an unknown one is unknown, whatever was sent to it. */
function refusalOf(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  if (isAway(error)) return new Refusal('unavailable')
  if (request.is404) return new Refusal('not_found')
  const code = (error as { code?: string } | null)?.code ?? ''
  return new Refusal(fastifyErrors[code] ?? 'internal_error')
}

const fastifyErrors: Readonly<Record<string, RefusalCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  ECONNRESET: 'invalid_json',
}
