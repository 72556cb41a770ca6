import type { FastifyInstance } from 'fastify'
import * as campaigns from '#campaigns'
import { ApiError, campaignFilters, parseListQuery } from '#contract'
import { rejectParameters } from './body.ts'
import type { Handle } from './handler.ts'
import { renderPage } from './pagination.ts'

/** The operations on campaigns (decisions §2). A page has at most 25 campaigns, because each contains its catalogue. */
export function campaignRoutes(app: FastifyInstance, handle: Handle): void {
  app.get('/campaigns', (request, reply) =>
    handle(request, reply, async (ctx) => {
      const { page, filter } = parseListQuery(request.query, campaignFilters, 25)
      const results = await campaigns.list(ctx, filter, page)
      return { status: 200, body: await renderPage(ctx, request, 'campaigns', results) }
    }),
  )

  app.get<{ Params: { id: string } }>('/campaigns/:id', (request, reply) =>
    handle(request, reply, async (ctx) => {
      rejectParameters(request)
      const campaign = await campaigns.find(ctx, request.params.id)
      if (campaign === undefined) throw new ApiError('not_found')
      return {
        status: 200,
        body: request.version.renderResource('campaigns', JSON.stringify(campaign)),
      }
    }),
  )
}
