import { ApiError } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { type Destination, getDestinations, type Unsignable } from '../engine/destinations.ts'
import * as store from './endpoint-store.ts'

/**
 * Returns the settings for requests to an endpoint of the account, and since when they are unchanged. Returns undefined
 * when the endpoint does not exist.
 */
export async function findDestination(
  ctx: TxContext,
  endpoint_id: string,
): Promise<{ destination: Destination | Unsignable; unchanged_since: Date } | undefined> {
  const endpoint = await store.getConfigVersion(ctx, endpoint_id)
  if (endpoint === undefined) return undefined
  const { config_version, unchanged_since } = endpoint
  const { cache } = ctx.deployment
  const destinations = await getDestinations(ctx, [{ endpoint_id, config_version }], cache)
  const destination = destinations.get(endpoint_id)
  return destination === undefined ? undefined : { destination, unchanged_since }
}

/** Throws `invalid_transition` for an endpoint whose requests cannot be signed. */
export function assertSignable(destination: Destination | Unsignable): Destination {
  if (!('signing_error' in destination)) return destination
  throw new ApiError('invalid_transition', {
    message: `The signing secret cannot be decrypted: ${destination.signing_error}`,
  })
}
