import * as audit from '#audit'
import { ApiError } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import * as webhooks from '#webhooks'
import { assertIfMatch, setEtag } from '../lib/concurrency.ts'
import { handle } from '../lib/handle.ts'
import type { TxRouteContext } from '../lib/route.ts'
import * as contract from './contract.ts'

/** Webhook endpoints. Times are real ones: receivers do not follow an account's test clock. */
export const endpointRoutes = [
  handle(contract.listEndpoints, async ({ realTimeCtx }) => {
    const endpoints = await webhooks.listEndpoints(realTimeCtx)
    const ids = endpoints.map(({ id }) => id)
    const stats = await webhooks.getEndpointStats(realTimeCtx, ids)
    const health = await webhooks.listEndpointHealth(realTimeCtx, ids)
    const data = endpoints.flatMap((each) => {
      const found = health.get(each.id)
      return found === undefined
        ? [] // deleted since the list was read
        : [{ ...each, stats: stats.get(each.id) ?? null, health: found }]
    })
    return { data, has_more: false }
  }),

  handle(contract.checkEndpoint, async ({ ctx: { deployment }, body, allowPrivate, ports }) => ({
    errors: webhooks
      .validateEndpoint(body, { ...deployment, allowPrivate, ports })
      .map(({ code, param, message }) => ({ code, param, message })),
    hints: urlHints(body.url, deployment.stage),
  })),

  handle(
    contract.createEndpoint,
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
      return { ...created.endpoint, secret: created.secret }
    },
  ),

  handle(contract.readEndpoint, async ({ realTimeCtx, params, reply }) => {
    const endpoint = await findOrThrow(realTimeCtx, params.id)
    setEtag(reply, endpoint.updated_at)
    const health = await webhooks.getEndpointHealth(realTimeCtx, endpoint.id)
    if (health === undefined) throw new ApiError('not_found')
    return { ...endpoint, health, day: await webhooks.getLast24Hours(realTimeCtx, endpoint.id) }
  }),

  handle(
    contract.changeEndpoint,
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

  handle(contract.enableEndpoint, (context) =>
    setEnabled(context, 'endpoint.enable', webhooks.enableEndpoint),
  ),

  handle(contract.disableEndpoint, (context) =>
    setEnabled(context, 'endpoint.disable', webhooks.disableEndpoint),
  ),

  handle(contract.deleteEndpoint, async ({ realTimeCtx, actor, params }) => {
    const { id } = await findOrThrow(realTimeCtx, params.id)
    const removed = await webhooks.deleteEndpoint(realTimeCtx, id)
    if (removed === undefined) throw new ApiError('not_found')
    audit.recordEntry(realTimeCtx, {
      actor,
      action: 'endpoint.delete',
      subject: auditSubject(removed),
    })
    return undefined
  }),

  handle(contract.rotateEndpointSecret, async ({ realTimeCtx, actor, params: { id }, body }) => {
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
  }),

  handle(contract.sendTestEvent, async ({ realTimeCtx, actor, params, body }) => {
    const endpoint = await findOrThrow(realTimeCtx, params.id)
    if (!endpoint.enabled) throw new ApiError('invalid_transition', { message: disabledMessage })
    const { type } = body
    const id = await webhooks.sendTestEvent(realTimeCtx, endpoint.id, type)
    if (id === undefined) throw new ApiError('invalid_transition', { message: disabledMessage })
    const subject = auditSubject(endpoint)
    audit.recordEntry(realTimeCtx, {
      actor,
      action: 'endpoint.test',
      subject,
      details: { type },
    })
    return { id }
  }),
]

const disabledMessage = 'The endpoint is disabled and receives no events. Enable it first.'

async function setEnabled(
  {
    realTimeCtx,
    actor,
    params,
  }: Pick<TxRouteContext<unknown>, 'realTimeCtx' | 'actor'> & {
    params: { id: string }
  },
  action: string,
  apply: (ctx: TxContext, id: string) => Promise<webhooks.Endpoint | undefined>,
): Promise<webhooks.Endpoint> {
  const endpoint = await apply(realTimeCtx, params.id)
  if (endpoint === undefined) throw new ApiError('not_found')
  audit.recordEntry(realTimeCtx, { actor, action, subject: auditSubject(endpoint) })
  return endpoint
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
