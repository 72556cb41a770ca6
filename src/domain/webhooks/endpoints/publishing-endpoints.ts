import type { ConnectorRegistry } from '#connections'
import * as connections from '#connections'
import { ApiError, type FieldError, throwIfAny } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import type { Endpoint } from '../events/tables.ts'
import { isDestination } from '../publishers/destination.ts'
import { applyConnection } from './connection.ts'
import * as store from './endpoint-store.ts'
import { type EndpointInput, validateEndpoint } from './endpoint-validation.ts'
import { assertEnterprise, type EndpointOwner, insertEndpoint } from './endpoints.ts'

/*
 * Endpoints that publish over a connection. They have no URL, so requests, signatures, custom headers and certificates do not
 * concern them. Everything else of an endpoint is the same.
 */

const settings = [
  'description',
  'events',
  'receives_attention',
  'payload_version',
  'max_per_second',
  'filter',
  'ordered',
] as const satisfies readonly (keyof EndpointInput)[]

export interface PublishingEndpointInput extends Pick<EndpointInput, (typeof settings)[number]> {
  connection_id: string
}

/**
 * Creates an enabled endpoint that publishes over a connection.
 *
 * @throws ApiError `plan_required` below the Enterprise tier, or all validation errors together
 */
export async function createPublishingEndpoint(
  ctx: TxContext,
  owner: EndpointOwner,
  { connection_id, ...input }: PublishingEndpointInput,
  registry: ConnectorRegistry,
): Promise<Endpoint> {
  assertEnterprise(owner)
  const url = await findAddress(ctx, connection_id, registry)
  const problems = validateEndpoint(input, { allowPrivate: false, ...ctx.deployment })
  throwIfAny([...(url === undefined ? [unknownConnection] : []), ...problems])
  const target = { url: url ?? '', connection_id }
  const { endpoint } = await insertEndpoint(ctx, owner, input, target)
  return (await applyConnection(ctx, endpoint.id, input)) ?? endpoint
}

const unknownConnection: FieldError = {
  code: 'invalid',
  param: 'connection_id',
  message:
    'must be the id of an enabled connection to a message broker. Add one in Settings, Connections',
}

/** Returns where an enabled connection publishes; undefined if it is disabled or for something else. */
async function findAddress(
  ctx: TxContext,
  connection_id: string,
  registry: ConnectorRegistry,
): Promise<string | undefined> {
  const opened = await connections.open(ctx, connection_id, registry)
  if (opened === undefined) return undefined
  const { connection, connector, values } = opened
  if (!connection.enabled || !registry.isAllowed(connection.kind)) return undefined
  return isDestination(connector) ? connector.addressOf(values) : undefined
}

/** Throws for settings that an endpoint without a URL does not have. */
export function assertPublishingSettings(input: Partial<EndpointInput>): void {
  const foreign = Object.keys(input).filter((name) => !settings.some((each) => each === name))
  throwIfAny(
    foreign.map((param) => ({
      code: 'not_allowed' as const,
      param,
      message: 'belongs to endpoints with a URL. This one publishes over a connection',
    })),
  )
}

/** Throws for an operation on the requests of an endpoint that sends none. */
export function assertSendsRequests({ connection_id }: Endpoint): void {
  if (connection_id !== null)
    throw new ApiError('invalid_transition', {
      message: 'The endpoint publishes over a connection. It sends no requests, and signs nothing.',
    })
}

/** Makes the endpoints of a changed connection use its new settings. */
export function applyChangedConnection(
  ctx: TxContext,
  { id, kind, settings: values }: connections.Connection,
  registry: ConnectorRegistry,
): void {
  const connector = registry.find(kind)
  if (connector !== undefined && isDestination(connector))
    store.setAddress(ctx, id, connector.addressOf(values))
}
