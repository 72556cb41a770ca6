import type { FastifyInstance } from 'fastify'
import * as attention from '#attention'
import { ApiError, attentionFilters, parseListQuery } from '#contract'
import { rejectParameters } from './body.ts'
import type { Handle } from './handler.ts'
import { renderPage } from './pagination.ts'

/** The operations on what needs attention (decision 129). */
export function attentionRoutes(app: FastifyInstance, handle: Handle): void {
  app.get('/attention', (request, reply) =>
    handle(request, reply, async (ctx) => {
      const { page, filter } = parseListQuery(request.query, attentionFilters)
      const { data, has_more } = await attention.list(ctx, filter, page)
      const views = data.map((item) => attention.toItemView(ctx, item))
      const body = await renderPage(ctx, request, 'attention_items', { data: views, has_more })
      return { status: 200, body }
    }),
  )

  app.get<{ Params: { id: string } }>('/attention/:id', (request, reply) =>
    handle(request, reply, async (ctx) => {
      rejectParameters(request)
      const item = await attention.find(ctx, request.params.id)
      if (item === undefined) throw new ApiError('not_found')
      const flat = JSON.stringify(attention.toItemView(ctx, item))
      return { status: 200, body: request.version.renderResource('attention_items', flat) }
    }),
  )
}
