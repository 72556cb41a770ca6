/**
 * The images at `{origin}/images/{name}`. They are uploads of accounts, and the images of the demo catalogue.
 * The headers of uploads prevent scripts in them from running.
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as catalogue from '#catalogue'
import { frequentRoute } from '#platform/observability/request-logger'
import type { Database } from '#platform/postgres/database'

type ImageRequest = { Params: { name: string } }

export const images = (db: Database) => async (app: FastifyInstance) => {
  app.get<ImageRequest>('/images/:name', frequentRoute, async (request, reply) => {
    const { name } = request.params
    const picture =
      name === catalogue.defaultLogoFile
        ? catalogue.defaultLogo
        : await catalogue.findDemoImage(name)
    const type = name.endsWith('.png') ? 'image/png' : 'image/svg+xml; charset=utf-8'
    if (picture !== undefined)
      return withHeaders(reply, type, 'public, max-age=86400').send(picture)
    const uploaded = await catalogue.findPicture(
      db,
      name,
      db.deployment.hosts?.accountOf(request.hostname),
    )
    if (uploaded === undefined)
      return reply.code(404).type('text/plain; charset=utf-8').send('No such image.')
    // The name is a hash of the content, so the content of a name never changes.
    return withHeaders(reply, uploaded.content_type, 'public, max-age=31536000, immutable').send(
      uploaded.content,
    )
  })
}

const withHeaders = (reply: FastifyReply, type: string, cacheControl: string): FastifyReply =>
  reply.headers({
    'content-type': type,
    'cache-control': cacheControl,
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin', // emails and pages of the account show these images
  })
