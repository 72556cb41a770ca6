import type { FastifyRequest } from 'fastify'
import * as connections from '#connections'
import { ApiError, orNotFound, type Page, type Paginated, toPage } from '#contract'
import { assertKnownCursor } from '#platform/postgres/cursors'
import type { TxContext } from '#platform/postgres/database'
import * as webhooks from '#webhooks'
import { withAppMembers } from './kernel/app-members.ts'
import { handle } from './kernel/handle.ts'
import { requireEnterprise } from './kernel/input.ts'

const { endpointCommands } = webhooks

/** The operations on webhook endpoints (decision 125). */
export const endpointRoutes = [
  handle('createEndpoint', async ({ ctx, request, body, deps }) =>
    toSecretView(await endpointCommands.create(ctx, request.grant, body, deps.endpointRules)),
  ),

  handle('listEndpoints', async ({ ctx, request, query }) => {
    const isUser = request.grant.user !== undefined
    const { data, has_more } = await paginate(ctx, query.page, isUser)
    return { data: isUser ? await toAppViews(ctx, data) : data.map(toView), has_more }
  }),

  handle('getEndpoint', async ({ ctx, request, params }) => {
    const endpoint = await endpointCommands.getEndpoint(ctx, params.id)
    assertVisible(request, endpoint)
    if (request.grant.user === undefined) return toView(endpoint)
    const [connection] = await findConnections(ctx, [endpoint])
    const health = orNotFound(await webhooks.getEndpointHealth(ctx, endpoint.id))
    const day = await webhooks.getLast24Hours(ctx, endpoint.id)
    return withAppMembers(toView(endpoint), { health, day, connection: connection ?? null })
  }),

  // Every tier may disable an endpoint. Other changes need the Enterprise tier.
  handle('updateEndpoint', async ({ ctx, request, params, body, deps, assertUnchanged }) => {
    const { enabled, ...settings } = body
    const hasSettings = Object.keys(settings).length > 0
    if (hasSettings || enabled === true) requireEnterprise(request)
    const before = orNotFound(await webhooks.findEndpointForUpdate(ctx, params.id))
    assertVisible(request, before)
    assertUnchanged(() => toView(before))
    let after = before
    if (hasSettings)
      after = await endpointCommands.change(ctx, before, settings, deps.endpointRules)
    if (enabled !== undefined && enabled !== before.enabled)
      after = await endpointCommands.setEnabled(ctx, before.id, enabled)
    return toView(after)
  }),

  handle('deleteEndpoint', async ({ ctx, request, params }) => {
    assertVisible(request, await endpointCommands.getEndpoint(ctx, params.id))
    return toView(await endpointCommands.remove(ctx, params.id))
  }),

  handle('rotateEndpointSecret', async ({ ctx, params, body }) =>
    toSecretView(await endpointCommands.rotateSecret(ctx, params.id, body)),
  ),

  handle('rotateEndpointKey', async ({ ctx, params, body }) =>
    toView(await endpointCommands.rotateSigningKey(ctx, params.id, body)),
  ),
]

/**
 * Returns a page of the endpoints. An account has few endpoints, so the function reads all of them and
 * returns a part.
 */
async function paginate(
  ctx: TxContext,
  page: Page,
  isUser: boolean,
): Promise<Paginated<webhooks.Endpoint>> {
  const after = page.after?.toLowerCase()
  await assertKnownCursor(ctx, after, (id) => webhooks.wasEndpoint(ctx, id))
  const newestFirst = (await webhooks.listEndpoints(ctx)).filter(
    ({ connection_id }) => isUser || connection_id === null,
  )
  const all = page.order === 'asc' ? newestFirst.toReversed() : newestFirst
  const isBehind = ({ id }: webhooks.Endpoint) =>
    after === undefined || (page.order === 'asc' ? id > after : id < after)
  return toPage(all.filter(isBehind).slice(0, page.limit + 1), page)
}

/** Converts the endpoints of a list for signed-in users. */
async function toAppViews(ctx: TxContext, endpoints: readonly webhooks.Endpoint[]) {
  const ids = endpoints.map(({ id }) => id)
  const stats = await webhooks.getEndpointStats(ctx, ids)
  const healths = await webhooks.listEndpointHealth(ctx, ids)
  const own = await findConnections(ctx, endpoints)
  return endpoints.flatMap((each) => {
    const health = healths.get(each.id)
    return health === undefined
      ? [] // the endpoint was deleted after the list was read
      : [
          withAppMembers(toView(each), {
            health,
            stats: stats.get(each.id) ?? null,
            connection: own.find(({ id }) => id === each.connection_id) ?? null,
          }),
        ]
  })
}

/** Finds the connections of endpoints that publish to a broker. */
async function findConnections(ctx: TxContext, endpoints: readonly webhooks.Endpoint[]) {
  const ids = endpoints.flatMap(({ connection_id }) => connection_id ?? [])
  if (ids.length === 0) return []
  const rows = await connections.findOfPort(ctx, 'destination')
  return rows.flatMap(({ id, name, kind }) => (ids.includes(id) ? [{ id, name, kind }] : []))
}

/** Hides an endpoint that publishes over a connection from tokens, because it has no URL. Connections are for signed-in users. */
function assertVisible({ grant }: FastifyRequest, { connection_id }: webhooks.Endpoint): void {
  if (connection_id !== null && grant.user === undefined) throw new ApiError('not_found')
}

const toView = (endpoint: webhooks.Endpoint) => ({
  id: endpoint.id,
  url: endpoint.url,
  description: endpoint.description,
  events: endpoint.events,
  receives_attention: endpoint.receives_attention,
  payload_version: endpoint.payload_version,
  standard_webhooks: endpoint.standard_webhooks,
  enabled: endpoint.enabled,
  previous_secret_until: endpoint.previous_until,
  signing_error: endpoint.signing_error,
  header_names: endpoint.header_names,
  max_per_second: endpoint.max_per_second,
  filter: endpoint.filter,
  ordered: endpoint.ordered,
  public_key: endpoint.public_key,
  previous_public_key: endpoint.previous_public_key,
  previous_key_until: endpoint.previous_key_until,
  ca_subject: endpoint.ca_subject,
  ca_expires_at: endpoint.ca_expires_at,
  client_certificate_subject: endpoint.client_certificate_subject,
  client_certificate_expires_at: endpoint.client_certificate_expires_at,
  created_at: endpoint.created_at,
  updated_at: endpoint.updated_at,
})

/** Adds the secret to an endpoint for the response. Only these responses contain the secret. */
const toSecretView = ({ endpoint, secret }: webhooks.EndpointWithSecret) => ({
  ...toView(endpoint),
  secret,
})
