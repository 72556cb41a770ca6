/** The pictures of the demo catalogue, drawn by ourselves: `{origin}/images/{name}`. */
import type { FastifyInstance } from 'fastify'
import * as catalogue from '#catalogue'

export async function pictures(app: FastifyInstance): Promise<void> {
  app.get<{ Params: { name: string } }>('/images/:name', (request, reply) => {
    const picture = catalogue.demoPicture(request.params.name)
    if (picture === undefined) return reply.code(404).type('text/plain').send('No such picture.')
    return reply
      .type('image/svg+xml; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .header('x-content-type-options', 'nosniff')
      .send(picture)
  })
}
