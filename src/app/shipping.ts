import { createRegistry } from '#connections'
import { createEasyPost, type EasyPostOptions } from '#connectors/easypost'
import { createHttpCarrier, type HttpCarrierOptions } from '#connectors/http-carrier'
import {
  type Carrier,
  createShippingConfig,
  manual,
  type ShippingConfig,
  simulator,
} from '#fulfilment'
import type { Config } from '#platform/config/config'
import { connectors } from './connectors.ts'

type ShippingSettings = Pick<Config, 'stage' | 'carrier' | 'simulator'> & {
  easyPost: (Omit<EasyPostOptions, 'outbound'> & { allowPrivate?: boolean }) | undefined
  /** A warehouse elsewhere, which ships parcels itself. */
  httpCarrier?: Omit<HttpCarrierOptions, 'outbound'> | undefined
  connectorKinds?: Config['connectorKinds']
  webhookAllowPrivate?: boolean
  webhookNetworks?: Config['webhookNetworks']
  webhookPorts?: Config['webhookPorts']
  proxy?: Config['proxy']
}

const secondMs = 1_000

/**
 * Creates the carriers of an installation from its settings, and the registry of the connectors. Carriers other than the
 * default stay available, because parcels may still be in transit with them. Requests of an account's connections follow
 * the address rules of webhooks. The operator sets the URL of the warehouse, which can be in a private network.
 */
export function shippingFromConfig(settings: ShippingSettings): ShippingConfig {
  const { stage, carrier, simulator: mode, easyPost, httpCarrier, proxy } = settings
  const outbound = {
    allowPrivate: settings.webhookAllowPrivate ?? false,
    ...(settings.webhookNetworks && { allowedNetworks: settings.webhookNetworks }),
    ports: settings.webhookPorts,
    proxy,
  }
  const carriers: Carrier[] = [manual]
  if (stage !== 'production') carriers.push(simulator)
  if (easyPost !== undefined) {
    const { allowPrivate = false, ...account } = easyPost
    carriers.push(createEasyPost({ ...account, outbound: { allowPrivate, proxy } }))
  }
  if (httpCarrier !== undefined)
    carriers.push(createHttpCarrier({ ...httpCarrier, outbound: { allowPrivate: true, proxy } }))
  return createShippingConfig(carriers, {
    defaultCarrier: carrier,
    connectors: createRegistry(connectors, { allowed: settings.connectorKinds, outbound }),
    dayMs: mode === 'auto' ? secondMs : undefined,
  })
}
