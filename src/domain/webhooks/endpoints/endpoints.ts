import { ApiError, getNewestVersion, throwIfAny } from '#contract'
import { isId, newId } from '#platform/lib/ids'
import { assertBelowLimit } from '#platform/postgres/account-limits'
import type { TxContext } from '#platform/postgres/database'
import * as queue from '../engine/queue.ts'
import { deleteRate } from '../engine/rate-limits.ts'
import { generateSecret, secretContext } from '../engine/signing.ts'
import type { Endpoint } from '../events/tables.ts'
import { applyConnection } from './connection.ts'
import { validateHeaderReuse } from './endpoint-headers.ts'
import * as store from './endpoint-store.ts'
import { normalizeUrl, type UrlRules } from './endpoint-url.ts'
import { type EndpointInput, normalizeEvents, validateEndpoint } from './endpoint-validation.ts'
import { toOverlapEnd } from './overlap.ts'

export interface EndpointWithSecret {
  endpoint: Endpoint
  /** The secret as plain text. No later call returns it. */
  secret: string
}

/** The owner of the endpoint. Webhooks require the Enterprise tier (interface §8). */
export interface EndpointOwner {
  account_id: string
  tier: 'enterprise' | 'on_demand'
}

/**
 * Creates an enabled endpoint and its secret.
 *
 * @throws ApiError `plan_required` below the Enterprise tier, or all validation errors together
 */
export async function createEndpoint(
  ctx: TxContext,
  owner: EndpointOwner,
  input: EndpointInput,
  rules: Omit<UrlRules, 'stage'>,
): Promise<EndpointWithSecret> {
  assertEnterprise(owner)
  throwIfAny(validateEndpoint(input, { ...rules, ...ctx.deployment }))
  const created = await insertEndpoint(ctx, owner, input, {
    url: normalizeUrl(input.url),
    connection_id: null,
  })
  const { id } = created.endpoint
  const connected = await applyConnection({ ...ctx, account_id: owner.account_id }, id, input)
  return { ...created, endpoint: connected ?? created.endpoint }
}

export function assertEnterprise({ tier }: EndpointOwner): void {
  if (tier !== 'enterprise') throw new ApiError('plan_required')
}

/** Inserts an endpoint below the limit of the account. */
export async function insertEndpoint(
  ctx: TxContext,
  { account_id }: EndpointOwner,
  input: Omit<EndpointInput, 'url'>,
  target: Pick<Endpoint, 'url' | 'connection_id'>,
): Promise<EndpointWithSecret> {
  await assertBelowLimit(
    { ...ctx, account_id },
    {
      name: 'endpoints',
      countedRows: 'select from webhooks.endpoint where account_id = $1 and deleted_at is null',
      param: target.connection_id === null ? 'url' : 'connection_id',
      subject: 'webhook endpoints',
      remedy: 'Delete one that is no longer needed.',
    },
  )
  const id = newId()
  const secret = generateSecret()
  const endpoint = await store.insert(
    ctx,
    {
      account_id,
      id,
      ...target,
      description: input.description ?? '',
      events: normalizeEvents(input.events),
      receives_attention: input.receives_attention ?? false,
      payload_version: input.payload_version ?? getNewestVersion(ctx.deployment.versions),
      enabled: true,
      standard_webhooks: input.standard_webhooks ?? false,
    },
    ctx.deployment.cipher.encrypt(secret, secretContext(id)),
  )
  if (endpoint === undefined) throw new Error('the insert of an endpoint returned no row')
  return { endpoint, secret }
}

/**
 * Updates the given fields. The next attempt of every delivery uses the new settings. Stored bodies do not
 * change. If the URL changes to another host, the header values must be entered again.
 */
export async function updateEndpoint(
  ctx: TxContext,
  id: string,
  input: Partial<EndpointInput>,
  rules: Omit<UrlRules, 'stage'>,
): Promise<Endpoint | undefined> {
  throwIfAny(validateEndpoint(input, { ...rules, ...ctx.deployment }))
  if (input.url !== undefined && isId(id)) {
    const current = await store.findForUpdate(ctx, id)
    if (current !== undefined) throwIfAny(validateHeaderReuse(current, input.url, input.headers))
  }
  const { events, url, ...rest } = input
  const changes = {
    ...rest,
    ...(url === undefined ? {} : { url: normalizeUrl(url) }),
    ...(events === undefined ? {} : { events: normalizeEvents(events) }),
  }
  const updated = isId(id) ? await store.update(ctx, id, changes) : undefined
  return updated && ((await applyConnection(ctx, id, input)) ?? updated)
}

/**
 * Enables the endpoint. Parked deliveries continue with their remaining attempts. Events that occurred while
 * the endpoint was disabled are not delivered.
 */
export async function enableEndpoint(ctx: TxContext, id: string): Promise<Endpoint | undefined> {
  const endpoint = isId(id) ? await store.setEnabled(ctx, id, true) : undefined
  if (endpoint !== undefined) queue.unpark(ctx, toEndpointRef(endpoint))
  return endpoint
}

/**
 * Disables the endpoint. New events create no delivery, and open deliveries are parked. If the service
 * dropped open deliveries, a pause of five minutes would lose them. If it retried them, they would use up
 * their attempts overnight.
 */
export async function disableEndpoint(ctx: TxContext, id: string): Promise<Endpoint | undefined> {
  const endpoint = isId(id) ? await store.setEnabled(ctx, id, false) : undefined
  if (endpoint !== undefined) queue.park(ctx, toEndpointRef(endpoint))
  return endpoint
}

/** Deletes the endpoint, and abandons its open deliveries. */
export async function deleteEndpoint(ctx: TxContext, id: string): Promise<Endpoint | undefined> {
  const endpoint = isId(id) ? await store.markDeleted(ctx, id) : undefined
  if (endpoint === undefined) return undefined
  queue.abandonAll(ctx, toEndpointRef(endpoint))
  deleteRate(ctx, endpoint.account_id, id)
  return endpoint
}

const toEndpointRef = ({ account_id, id }: Endpoint) => ({ account_id, endpoint_id: id })

/**
 * Replaces the signing secret. The next attempt is signed with the new secret. For `overlap_seconds`, a
 * second header contains a signature with the previous secret.
 *
 * At most two secrets sign at a time. During an overlap, another rotation is accepted only with
 * `overlap_seconds: 0`, which ends both older secrets. A rotation with an overlap would end the secret that
 * the receiver still uses.
 */
export async function rotateSecret(
  ctx: TxContext,
  id: string,
  { overlap_seconds }: { overlap_seconds?: number } = {},
): Promise<EndpointWithSecret | undefined> {
  const previous_until = toOverlapEnd(ctx.now, overlap_seconds)
  if (!isId(id)) return undefined
  const secret = generateSecret()
  const endpoint = await store.replaceSecret(
    ctx,
    id,
    ctx.deployment.cipher.encrypt(secret, secretContext(id)),
    previous_until,
  )
  if (endpoint === undefined) rejectSecondRotation(await store.find(ctx, id))
  return endpoint && { endpoint, secret }
}

function rejectSecondRotation(endpoint: Endpoint | undefined): void {
  if (endpoint === undefined || endpoint.previous_until === null) return
  const until = endpoint.previous_until.toISOString()
  const message = `must be 0 until ${until}: the previous secret is valid until then, and a third secret is not possible. With 0, both older secrets end at once`
  throwIfAny([{ code: 'invalid', param: 'overlap_seconds', message }])
}

/**
 * Lists the endpoints of the account, newest first. In a transaction for ALL_ACCOUNTS, lists those of all
 * accounts.
 */
export const listEndpoints = (ctx: TxContext): Promise<Endpoint[]> => store.list(ctx)

/** Returns whether the account has or had this endpoint. */
export const wasEndpoint = (ctx: TxContext, id: string): Promise<boolean> => store.existed(ctx, id)

/** Finds and locks an endpoint, so that concurrent changes of the endpoint wait. */
export const findEndpointForUpdate = async (
  ctx: TxContext,
  id: string,
): Promise<Endpoint | undefined> => (isId(id) ? store.findForUpdate(ctx, id) : undefined)

export const findEndpoint = async (ctx: TxContext, id: string): Promise<Endpoint | undefined> =>
  isId(id) ? store.find(ctx, id) : undefined
