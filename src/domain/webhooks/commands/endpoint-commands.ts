import * as audit from '#audit'
import type { ConnectorRegistry } from '#connections'
import { ApiError, type EventType } from '#contract'
import type { SignatureMistake } from '#contract/signature-mistakes'
import { lockUntilEnd } from '#platform/postgres/advisory-lock'
import type { TxContext } from '#platform/postgres/database'
import { type ComputedSignature, findSignatureMistake } from '../endpoints/check-signature.ts'
import { rotateSigningKey as rotateKey } from '../endpoints/connection.ts'
import type { UrlRules } from '../endpoints/endpoint-url.ts'
import type { EndpointInput } from '../endpoints/endpoint-validation.ts'
import * as endpoints from '../endpoints/endpoints.ts'
import { assertSignable, findDestination } from '../endpoints/find-destination.ts'
import {
  assertPublishingSettings,
  assertSendsRequests,
  createPublishingEndpoint,
  type PublishingEndpointInput,
} from '../endpoints/publishing-endpoints.ts'
import { sendTestEvent } from '../endpoints/send-test.ts'
import type { Endpoint } from '../events/tables.ts'
import * as log from '../log/deliveries.ts'
import { findDelivery, type LoggedDelivery } from '../log/delivery-log.ts'
import { resendTo } from '../log/resend-to.ts'
import { previewTestRequest, type TestRequest } from '../log/test-request.ts'

/*
 * The changes of endpoints and deliveries that the web app and the API offer, each with its entry in the audit log. The
 * context has the real time, because receivers do not follow an account's test clock.
 */

/** Finds an endpoint of the account. Throws `not_found`. */
export async function getEndpoint(ctx: TxContext, id: string): Promise<Endpoint> {
  return (await endpoints.findEndpoint(ctx, id)) ?? throwNotFound()
}

export async function create(
  ctx: TxContext,
  owner: endpoints.EndpointOwner,
  input: EndpointInput,
  rules: Omit<UrlRules, 'stage'>,
): Promise<endpoints.EndpointWithSecret> {
  const created = await endpoints.createEndpoint(ctx, owner, input, rules)
  const { url, events, payload_version } = created.endpoint
  record(ctx, 'endpoint.create', created.endpoint, { url, events, payload_version })
  return created
}

/** Creates an endpoint that publishes over a connection. */
export async function createPublishing(
  ctx: TxContext,
  owner: endpoints.EndpointOwner,
  input: PublishingEndpointInput,
  registry: ConnectorRegistry,
): Promise<Endpoint> {
  const created = await createPublishingEndpoint(ctx, owner, input, registry)
  const { url, connection_id, events, payload_version } = created
  record(ctx, 'endpoint.create', created, { url, connection_id, events, payload_version })
  return created
}

/** Changes the given settings. The audit log has them before and after. */
export async function change(
  ctx: TxContext,
  before: Endpoint,
  input: Partial<EndpointInput>,
  rules: Omit<UrlRules, 'stage'>,
): Promise<Endpoint> {
  if (before.connection_id !== null) assertPublishingSettings(input)
  const after = (await endpoints.updateEndpoint(ctx, before.id, input, rules)) ?? throwNotFound()
  const names = (Object.keys(input) as (keyof EndpointInput)[]).map(
    (name) => auditedNames[name] ?? name,
  )
  const pick = (endpoint: Endpoint) =>
    Object.fromEntries(names.map((name) => [name, endpoint[name as keyof Endpoint]]))
  record(ctx, 'endpoint.change', after, { before: pick(before), after: pick(after) })
  return after
}

/** The audit log has no values of headers, keys and certificates: the members of an endpoint that stand for them. */
const auditedNames: { [Name in keyof EndpointInput]?: keyof Endpoint } = {
  headers: 'header_names',
  ed25519: 'public_key',
  ca: 'ca_subject',
  client_certificate: 'client_certificate_subject',
  client_key: 'client_certificate_expires_at',
}

export async function setEnabled(
  ctx: TxContext,
  id: string,
  isEnabled: boolean,
): Promise<Endpoint> {
  const apply = isEnabled ? endpoints.enableEndpoint : endpoints.disableEndpoint
  const endpoint = (await apply(ctx, id)) ?? throwNotFound()
  record(ctx, isEnabled ? 'endpoint.enable' : 'endpoint.disable', endpoint)
  return endpoint
}

/** Deletes the endpoint. Returns it as it was. */
export async function remove(ctx: TxContext, id: string): Promise<Endpoint> {
  const removed = (await endpoints.deleteEndpoint(ctx, id)) ?? throwNotFound()
  record(ctx, 'endpoint.delete', removed)
  return removed
}

export async function rotateSecret(
  ctx: TxContext,
  id: string,
  options: { overlap_seconds?: number },
): Promise<endpoints.EndpointWithSecret> {
  assertSendsRequests(await getEndpoint(ctx, id))
  const rotated = (await endpoints.rotateSecret(ctx, id, options)) ?? throwNotFound()
  record(ctx, 'endpoint.rotate_secret', rotated.endpoint, options)
  return rotated
}

/** Rotates the Ed25519 key. Throws `invalid_transition` for an endpoint without one. */
export async function rotateSigningKey(
  ctx: TxContext,
  id: string,
  options: { overlap_seconds?: number },
): Promise<Endpoint> {
  assertSendsRequests(await getEndpoint(ctx, id))
  const rotated = (await rotateKey(ctx, id, options)) ?? throwNotFound()
  record(ctx, 'endpoint.rotate_key', rotated, options)
  return rotated
}

/** Sends a test event. Returns the id of its delivery. Throws `invalid_transition` for a disabled endpoint. */
export async function sendTest(
  ctx: TxContext,
  id: string,
  type: EventType,
  payload_version?: string,
): Promise<string> {
  const endpoint = await getEndpoint(ctx, id)
  const delivery_id = endpoint.enabled
    ? await sendTestEvent(ctx, id, type, payload_version)
    : undefined
  if (delivery_id === undefined)
    throw new ApiError('invalid_transition', { message: disabledMessage })
  record(ctx, 'endpoint.test', endpoint, { type })
  return delivery_id
}

/** Returns the signed request of a test event without sending it. */
export async function previewTest(
  ctx: TxContext,
  id: string,
  type: EventType,
  payload_version?: string,
): Promise<TestRequest> {
  const endpoint = await getEndpoint(ctx, id)
  const version = payload_version ?? endpoint.payload_version
  return (await previewTestRequest(ctx, endpoint.id, type, version)) ?? throwNotFound()
}

/** Returns the mistake with which a signature was computed; null for a valid one. */
export async function checkSignature(
  ctx: TxContext,
  id: string,
  computed: ComputedSignature,
): Promise<SignatureMistake | null> {
  const endpoint = await getEndpoint(ctx, id)
  assertSendsRequests(endpoint)
  const found = (await findDestination(ctx, endpoint.id)) ?? throwNotFound()
  const { current, previous } = assertSignable(found.destination).secrets
  const active = previous !== undefined && ctx.now < previous.until ? [previous.secret] : []
  return findSignatureMistake([current, ...active], computed)
}

const disabledMessage = 'The endpoint is disabled and receives no events. Enable it first.'

/**
 * Resends deliveries that were abandoned since a time, a limited number for each call. Concurrent calls wait for each
 * other, because both would select the same deliveries.
 */
export async function recover(
  ctx: TxContext,
  id: string,
  since: Date,
): Promise<{ resent: number; remaining: number }> {
  const endpoint = await getEndpoint(ctx, id)
  await lockUntilEnd(ctx, `recover deliveries of ${endpoint.id}`)
  const resent = await log.recoverSince(ctx, id, since)
  const details = { since: since.toISOString(), deliveries: resent }
  record(ctx, 'delivery.recover', endpoint, details)
  return { resent, remaining: await log.countRecoverable(ctx, id, since) }
}

/**
 * Resends one delivery to its endpoint, or its event to another endpoint of the account. Returns the id of the open or
 * new delivery.
 */
export async function resend(ctx: TxContext, id: string, to?: string): Promise<string> {
  const delivery = to === undefined ? undefined : await findDelivery(ctx, id)
  if (to !== undefined && to !== delivery?.endpoint_id)
    return resendElsewhere(ctx, delivery ?? throwNotFound(), to)
  const resent = await log.resend(ctx, id)
  if (resent === undefined) throw new ApiError('invalid_transition', { message: goneMessage })
  const subject = { kind: 'delivery', id }
  audit.recordEntry(ctx, { action: 'delivery.resend', subject, details: { deliveries: 1 } })
  return resent
}

/** Resends the event to another endpoint. The audit log names both. */
async function resendElsewhere(
  ctx: TxContext,
  delivery: LoggedDelivery,
  to: string,
): Promise<string> {
  const { id, target } = await resendTo(ctx, delivery, to)
  const { endpoint_id, endpoint_url, endpoint_description } = delivery
  const from = { url: endpoint_url, description: endpoint_description }
  const details = {
    deliveries: 1,
    from_endpoint: nameOf(from),
    from_endpoint_id: endpoint_id,
    to_endpoint: nameOf(target),
    to_endpoint_id: target.id,
  }
  const subject = { kind: 'delivery', id: delivery.id }
  audit.recordEntry(ctx, { action: 'delivery.resend', subject, details })
  return id
}

/** The error of a delivery that cannot be resent. */
export const goneMessage =
  'The endpoint was deleted, or the body was deleted after its retention period.'

/**
 * Names the endpoint by its description, or by the origin of its URL. The audit log is permanent and must not store the
 * path and query, which often contain secrets.
 */
export const auditSubject = (endpoint: Endpoint) => ({
  kind: 'endpoint',
  id: endpoint.id,
  name: nameOf(endpoint),
})

const nameOf = ({ url, description }: Pick<Endpoint, 'url' | 'description'>) =>
  description || originOf(url)

/** Returns a URL without its path and query, also if its protocol is that of a broker. */
export function originOf(url: string): string {
  const { protocol, host } = new URL(url)
  return `${protocol}//${host}`
}

function record(
  ctx: TxContext,
  action: string,
  endpoint: Endpoint,
  details?: Record<string, unknown>,
): void {
  const subject = auditSubject(endpoint)
  audit.recordEntry(ctx, { action, subject, ...(details === undefined ? {} : { details }) })
}

function throwNotFound(): never {
  throw new ApiError('not_found')
}
