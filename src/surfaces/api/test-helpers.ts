import type { FastifyInstance } from 'fastify'
import { advanceShape, refuseIfAny } from '#contract'
import * as gifting from '#gifting'
import { readBody } from './body.ts'
import { one } from './gift-requests.ts'
import type { Serve } from './serve.ts'

/** What integrators use to play a gift request's whole life in staging (decisions §2). Not there in production. */
export function testHelpers(app: FastifyInstance, serve: Serve): void {
  app.post<{ Params: { id: string } }>(
    '/test_helpers/gift_requests/:id/advance',
    (request, reply) =>
      serve(request, reply, async (work) => {
        const body = readBody(request, 'advances')
        refuseIfAny(advanceShape(body))
        const { to } = body as { to: gifting.State }
        return one(work, request, await gifting.rehearse(work, request.params.id, to))
      }),
  )
}
