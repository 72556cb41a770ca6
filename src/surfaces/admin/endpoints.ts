import { Type } from 'typebox'
import * as access from '#access'
import { ApiError, eventTypes } from '#contract'
import type { TxContext } from '#platform/postgres'
import * as webhooks from '#webhooks'
import { Answer, operation, type Within } from './operation.ts'
import { noExtra } from './shapes.ts'
import { refuseIfChanged, tell } from './versioned.ts'

const members = {
  url: Type.String(),
  description: Type.String(),
  events: Type.Array(Type.String()),
  payload_version: Type.String(),
  standard_webhooks: Type.Boolean(),
}
const { url, ...others } = members
const NewEndpoint = Type.Object({ url, ...Type.Partial(Type.Object(others)).properties }, noExtra)
const Change = Type.Partial(Type.Object(members), noExtra)

/** To read costs nothing, on any tier: then there is nothing to see but why. */
const enterprise = { needs: 'admin', tier: 'enterprise' } as const

/** Where events are sent. Times are real ones: a receiver does not live by an account's test clock. */
export const endpointOperations = [
  operation(
    'GET',
    '/endpoints',
    { needs: 'admin', does: 'list webhook endpoints and how they fare' },
    async ({ real }) => {
      const endpoints = await webhooks.listEndpoints(real)
      const ids = endpoints.map(({ id }) => id)
      const figures = await webhooks.getEndpointStats(real, ids)
      const health = await webhooks.listEndpointHealth(real, ids)
      const data = endpoints.map((each) => ({
        ...each,
        figures: figures.get(each.id) ?? null,
        health: health.get(each.id),
      }))
      return { data, has_more: false }
    },
  ),

  operation(
    'POST',
    '/endpoints/check',
    { ...enterprise, does: 'say what is wrong with a URL', body: Type.Object({ url }, noExtra) },
    async ({ ctx: { deployment: installation }, body, allowPrivate, ports }) => ({
      problems: webhooks.validateEndpoint(body, { ...installation, allowPrivate, ports }),
      hints: hintsFor(body.url, installation.stage),
    }),
  ),

  operation(
    'POST',
    '/endpoints',
    { ...enterprise, does: 'add a webhook endpoint', body: NewEndpoint },
    async ({ real, member, actor, body, allowPrivate, ports }) => {
      const made = await webhooks.createEndpoint(real, member, body, { allowPrivate, ports })
      const { url, events, payload_version } = made.endpoint
      const details = { url, events, payload_version }
      access.recordEntry(real, {
        actor,
        action: 'endpoint.create',
        subject: subjectOf(made.endpoint),
        details,
      })
      return new Answer(201, { ...made.endpoint, secret: made.secret })
    },
  ),

  operation(
    'GET',
    '/endpoints/:id',
    { needs: 'admin', does: 'show a webhook endpoint and its last day' },
    async ({ real, params, reply }) => {
      const endpoint = await found(real, params.id)
      tell(reply, endpoint.updated_at)
      const health = await webhooks.getEndpointHealth(real, endpoint.id)
      return { ...endpoint, health, day: await webhooks.getLast24Hours(real, endpoint.id) }
    },
  ),

  operation(
    'PATCH',
    '/endpoints/:id',
    { ...enterprise, does: 'change a webhook endpoint', body: Change },
    async ({ real, actor, params, body, request, reply, allowPrivate, ports }) => {
      const was = await found(real, params.id)
      refuseIfChanged(request, was.updated_at)
      const is = await webhooks.updateEndpoint(real, was.id, body, { allowPrivate, ports })
      if (is === undefined) throw new ApiError('not_found')
      const names = Object.keys(body) as (keyof typeof body)[]
      const of = (endpoint: webhooks.Endpoint) =>
        Object.fromEntries(names.map((name) => [name, endpoint[name]]))
      const details = { before: of(was), after: of(is) }
      access.recordEntry(real, {
        actor,
        action: 'endpoint.change',
        subject: subjectOf(is),
        details,
      })
      tell(reply, is.updated_at)
      return is
    },
  ),

  change('enable', 'endpoint.enable', webhooks.enableEndpoint),
  change('disable', 'endpoint.disable', webhooks.disableEndpoint),

  operation(
    'DELETE',
    '/endpoints/:id',
    { needs: 'admin', does: 'delete a webhook endpoint' },
    async ({ real, actor, params }) => {
      const { id } = await found(real, params.id)
      const gone = await webhooks.deleteEndpoint(real, id)
      if (gone === undefined) throw new ApiError('not_found')
      access.recordEntry(real, { actor, action: 'endpoint.delete', subject: subjectOf(gone) })
      return undefined
    },
  ),

  operation(
    'POST',
    '/endpoints/:id/rotate',
    {
      ...enterprise,
      does: 'give a webhook endpoint a new secret',
      body: Type.Object({ overlap_seconds: Type.Integer() }, noExtra),
    },
    async ({ real, actor, params: { id = '' }, body }) => {
      const made = await webhooks.rotateSecret(real, id, body)
      if (made === undefined) throw new ApiError('not_found')
      const subject = subjectOf(made.endpoint)
      access.recordEntry(real, { actor, action: 'endpoint.rotate_secret', subject, details: body })
      return { ...made.endpoint, secret: made.secret }
    },
  ),

  operation(
    'POST',
    '/endpoints/:id/test',
    {
      ...enterprise,
      does: 'send a test event',
      body: Type.Object({ type: Type.String({ enum: [...eventTypes] }) }, noExtra),
    },
    async ({ real, actor, params, body }) => {
      const endpoint = await found(real, params.id)
      if (!endpoint.enabled) throw new ApiError('invalid_transition', { message: disabled })
      const type = eventTypes.find((each) => each === body.type)
      if (type === undefined) throw new ApiError('invalid')
      const id = await webhooks.sendTestEvent(real, endpoint.id, type)
      const subject = subjectOf(endpoint)
      access.recordEntry(real, { actor, action: 'endpoint.test', subject, details: { type } })
      return new Answer(201, { id })
    },
  ),
]

const disabled =
  'The endpoint is disabled, and a disabled endpoint is sent nothing. Enable it first.'

function change(
  verb: 'enable' | 'disable',
  action: string,
  act: (ctx: TxContext, id: string) => Promise<webhooks.Endpoint | undefined>,
) {
  const tier = verb === 'enable' ? enterprise : { needs: 'admin' as const }
  return operation(
    'POST',
    `/endpoints/:id/${verb}`,
    { ...tier, does: `${verb} a webhook endpoint` },
    async ({ real, actor, params: { id = '' } }: Within<unknown>) => {
      const endpoint = await act(real, id)
      if (endpoint === undefined) throw new ApiError('not_found')
      access.recordEntry(real, { actor, action, subject: subjectOf(endpoint) })
      return endpoint
    },
  )
}

async function found(ctx: TxContext, id = ''): Promise<webhooks.Endpoint> {
  const endpoint = await webhooks.findEndpoint(ctx, id)
  if (endpoint === undefined) throw new ApiError('not_found')
  return endpoint
}

/** Its description, or its URL without path and query, where people put secrets: the audit log is for ever. */
export const subjectOf = ({ id, url, description }: webhooks.Endpoint) => ({
  kind: 'endpoint',
  id,
  name: description || new URL(url).origin,
})

/** What is not wrong, and worth a word. */
function hintsFor(text: string, stage: string): string[] {
  if (!URL.canParse(text)) return []
  const { protocol, hash, hostname } = new URL(text)
  return [
    ...(protocol === 'http:' && stage === 'staging'
      ? ['Fine here. In production an endpoint must begin with https://.']
      : []),
    ...(hash === '' ? [] : ['What stands after # is not sent.']),
    ...(/^(localhost|127\.|\[::1\])/.test(hostname)
      ? ['This address is the computer that the service runs on. It works in development only.']
      : []),
  ]
}
