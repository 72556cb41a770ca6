import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type OneLinkView, Refusal, readListQuery } from '#contract'
import * as gifting from '#gifting'
import type { Work } from '#platform/postgres'
import { readBody, readEmptyBody, refuseParameters } from './body.ts'
import { renderPage } from './pages.ts'
import type { Answer, Serve } from './serve.ts'

type Named = { Params: { id: string } }

/** The operations on one-links (decisions §5). Claiming is for visitors, and is not among them. */
export function oneLinks(app: FastifyInstance, serve: Serve): void {
  app.post('/one_links', (request, reply) =>
    serve(request, reply, async (work) => {
      const { members, problems } = readBody(request, 'one_links')
      const link = await gifting.createOneLink(work, members, problems)
      return { ...one(work, request, link), status: 201 }
    }),
  )

  app.get('/one_links', (request, reply) =>
    serve(request, reply, async (work) => {
      const { page } = readListQuery(request.query, {})
      const { data, has_more } = await gifting.listOneLinks(work, page)
      const views = data.map((link) => view(work, link))
      return {
        status: 200,
        body: renderPage(work, request, 'one_links', { data: views, has_more }),
      }
    }),
  )

  app.get<Named>('/one_links/:id', (request, reply) =>
    serve(request, reply, async (work) => {
      refuseParameters(request)
      return one(work, request, await gifting.findOneLink(work, request.params.id))
    }),
  )

  app.post<Named>('/one_links/:id/close', (request, reply) =>
    serve(request, reply, async (work) => {
      readEmptyBody(request)
      return one(work, request, await gifting.closeOneLink(work, request.params.id))
    }),
  )
}

const view = ({ installation, now }: Work, link: gifting.OneLink): OneLinkView =>
  gifting.oneLinkView(installation, link, now)

function one(work: Work, { version }: FastifyRequest, link: gifting.OneLink | undefined): Answer {
  if (link === undefined) throw new Refusal('not_found')
  const flat = JSON.stringify(view(work, link))
  return { status: 200, body: version.one('one_links', flat) }
}
