import { ApiError, getNewestVersion, throwIfAny } from '#contract'
import { isId, newId } from '#platform/ids'
import { assertBelowLimit } from '#platform/limits'
import type { TxContext } from '#platform/postgres'
import { problemsOf, subscribed, type UrlRules, type WantedEndpoint } from './endpoint-rules.ts'
import * as store from './endpoint-store.ts'
import * as queue from './queue.ts'
import { newSecret } from './sign.ts'
import type { Endpoint } from './tables.ts'

export interface WithSecret {
  endpoint: Endpoint
  /** Shown once, now. */
  secret: string
}

/** Whose endpoint it becomes. Webhooks belong to the Enterprise tier (interface §8). */
export interface Owner {
  account_id: string
  tier: 'enterprise' | 'on_demand'
}

/**
 * Creates an enabled endpoint and its secret. Refuses with `plan_required` below the Enterprise tier,
 * and with every problem of what was wanted at once.
 */
export async function createEndpoint(
  ctx: TxContext,
  owner: Owner,
  wanted: WantedEndpoint,
  rules: Omit<UrlRules, 'stage'>,
): Promise<WithSecret> {
  if (owner.tier !== 'enterprise') throw new ApiError('plan_required')
  throwIfAny(problemsOf(wanted, { ...rules, ...ctx.deployment }))
  await assertBelowLimit(
    { ...ctx, account_id: owner.account_id },
    {
      name: 'endpoints',
      countedRows: 'select from webhooks.endpoint where account_id = $1 and deleted_at is null',
      param: 'url',
      subject: 'webhook endpoints',
      remedy: 'Delete one that is no longer needed.',
    },
  )
  const id = newId()
  const secret = newSecret()
  const endpoint = await store.insert(
    ctx,
    {
      account_id: owner.account_id,
      id,
      url: wanted.url,
      description: wanted.description ?? '',
      events: subscribed(wanted.events),
      payload_version: wanted.payload_version ?? getNewestVersion(ctx.deployment.versions),
      enabled: true,
      standard_webhooks: wanted.standard_webhooks ?? false,
    },
    ctx.deployment.cipher.encrypt(secret, sealedFor(id)),
  )
  if (endpoint === undefined) throw new Error('an endpoint was inserted and not returned')
  return { endpoint, secret }
}

/** What a sealed secret belongs to, so that it opens nowhere else. */
export const sealedFor = (endpoint_id: string): string => `webhooks.endpoint ${endpoint_id}`

/** Changes what is given. The next attempt of every delivery goes by it; bodies that exist stay as they are. */
export async function changeEndpoint(
  ctx: TxContext,
  id: string,
  wanted: Partial<WantedEndpoint>,
  rules: Omit<UrlRules, 'stage'>,
): Promise<Endpoint | undefined> {
  throwIfAny(problemsOf(wanted, { ...rules, ...ctx.deployment }))
  const { events, ...rest } = wanted
  const change = { ...rest, ...(events === undefined ? {} : { events: subscribed(events) }) }
  return isId(id) ? store.change(ctx, id, change) : undefined
}

/** What was parked goes on, with the attempts it has left. Nothing comes from the time it was disabled. */
export async function enable(ctx: TxContext, id: string): Promise<Endpoint | undefined> {
  const endpoint = isId(id) ? await store.setEnabled(ctx, id, true) : undefined
  if (endpoint !== undefined) queue.unpark(ctx, rowsOf(endpoint))
  return endpoint
}

/** Records nothing new for it from now on, and parks what is on its way. */
export async function disable(ctx: TxContext, id: string): Promise<Endpoint | undefined> {
  const endpoint = isId(id) ? await store.setEnabled(ctx, id, false) : undefined
  if (endpoint !== undefined) queue.park(ctx, rowsOf(endpoint))
  return endpoint
}

/** Deletes it for its owner and ends its deliveries: they count as abandoned. */
export async function remove(ctx: TxContext, id: string): Promise<Endpoint | undefined> {
  const endpoint = isId(id) ? await store.markDeleted(ctx, id) : undefined
  if (endpoint !== undefined) queue.end(ctx, rowsOf(endpoint))
  return endpoint
}

const rowsOf = ({ account_id, id }: Endpoint) => ({ account_id, endpoint_id: id })

const day = 24 * 60 * 60
const overlap = { shortest: 0, usual: day, longest: 7 * day } as const

/**
 * The next attempt is signed with the new secret; for `overlap_seconds` a further header carries the old one's signature.
 * Two secrets sign at most: while a rotation runs, another is accepted only without an overlap, which ends both
 * secrets before it.
 */
export async function rotate(
  ctx: TxContext,
  id: string,
  { overlap_seconds = overlap.usual }: { overlap_seconds?: number } = {},
): Promise<WithSecret | undefined> {
  if (!(overlap_seconds >= overlap.shortest && overlap_seconds <= overlap.longest)) {
    const message = `must be between ${overlap.shortest} and ${overlap.longest}`
    throwIfAny([{ code: 'invalid', param: 'overlap_seconds', message }])
  }
  if (!isId(id)) return undefined
  const secret = newSecret()
  const endpoint = await store.replaceSecret(
    ctx,
    id,
    ctx.deployment.cipher.encrypt(secret, sealedFor(id)),
    overlap_seconds === 0 ? null : new Date(ctx.now.getTime() + overlap_seconds * 1000),
  )
  if (endpoint === undefined) refuseSecondRotation(await store.find(ctx, id))
  return endpoint && { endpoint, secret }
}

function refuseSecondRotation(endpoint: Endpoint | undefined): void {
  if (endpoint === undefined || endpoint.previous_until === null) return
  const until = endpoint.previous_until.toISOString()
  const message = `must be 0 until ${until}: until then the secret before this one still signs, and a third is not possible. With 0, both earlier secrets end at once`
  throwIfAny([{ code: 'invalid', param: 'overlap_seconds', message }])
}

/** Newest first; of one account, or of all in a transaction that was opened for everyone. */
export const listEndpoints = (ctx: TxContext): Promise<Endpoint[]> => store.list(ctx)

export const findEndpoint = async (ctx: TxContext, id: string): Promise<Endpoint | undefined> =>
  isId(id) ? store.find(ctx, id) : undefined
