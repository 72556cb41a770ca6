import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError, type OneLinkView, parseListQuery } from '#contract'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres'
import { readBody, readEmptyBody, refuseParameters } from './body.ts'
import { renderPage } from './pages.ts'
import type { Answer, Serve } from './serve.ts'

type Named = { Params: { id: string } }

/** The operations on one-links (decisions §5). Claiming is for visitors, and is not among them. */
export function oneLinks(app: FastifyInstance, serve: Serve): void {
  app.post('/one_links', (request, reply) =>
    serve(request, reply, async (ctx) => {
      const { members, problems } = readBody(request, 'one_links')
      await request.charge(weightOf(members))
      const link = await gifting.createOneLink(ctx, members, problems)
      return { ...one(ctx, request, link), status: 201 }
    }),
  )

  app.get('/one_links', (request, reply) =>
    serve(request, reply, async (ctx) => {
      const { page } = parseListQuery(request.query, {})
      const { data, has_more } = await gifting.listOneLinks(ctx, page)
      const views = data.map((link) => view(ctx, link))
      return {
        status: 200,
        body: renderPage(ctx, request, 'one_links', { data: views, has_more }),
      }
    }),
  )

  app.get<Named>('/one_links/:id', (request, reply) =>
    serve(request, reply, async (ctx) => {
      refuseParameters(request)
      return one(ctx, request, await gifting.findOneLink(ctx, request.params.id))
    }),
  )

  app.post<Named>('/one_links/:id/close', (request, reply) =>
    serve(request, reply, async (ctx) => {
      readEmptyBody(request)
      return one(ctx, request, await gifting.closeOneLink(ctx, request.params.id))
    }),
  )
}

/** A hundred places count as one request more. */
function weightOf(body: unknown): number {
  const { quantity } = (body ?? {}) as { quantity?: unknown }
  return typeof quantity === 'number' && quantity > 0 ? Math.floor(quantity / 100) : 0
}

const view = ({ deployment: installation, now }: TxContext, link: gifting.OneLink): OneLinkView =>
  gifting.toOneLinkView(installation, link, now)

function one(
  ctx: TxContext,
  { version }: FastifyRequest,
  link: gifting.OneLink | undefined,
): Answer {
  if (link === undefined) throw new ApiError('not_found')
  const flat = JSON.stringify(view(ctx, link))
  return { status: 200, body: version.renderResource('one_links', flat) }
}
