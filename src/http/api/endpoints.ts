import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  ApiError,
  endpointChangeBody,
  keyRotationBody,
  newEndpointBody,
  type Page,
  type Paginated,
  parseListQuery,
  secretRotationBody,
  toPage,
} from '#contract'
import { assertKnownCursor } from '#platform/postgres/cursors'
import { atRealTime, type TxContext } from '#platform/postgres/database'
import * as webhooks from '#webhooks'
import { parseEmptyBody, parseOperationBody, rejectParameters } from './body.ts'
import { assertIfMatch } from './etag.ts'
import type { ApiResponse, Handle } from './handler.ts'
import { renderPage } from './pagination.ts'

/** The URLs that endpoints may have, as in the admin area. */
export type EndpointRules = Omit<webhooks.UrlRules, 'stage'>

type IdParams = { Params: { id: string } }
const { endpointCommands } = webhooks

/** The operations on webhook endpoints (decision 125). */
export function endpointRoutes(app: FastifyInstance, handle: Handle, rules: EndpointRules): void {
  app.post('/endpoints', (request, reply) =>
    handle(request, reply, async (ctx) => {
      requireEnterprise(request)
      const { members } = parseOperationBody(request, newEndpointBody)
      const now = atRealTime(ctx)
      const { caller } = request
      const created = await endpointCommands.create(now, caller, members, rules)
      return { ...toSecretResponse(request, created), status: 201 }
    }),
  )

  readRoutes(app, handle)
  app.patch<IdParams>('/endpoints/:id', (request, reply) =>
    handle(request, reply, (ctx) => changeEndpoint(ctx, request, rules)),
  )
  secretAndRemovalRoutes(app, handle)
}

function readRoutes(app: FastifyInstance, handle: Handle): void {
  app.get('/endpoints', (request, reply) =>
    handle(request, reply, async (ctx) => {
      const { page } = parseListQuery(request.query, {})
      const { data, has_more } = await paginate(ctx, page)
      const views = data.map(toView)
      return {
        status: 200,
        body: await renderPage(ctx, request, 'endpoints', { data: views, has_more }),
      }
    }),
  )

  app.get<IdParams>('/endpoints/:id', (request, reply) =>
    handle(request, reply, async (ctx) => {
      rejectParameters(request)
      return toResponse(request, await endpointCommands.getEndpoint(ctx, request.params.id))
    }),
  )
}

function secretAndRemovalRoutes(app: FastifyInstance, handle: Handle): void {
  app.delete<IdParams>('/endpoints/:id', (request, reply) =>
    handle(request, reply, async (ctx) => {
      parseEmptyBody(request)
      const now = atRealTime(ctx)
      const { id } = request.params
      return toResponse(request, await endpointCommands.remove(now, id))
    }),
  )

  app.post<IdParams>('/endpoints/:id/rotate_secret', (request, reply) =>
    handle(request, reply, async (ctx) => {
      requireEnterprise(request)
      const { members } = parseOperationBody(request, secretRotationBody)
      const now = atRealTime(ctx)
      const { id } = request.params
      const rotated = await endpointCommands.rotateSecret(now, id, members)
      return toSecretResponse(request, rotated)
    }),
  )

  app.post<IdParams>('/endpoints/:id/rotate_key', (request, reply) =>
    handle(request, reply, async (ctx) => {
      requireEnterprise(request)
      const { members } = parseOperationBody(request, keyRotationBody)
      const now = atRealTime(ctx)
      const { id } = request.params
      const rotated = await endpointCommands.rotateSigningKey(now, id, members)
      return toResponse(request, rotated)
    }),
  )
}

/** Every tier may disable an endpoint; the other changes need the Enterprise tier. */
async function changeEndpoint(
  ctx: TxContext,
  request: FastifyRequest<IdParams>,
  rules: EndpointRules,
): Promise<ApiResponse> {
  const { members } = parseOperationBody(request, endpointChangeBody)
  const { enabled, ...settings } = members
  const hasSettings = Object.keys(settings).length > 0
  if (hasSettings || enabled === true) requireEnterprise(request)
  const now = atRealTime(ctx)
  const before = await webhooks.findEndpointForUpdate(now, request.params.id)
  if (before === undefined) throw new ApiError('not_found')
  assertIfMatch(request, () => toResponse(request, before).body)
  let after = before
  if (hasSettings) after = await endpointCommands.change(now, before, settings, rules)
  if (enabled !== undefined && enabled !== before.enabled)
    after = await endpointCommands.setEnabled(now, before.id, enabled)
  return toResponse(request, after)
}

export function requireEnterprise({ caller }: FastifyRequest): void {
  if (caller.tier !== 'enterprise') throw new ApiError('plan_required')
}

/** An account has few endpoints, so a page is a part of all of them. */
async function paginate(ctx: TxContext, page: Page): Promise<Paginated<webhooks.Endpoint>> {
  const after = page.after?.toLowerCase()
  await assertKnownCursor(ctx, after, (id) => webhooks.wasEndpoint(ctx, id))
  const newestFirst = await webhooks.listEndpoints(ctx)
  const all = page.order === 'asc' ? newestFirst.toReversed() : newestFirst
  const isBehind = ({ id }: webhooks.Endpoint) =>
    after === undefined || (page.order === 'asc' ? id > after : id < after)
  return toPage(all.filter(isBehind).slice(0, page.limit + 1), page)
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

const toResponse = ({ version }: FastifyRequest, endpoint: webhooks.Endpoint): ApiResponse => ({
  status: 200,
  body: version.renderResource('endpoints', JSON.stringify(toView(endpoint))),
})

/** The only responses with the secret. */
function toSecretResponse(
  { version }: FastifyRequest,
  { endpoint, secret }: webhooks.EndpointWithSecret,
): ApiResponse {
  const flat = JSON.stringify({ ...toView(endpoint), secret })
  return { status: 200, body: version.renderResource('endpoint_secrets', flat), isSecret: true }
}
