import { ApiError } from '#contract'
import { formatClientAddress, isAddressAllowed } from '../tokens/allowed-addresses.ts'
import type { Caller } from './caller.ts'

/**
 * Throws if the token may not be used from this address. Each entry point calls it right after the authentication, with the
 * address of the client behind trusted proxies. A 401 would hide the cause from an integrator whose server has a new address.
 */
export function assertAllowedAddress(
  { allowed_addresses }: Pick<Caller, 'allowed_addresses'>,
  address: string,
): void {
  if (isAddressAllowed(allowed_addresses, address)) return
  const from = formatClientAddress(address) ?? 'an unknown address'
  throw new ApiError('forbidden', {
    message: `This API key must not be used from ${from}. An admin can add the address on the API keys page.`,
  })
}
