import { Type } from 'typebox'
import * as audit from '#audit'
import { ApiError, eventTypes } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import * as webhooks from '#webhooks'
import { assertIfMatch, setEtag } from '../lib/concurrency.ts'
import { JsonResponse, route, type TxRouteContext } from '../lib/route.ts'
import { strict } from '../lib/schemas.ts'

const endpointMembers = {
  url: Type.String(),
  description: Type.String(),
  events: Type.Array(Type.String()),
  payload_version: Type.String(),
  standard_webhooks: Type.Boolean(),
}
const { url, ...optionalMembers } = endpointMembers
const NewEndpoint = Type.Object(
  { url, ...Type.Partial(Type.Object(optionalMembers)).properties },
  strict,
)
const EndpointChange = Type.Partial(Type.Object(endpointMembers), strict)

/** Every tier may read endpoints. Accounts on other tiers have none, and the page explains why. */
const enterpriseOnly = { requiredRole: 'admin', tier: 'enterprise' } as const

/** Webhook endpoints. Times are real ones: receivers do not follow an account's test clock. */
export const endpointRoutes = [
  route(
    'GET',
    '/endpoints',
    { requiredRole: 'admin', summary: 'list webhook endpoints with their statistics and health' },
    async ({ realTimeCtx }) => {
      const endpoints = await webhooks.listEndpoints(realTimeCtx)
      const ids = endpoints.map(({ id }) => id)
      const stats = await webhooks.getEndpointStats(realTimeCtx, ids)
      const health = await webhooks.listEndpointHealth(realTimeCtx, ids)
      const data = endpoints.map((each) => ({
        ...each,
        stats: stats.get(each.id) ?? null,
        health: health.get(each.id),
      }))
      return { data, has_more: false }
    },
  ),

  route(
    'POST',
    '/endpoints/check',
    {
      ...enterpriseOnly,
      summary: 'validate a URL',
      body: Type.Object({ url }, strict),
    },
    async ({ ctx: { deployment }, body, allowPrivate, ports }) => ({
      errors: webhooks.validateEndpoint(body, { ...deployment, allowPrivate, ports }),
      hints: urlHints(body.url, deployment.stage),
    }),
  ),

  route(
    'POST',
    '/endpoints',
    { ...enterpriseOnly, summary: 'add a webhook endpoint', body: NewEndpoint },
    async ({ realTimeCtx, member, actor, body, allowPrivate, ports }) => {
      const created = await webhooks.createEndpoint(realTimeCtx, member, body, {
        allowPrivate,
        ports,
      })
      const { url, events, payload_version } = created.endpoint
      const details = { url, events, payload_version }
      audit.recordEntry(realTimeCtx, {
        actor,
        action: 'endpoint.create',
        subject: auditSubject(created.endpoint),
        details,
      })
      return new JsonResponse(201, { ...created.endpoint, secret: created.secret })
    },
  ),

  route(
    'GET',
    '/endpoints/:id',
    { requiredRole: 'admin', summary: 'show a webhook endpoint and its last 24 hours' },
    async ({ realTimeCtx, params, reply }) => {
      const endpoint = await findOrThrow(realTimeCtx, params.id)
      setEtag(reply, endpoint.updated_at)
      const health = await webhooks.getEndpointHealth(realTimeCtx, endpoint.id)
      return { ...endpoint, health, day: await webhooks.getLast24Hours(realTimeCtx, endpoint.id) }
    },
  ),

  route(
    'PATCH',
    '/endpoints/:id',
    { ...enterpriseOnly, summary: 'change a webhook endpoint', body: EndpointChange },
    async ({ realTimeCtx, actor, params, body, request, reply, allowPrivate, ports }) => {
      const before = await findOrThrow(realTimeCtx, params.id)
      assertIfMatch(request, before.updated_at)
      const after = await webhooks.updateEndpoint(realTimeCtx, before.id, body, {
        allowPrivate,
        ports,
      })
      if (after === undefined) throw new ApiError('not_found')
      const names = Object.keys(body) as (keyof typeof body)[]
      const pick = (endpoint: webhooks.Endpoint) =>
        Object.fromEntries(names.map((name) => [name, endpoint[name]]))
      const details = { before: pick(before), after: pick(after) }
      audit.recordEntry(realTimeCtx, {
        actor,
        action: 'endpoint.change',
        subject: auditSubject(after),
        details,
      })
      setEtag(reply, after.updated_at)
      return after
    },
  ),

  setEnabledRoute('enable', 'endpoint.enable', webhooks.enableEndpoint),
  setEnabledRoute('disable', 'endpoint.disable', webhooks.disableEndpoint),

  route(
    'DELETE',
    '/endpoints/:id',
    { requiredRole: 'admin', summary: 'delete a webhook endpoint' },
    async ({ realTimeCtx, actor, params }) => {
      const { id } = await findOrThrow(realTimeCtx, params.id)
      const removed = await webhooks.deleteEndpoint(realTimeCtx, id)
      if (removed === undefined) throw new ApiError('not_found')
      audit.recordEntry(realTimeCtx, {
        actor,
        action: 'endpoint.delete',
        subject: auditSubject(removed),
      })
      return undefined
    },
  ),

  route(
    'POST',
    '/endpoints/:id/rotate',
    {
      ...enterpriseOnly,
      summary: 'rotate the secret of a webhook endpoint',
      body: Type.Object({ overlap_seconds: Type.Integer() }, strict),
    },
    async ({ realTimeCtx, actor, params: { id = '' }, body }) => {
      const created = await webhooks.rotateSecret(realTimeCtx, id, body)
      if (created === undefined) throw new ApiError('not_found')
      const subject = auditSubject(created.endpoint)
      audit.recordEntry(realTimeCtx, {
        actor,
        action: 'endpoint.rotate_secret',
        subject,
        details: body,
      })
      return { ...created.endpoint, secret: created.secret }
    },
  ),

  route(
    'POST',
    '/endpoints/:id/test',
    {
      ...enterpriseOnly,
      summary: 'send a test event',
      body: Type.Object({ type: Type.String({ enum: [...eventTypes] }) }, strict),
    },
    async ({ realTimeCtx, actor, params, body }) => {
      const endpoint = await findOrThrow(realTimeCtx, params.id)
      if (!endpoint.enabled) throw new ApiError('invalid_transition', { message: disabledMessage })
      const type = eventTypes.find((each) => each === body.type)
      if (type === undefined) throw new ApiError('invalid')
      const id = await webhooks.sendTestEvent(realTimeCtx, endpoint.id, type)
      const subject = auditSubject(endpoint)
      audit.recordEntry(realTimeCtx, {
        actor,
        action: 'endpoint.test',
        subject,
        details: { type },
      })
      return new JsonResponse(201, { id })
    },
  ),
]

const disabledMessage = 'The endpoint is disabled and receives no events. Enable it first.'

function setEnabledRoute(
  verb: 'enable' | 'disable',
  action: string,
  apply: (ctx: TxContext, id: string) => Promise<webhooks.Endpoint | undefined>,
) {
  const tier = verb === 'enable' ? enterpriseOnly : { requiredRole: 'admin' as const }
  return route(
    'POST',
    `/endpoints/:id/${verb}`,
    { ...tier, summary: `${verb} a webhook endpoint` },
    async ({ realTimeCtx, actor, params: { id = '' } }: TxRouteContext<unknown>) => {
      const endpoint = await apply(realTimeCtx, id)
      if (endpoint === undefined) throw new ApiError('not_found')
      audit.recordEntry(realTimeCtx, { actor, action, subject: auditSubject(endpoint) })
      return endpoint
    },
  )
}

async function findOrThrow(ctx: TxContext, id = ''): Promise<webhooks.Endpoint> {
  const endpoint = await webhooks.findEndpoint(ctx, id)
  if (endpoint === undefined) throw new ApiError('not_found')
  return endpoint
}

/**
 * Names the endpoint by its description, or by the origin of its URL. The audit log is permanent and must not store the
 * path and query, which often contain secrets.
 */
export const auditSubject = ({ id, url, description }: webhooks.Endpoint) => ({
  kind: 'endpoint',
  id,
  name: description || new URL(url).origin,
})

/** Returns hints about a valid URL. */
function urlHints(text: string, stage: string): string[] {
  if (!URL.canParse(text)) return []
  const { protocol, hash, hostname } = new URL(text)
  return [
    ...(protocol === 'http:' && stage === 'staging'
      ? ['Allowed in staging. In production, an endpoint URL must begin with https://.']
      : []),
    ...(hash === '' ? [] : ['The part after # is not sent.']),
    ...(/^(localhost|127\.|\[::1\])/.test(hostname)
      ? ['This address points to the computer that Bestow runs on. It works in development only.']
      : []),
  ]
}
