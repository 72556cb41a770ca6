import type { ProviderRules } from '#accounts'
import type { PublicContext } from './route.ts'

/**
 * Returns the rules for connections to the identity provider of single sign-on. An admin chooses the
 * provider, so the rules are the same as for webhooks.
 */
export const providerRules = ({
  allowPrivate,
  allowedNetworks,
  ports,
  proxy,
}: Pick<
  PublicContext<unknown>,
  'allowPrivate' | 'allowedNetworks' | 'ports' | 'proxy'
>): ProviderRules => ({ allowPrivate, allowedNetworks, ports, proxy })
