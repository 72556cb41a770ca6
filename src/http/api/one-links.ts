import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError, type OneLinkView, parseListQuery } from '#contract'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import { parseBody, parseEmptyBody, rejectParameters } from './body.ts'
import type { ApiResponse, Handle } from './handler.ts'
import { renderPage } from './pagination.ts'

type IdParams = { Params: { id: string } }

/** The operations on one-links (decisions §5). Recipients claim gifts on the redemption pages, not through the API. */
export function oneLinkRoutes(app: FastifyInstance, handle: Handle): void {
  app.post('/one_links', (request, reply) =>
    handle(request, reply, async (ctx) => {
      const { members, problems } = parseBody(request, 'one_links')
      await request.charge(requestWeight(members))
      const link = await gifting.createOneLink(ctx, members, problems)
      return { ...toOneLinkResponse(ctx, request, link), status: 201 }
    }),
  )

  app.get('/one_links', (request, reply) =>
    handle(request, reply, async (ctx) => {
      const { page } = parseListQuery(request.query, {})
      const { data, has_more } = await gifting.listOneLinks(ctx, page)
      const views = data.map((link) => toView(ctx, link))
      return {
        status: 200,
        body: renderPage(ctx, request, 'one_links', { data: views, has_more }),
      }
    }),
  )

  app.get<IdParams>('/one_links/:id', (request, reply) =>
    handle(request, reply, async (ctx) => {
      rejectParameters(request)
      return toOneLinkResponse(ctx, request, await gifting.findOneLink(ctx, request.params.id))
    }),
  )

  app.post<IdParams>('/one_links/:id/close', (request, reply) =>
    handle(request, reply, async (ctx) => {
      parseEmptyBody(request)
      return toOneLinkResponse(ctx, request, await gifting.closeOneLink(ctx, request.params.id))
    }),
  )
}

/** Each hundred places count as one additional request. */
function requestWeight(body: unknown): number {
  const { quantity } = (body ?? {}) as { quantity?: unknown }
  return typeof quantity === 'number' && quantity > 0 ? Math.floor(quantity / 100) : 0
}

const toView = ({ deployment, now }: TxContext, link: gifting.OneLink): OneLinkView =>
  gifting.toOneLinkView(deployment, link, now)

function toOneLinkResponse(
  ctx: TxContext,
  { version }: FastifyRequest,
  link: gifting.OneLink | undefined,
): ApiResponse {
  if (link === undefined) throw new ApiError('not_found')
  const flat = JSON.stringify(toView(ctx, link))
  return { status: 200, body: version.renderResource('one_links', flat) }
}
