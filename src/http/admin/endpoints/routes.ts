import * as audit from '#audit'
import * as connections from '#connections'
import { type EventType, orNotFound } from '#contract'
import * as webhooks from '#webhooks'
import { handle } from '../lib/handle.ts'
import * as contract from './contract.ts'

/**
 * The routes of webhook endpoints. They use the real time, because receivers do not follow the test clock of
 * an account.
 */
export const endpointRoutes = [
  handle(
    contract.checkEndpoint,
    async ({ ctx: { deployment }, body, allowPrivate, ports, allowedNetworks }) => ({
      errors: webhooks
        .validateEndpoint(body, { ...deployment, allowPrivate, ports, allowedNetworks })
        .map(({ code, param, message }) => ({ code, param, message })),
      hints: urlHints(body.url, deployment.stage),
    }),
  ),

  handle(contract.listDestinations, async ({ ctx, shipping: { connectors } }) => {
    const rows = await connections.findOfPort(ctx, 'destination')
    const data = rows.flatMap(({ id, name, kind, enabled }) => {
      const title = enabled && connectors.isAllowed(kind) ? connectors.find(kind)?.title : undefined
      return title === undefined ? [] : [{ id, name, kind, title }]
    })
    return { data, has_more: false }
  }),

  handle(contract.addDestination, async ({ ctx, body, shipping: { connectors } }) => {
    const owner = { account_id: ctx.account_id, tier: contract.addDestination.tier }
    const { createPublishing } = webhooks.endpointCommands
    const { id } = await createPublishing(ctx, owner, body, connectors)
    return { id }
  }),

  handle(contract.dryRunEndpoint, async ({ ctx, body }) => {
    const { filter, events, payload_version, endpoint_id } = body
    if (endpoint_id !== undefined) await webhooks.endpointCommands.getEndpoint(ctx, endpoint_id)
    const input = { filter: filter === '' ? null : filter, payload_version, endpoint_id }
    return webhooks.dryRun(ctx, { ...input, events: events as EventType[] })
  }),

  handle(contract.previewTestEvent, async ({ ctx, params: { id }, query, reply }) => {
    const { type = 'gift_request_created', payload_version } = query
    reply.header('cache-control', 'no-store')
    return webhooks.endpointCommands.previewTest(ctx, id, type, payload_version)
  }),

  handle(contract.checkSignature, async ({ ctx, params: { id }, body }) => ({
    mistake: await webhooks.endpointCommands.checkSignature(ctx, id, body),
  })),

  handle(contract.retryWaitingDeliveries, async ({ ctx, params: { id }, body: { after } }) => {
    const endpoint = orNotFound(await webhooks.findEndpoint(ctx, id))
    const progress = await webhooks.retryWaiting(ctx, id, after)
    audit.recordEntry(ctx, {
      action: 'delivery.retry_waiting',
      subject: { kind: 'endpoint', id, name: webhooks.endpointCommands.originOf(endpoint.url) },
      details: { deliveries: progress.rescheduled },
    })
    return { ...progress, seconds: Math.ceil(progress.after / webhooks.retriesPerSecond) }
  }),

  handle(contract.countRecoverable, async ({ ctx, params: { id }, query: since }) => ({
    count: await webhooks.countRecoverable(ctx, id, since),
  })),
]

/** Returns hints about problems of a valid URL. */
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
