import type { Config } from '#platform/config/config'
import type { Carrier } from './carrier.ts'
import { createEasyPost, type EasyPostOptions } from './easypost.ts'
import { createHttpCarrier, type HttpCarrierOptions } from './http-carrier.ts'
import { manual } from './manual.ts'
import { createShippingConfig, type ShippingConfig } from './shipping-config.ts'
import { simulator } from './simulator.ts'

type ShippingSettings = Pick<Config, 'stage' | 'carrier' | 'simulator'> & {
  easyPost: EasyPostOptions | undefined
  /** A warehouse elsewhere, which ships parcels itself. */
  httpCarrier?: HttpCarrierOptions | undefined
  proxy?: Config['proxy']
}

const secondMs = 1_000

/**
 * Creates the carriers of a deployment from its settings. Carriers other than the default stay
 * available, because parcels may still be in transit with them.
 */
export function shippingFromConfig({
  stage,
  carrier,
  simulator: mode,
  easyPost,
  httpCarrier,
  proxy,
}: ShippingSettings): ShippingConfig {
  const carriers: Carrier[] = [manual]
  if (stage !== 'production') carriers.push(simulator)
  if (easyPost !== undefined) carriers.push(createEasyPost({ ...easyPost, proxy }))
  if (httpCarrier !== undefined) carriers.push(createHttpCarrier({ ...httpCarrier, proxy }))
  return createShippingConfig(carriers, {
    defaultCarrier: carrier,
    dayMs: mode === 'auto' ? secondMs : undefined,
  })
}
