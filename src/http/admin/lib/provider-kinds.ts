import type { ProviderKinds } from '#accounts'
import type { PublicContext } from './route.ts'

/**
 * Returns the kinds of identity providers, and the rules for connections to them. An admin chooses the
 * provider, so the rules are the same as for webhooks.
 */
export const providerKinds = ({
  identityProviders: all,
  allowPrivate,
  allowedNetworks,
  ports,
  proxy,
}: Pick<
  PublicContext<unknown>,
  'identityProviders' | 'allowPrivate' | 'allowedNetworks' | 'ports' | 'proxy'
>): ProviderKinds => ({ all, rules: { allowPrivate, allowedNetworks, ports, proxy } })
