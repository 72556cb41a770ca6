import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '#contract'
import { ipRateLimitKey } from '#platform/lib/ip-address'
import type { KeyedRateLimit } from '#platform/lib/keyed-rate-limit'
import { isUnavailable } from '#platform/postgres/database'
import {
  layoutFor,
  localizerFor,
  type PageDeps,
  parseRequestedLanguage,
  recallBranding,
} from './context.ts'
import { acceptedLanguages } from './i18n/localizer.ts'
import { type Page, sendPage } from './pages/layout.ts'
import {
  errorPage,
  internalErrorPage,
  notFoundPage,
  rateLimitedPage,
  unavailablePage,
} from './pages/status-pages.ts'

/** The error of a client that exceeded a rate limit. The client may retry after `seconds`. */
export class RateLimitError extends Error {
  /** The seconds after which the client may retry. */
  readonly seconds: number
  constructor(seconds: number) {
    super('too many requests')
    this.seconds = seconds
  }
}

/** Throws a `RateLimitError` if the key exceeds the limit. */
async function enforce(limit: KeyedRateLimit, key: string, requests = 1): Promise<void> {
  const seconds = await limit.consume(key, requests)
  if (seconds !== undefined) throw new RateLimitError(seconds)
}

const bytesPerRequest = 1_000_000

/** Counts an upload to a gift before the server reads it. Each megabyte counts as one request. */
export async function countUpload(
  { limits: { address, code } }: PageDeps,
  ip: string,
  giftCode: string,
  bytes: number,
): Promise<void> {
  const requests = Math.floor(bytes / bytesPerRequest)
  await enforce(address, ipRateLimitKey(ip), requests)
  await enforce(code, giftCode, requests)
}

/**
 * Counts a request with an unknown code. Above the limit, only more unknown codes are rejected. A valid code
 * always opens its gift.
 */
export const recordMiss = ({ limits }: PageDeps, ip: string): Promise<void> =>
  enforce(limits.misses, ipRateLimitKey(ip))

/** Installs rate limits and the error handler, which renders every error as a page. */
export function installGuards(app: FastifyInstance, deps: PageDeps): void {
  const { address, code } = deps.limits
  app.addHook('onRequest', async (request) => {
    await enforce(address, ipRateLimitKey(request.ip))
    const { url = '' } = request.routeOptions
    if (/^\/(r|try)\//.test(url)) await enforce(code, (request.params as { code: string }).code)
  })
  app.setErrorHandler((error, request, reply) => renderError(deps, error, request, reply))
}

function getWaitSeconds(error: unknown): number | undefined {
  if (error instanceof RateLimitError) return error.seconds
  return error instanceof ApiError && error.code === 'too_many_requests'
    ? error.retryAfterSeconds
    : undefined
}

function renderError(deps: PageDeps, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const path = request.url.replace(/\?.*$/s, '')
  const branding = recallBranding(deps, path, request)
  const requestedLanguage = parseRequestedLanguage(request)
  const preferredLanguages = acceptedLanguages(request.headers['accept-language'])
  const localizer = localizerFor(deps, { requestedLanguage, preferredLanguages }, branding)
  const to = (language: string) => `${path}?lang=${language}`
  const send = (page: Page) =>
    sendPage(reply, layoutFor(deps, localizer, branding, { kind: 'link', to }), page)
  // A page for a POST request has no link to retry. After Back, the form still contains the input.
  const retryUrl = request.method === 'POST' ? undefined : request.url
  const waitSeconds = getWaitSeconds(error)
  if (waitSeconds !== undefined) {
    reply.header('retry-after', String(waitSeconds))
    return send(rateLimitedPage(localizer, waitSeconds))
  }
  if (isUnavailable(error)) {
    reply.header('retry-after', '5')
    return send(unavailablePage(localizer, retryUrl))
  }
  const { statusCode = 500 } = (error ?? {}) as FastifyError
  if (statusCode === 404) return send(notFoundPage(localizer))
  if (statusCode < 500) {
    const texts = [
      localizer.t('broken.heading'),
      localizer.t('broken.lead', { id: request.id }),
    ] as const
    return send(errorPage(localizer, ...texts, { status: statusCode }))
  }
  request.log.error({ err: error }, 'the request failed')
  return send(internalErrorPage(localizer, request.id, retryUrl))
}
