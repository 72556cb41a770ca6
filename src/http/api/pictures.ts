import type { FastifyInstance } from 'fastify'
import * as catalogue from '#catalogue'
import { ApiError, newPictureBody } from '#contract'
import type { Database } from '#platform/postgres/database'
import { parseOperationBody } from './body.ts'
import type { Handle } from './handler.ts'

/** A download counts as so many additional requests. */
const downloadWeight = 4

/** Copies pictures of other servers. No transaction is open during the download. */
export function pictureRoutes(
  app: FastifyInstance,
  handle: Handle,
  db: Database,
  options: catalogue.DownloadOptions,
): void {
  app.post('/pictures', (request, reply) =>
    handle.withPrefetch(
      request,
      reply,
      async () => {
        const parsed = parseSafe(() => parseOperationBody(request, newPictureBody).members)
        if ('apiError' in parsed) return parsed
        await request.charge(downloadWeight)
        const { account_id } = request.caller
        const { url } = parsed
        return { url, fetched: await catalogue.fetchPicture(db, account_id, url, options) }
      },
      async (ctx, prefetched) => {
        if ('apiError' in prefetched) throw prefetched.apiError
        const { url, fetched } = prefetched
        const path = await catalogue.saveFetchedPicture(ctx, url, fetched)
        const view = { url: `${ctx.deployment.origin}${path}` }
        const body = request.version.renderResource('pictures', JSON.stringify(view))
        return { status: 201, body }
      },
    ),
  )
}

/** Returns the error of an invalid body instead of throwing it, so that it is stored under the idempotency key. */
function parseSafe<T extends object>(parse: () => T): T | { apiError: ApiError } {
  try {
    return parse()
  } catch (apiError) {
    if (apiError instanceof ApiError) return { apiError }
    throw apiError
  }
}
