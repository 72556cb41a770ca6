import type { FastifyInstance } from 'fastify'
import { eventFilters, Refusal, readListQuery, versions } from '#contract'
import * as webhooks from '#webhooks'
import { nextPage } from './pages.ts'
import type { Serve } from './serve.ts'

/** The events of the account as a feed (decisions §2): the same that webhooks tell, with the same bodies. */
export function eventRoutes(app: FastifyInstance, serve: Serve): void {
  app.get('/events', (request, reply) =>
    serve(request, reply, async (work) => {
      const { page, filter } = readListQuery(request.query, eventFilters)
      const { gift_request_id, ...rest } = filter
      const { data, has_more } = await webhooks.listEvents(
        work,
        { ...rest, ...(gift_request_id === undefined ? {} : { subject_id: gift_request_id }) },
        page,
      )
      const next = nextPage(request, has_more ? data.at(-1)?.id : undefined)
      return {
        status: 200,
        body: versions[request.apiVersion].many('events', data.map(flat), { has_more, next }),
      }
    }),
  )

  app.get<{ Params: { id: string } }>('/events/:id', (request, reply) =>
    serve(request, reply, async (work) => {
      const event = await webhooks.findEvent(work, request.params.id)
      if (event === undefined) throw new Refusal('not_found')
      return { status: 200, body: versions[request.apiVersion].one('events', flat(event)) }
    }),
  )
}

/** The stored body is set in as it stands: it is never read and written again. */
function flat({ id, type, subject_id, created_at, body }: webhooks.EventView): string {
  const head = JSON.stringify({ id, type, gift_request_id: subject_id, created_at })
  return `${head.slice(0, -1)},"body":${body}}`
}
