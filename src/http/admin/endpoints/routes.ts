import { ApiError } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import * as webhooks from '#webhooks'
import { assertIfMatch, setEtag } from '../lib/concurrency.ts'
import { handle } from '../lib/handle.ts'
import * as contract from './contract.ts'

/** Webhook endpoints. Times are real ones: receivers do not follow an account's test clock. */
export const endpointRoutes = [
  handle(contract.listEndpoints, async ({ ctx }) => {
    const endpoints = await webhooks.listEndpoints(ctx)
    const ids = endpoints.map(({ id }) => id)
    const stats = await webhooks.getEndpointStats(ctx, ids)
    const health = await webhooks.listEndpointHealth(ctx, ids)
    const data = endpoints.flatMap((each) => {
      const found = health.get(each.id)
      return found === undefined
        ? [] // deleted since the list was read
        : [{ ...each, stats: stats.get(each.id) ?? null, health: found }]
    })
    return { data, has_more: false }
  }),

  handle(
    contract.checkEndpoint,
    async ({ ctx: { deployment }, body, allowPrivate, ports, allowedNetworks }) => ({
      errors: webhooks
        .validateEndpoint(body, { ...deployment, allowPrivate, ports, allowedNetworks })
        .map(({ code, param, message }) => ({ code, param, message })),
      hints: urlHints(body.url, deployment.stage),
    }),
  ),

  handle(
    contract.createEndpoint,
    async ({ ctx, member, body, allowPrivate, ports, allowedNetworks }) => {
      const rules = { allowPrivate, ports, allowedNetworks }
      const created = await webhooks.endpointCommands.create(ctx, member, body, rules)
      return { ...created.endpoint, secret: created.secret }
    },
  ),

  handle(contract.readEndpoint, async ({ ctx, params, reply }) => {
    const endpoint = await webhooks.endpointCommands.getEndpoint(ctx, params.id)
    setEtag(reply, endpoint.updated_at)
    const health = await webhooks.getEndpointHealth(ctx, endpoint.id)
    if (health === undefined) throw new ApiError('not_found')
    return { ...endpoint, health, day: await webhooks.getLast24Hours(ctx, endpoint.id) }
  }),

  handle(contract.changeEndpoint, async ({ ctx, params, body, request, reply, ...context }) => {
    const before = await webhooks.endpointCommands.getEndpoint(ctx, params.id)
    assertIfMatch(request, before.updated_at)
    const { allowPrivate, ports, allowedNetworks } = context
    const rules = { allowPrivate, ports, allowedNetworks }
    const after = await webhooks.endpointCommands.change(ctx, before, body, rules)
    setEtag(reply, after.updated_at)
    return after
  }),

  handle(contract.enableEndpoint, ({ ctx, params }) =>
    webhooks.endpointCommands.setEnabled(ctx, params.id, true),
  ),

  handle(contract.disableEndpoint, ({ ctx, params }) =>
    webhooks.endpointCommands.setEnabled(ctx, params.id, false),
  ),

  handle(contract.deleteEndpoint, async ({ ctx, params }) => {
    await webhooks.endpointCommands.remove(ctx, params.id)
    return undefined
  }),

  handle(contract.rotateEndpointSecret, async ({ ctx, params: { id }, body }) => {
    const rotated = await webhooks.endpointCommands.rotateSecret(ctx, id, body)
    return { ...rotated.endpoint, secret: rotated.secret }
  }),

  handle(contract.rotateEndpointKey, ({ ctx, params: { id }, body }) =>
    webhooks.endpointCommands.rotateSigningKey(ctx, id, body),
  ),

  handle(contract.sendTestEvent, async ({ ctx, params: { id }, body }) => {
    const { type } = body
    const version = assertVersion(ctx, body.payload_version)
    return { id: await webhooks.endpointCommands.sendTest(ctx, id, type, version) }
  }),

  handle(contract.previewTestEvent, async ({ ctx, params: { id }, query, reply }) => {
    const version = assertVersion(ctx, query.payload_version)
    const type = query.type ?? 'gift_request_created'
    reply.header('cache-control', 'no-store')
    return webhooks.endpointCommands.previewTest(ctx, id, type, version)
  }),

  handle(contract.checkSignature, async ({ ctx, params: { id }, body }) => ({
    mistake: await webhooks.endpointCommands.checkSignature(ctx, id, body),
  })),
]

/** Throws for a payload version that does not exist. */
function assertVersion(
  { deployment: { versions } }: TxContext,
  version: string | undefined,
): string | undefined {
  if (version === undefined || Object.hasOwn(versions, version)) return version
  const known = Object.keys(versions).join(', ')
  const message = `must be one of ${known}`
  throw new ApiError('invalid', {
    fieldErrors: [{ code: 'invalid', param: 'payload_version', message }],
  })
}

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
