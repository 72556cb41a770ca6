import type { FastifyInstance, FastifyRequest } from 'fastify'
import { recordEntry } from '#audit'
import { ApiError, type OneLinkView, oneLinkChangeBody, parseListQuery } from '#contract'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import { withDryRun } from '#platform/postgres/dry-run'
import { parseBody, parseEmptyBody, parseOperationBody, rejectParameters } from './body.ts'
import { assertIfMatch } from './etag.ts'
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
      const { quantity, allowed_email_domains, expires_at } = link
      const after = { quantity, allowed_email_domains, expires_at }
      recordOneLink(ctx, 'create', link, { after })
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
        body: await renderPage(ctx, request, 'one_links', { data: views, has_more }),
      }
    }),
  )

  app.get<IdParams>('/one_links/:id', (request, reply) =>
    handle(request, reply, async (ctx) => {
      rejectParameters(request)
      return toOneLinkResponse(ctx, request, await gifting.findOneLink(ctx, request.params.id))
    }),
  )

  changeRoute(app, handle)

  app.post<IdParams>('/one_links/:id/close', (request, reply) =>
    handle(request, reply, async (ctx) => {
      parseEmptyBody(request)
      const before = await gifting.findOneLink(ctx, request.params.id)
      const link = await gifting.closeOneLink(ctx, request.params.id)
      if (link !== undefined && before?.closed_at === null)
        recordOneLink(ctx, 'close', link, { cancelled: before.unclaimed })
      return toOneLinkResponse(ctx, request, link)
    }),
  )
}

function changeRoute(app: FastifyInstance, handle: Handle): void {
  app.patch<IdParams>('/one_links/:id', (request, reply) =>
    handle(request, reply, async (ctx) => {
      const { members, isDryRun } = parseOperationBody(request, oneLinkChangeBody)
      const { id } = request.params
      if (members.expires_at !== undefined)
        await request.charge(requestWeight(await gifting.findOneLink(ctx, id)))
      const link = await withDryRun(ctx, isDryRun, async () => {
        const changed = await gifting.updateOneLink(ctx, id, members, (was) =>
          assertIfMatch(request, () => JSON.stringify(toView(ctx, was))),
        )
        if (changed === undefined) throw new ApiError('not_found')
        const { link, before, after } = changed
        if (Object.keys(after).length > 0) recordOneLink(ctx, 'change', link, { before, after })
        return link
      })
      return toOneLinkResponse(ctx, request, link)
    }),
  )
}

const recordOneLink = (
  ctx: TxContext,
  verb: 'create' | 'change' | 'close',
  link: gifting.OneLink,
  details: object,
): void =>
  recordEntry(ctx, {
    action: `one_link.${verb}`,
    subject: { kind: 'one_link', id: link.id, name: link.campaign_name },
    details: { ...details },
  })

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
