import type { ProviderRules } from '#accounts'
import type { PublicContext } from './route.ts'

/** Where the service may connect to for single sign-on. An admin chooses the provider, so the rules of webhooks apply. */
export const providerRules = ({
  allowPrivate,
  allowedNetworks,
  ports,
  proxy,
}: Pick<
  PublicContext<unknown>,
  'allowPrivate' | 'allowedNetworks' | 'ports' | 'proxy'
>): ProviderRules => ({ allowPrivate, allowedNetworks, ports, proxy })
