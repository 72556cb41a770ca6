import { ApiError } from '#contract'
import { formatClientAddress, isAddressAllowed } from '#platform/lib/allowed-addresses'
import type { Caller } from './caller.ts'

/**
 * Throws if the token may not be used from this address, or the policy of the account does not let it in. Each entry point
 * calls it right after the authentication, with the address of the client behind trusted proxies. A 401 would hide the cause
 * from an integrator whose server has a new address.
 */
export function assertAllowedAddress(
  {
    allowed_addresses,
    allowed_networks,
    lacks_second_factor,
  }: Pick<Caller, 'allowed_addresses' | 'allowed_networks' | 'lacks_second_factor'>,
  address: string,
): void {
  const from = formatClientAddress(address) ?? 'an unknown address'
  if (!isAddressAllowed(allowed_networks, address))
    throw new ApiError('forbidden', {
      message: `The access policy of the account does not allow ${from}. An admin can add the network on the page Single sign-on.`,
    })
  if (lacks_second_factor)
    throw new ApiError('forbidden', {
      message:
        'The account requires a second factor of the user who allowed this app. The user sets one up under Settings › Profile and sign-in.',
    })
  if (isAddressAllowed(allowed_addresses, address)) return
  throw new ApiError('forbidden', {
    message: `This API key must not be used from ${from}. An admin can add the address on the API keys page.`,
  })
}
