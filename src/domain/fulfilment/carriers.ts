import type { Config } from '#platform/config'
import type { Carrier } from './carriers/carrier.ts'
import { createEasyPost, type EasyPostOptions } from './carriers/easypost.ts'
import { manual } from './carriers/manual.ts'
import { simulator } from './carriers/simulator.ts'
import { createShippingConfig, type ShippingConfig } from './shipping.ts'

type ShippingSettings = Pick<Config, 'stage' | 'carrier' | 'simulator'> & {
  easyPost: EasyPostOptions | undefined
}

const secondMs = 1_000

/**
 * The carriers of an installation, as its settings say. Those that are not chosen stay known: parcels
 * that they have are still on their way.
 */
export function shippingFromConfig({
  stage,
  carrier,
  simulator: mode,
  easyPost,
}: ShippingSettings): ShippingConfig {
  const carriers: Carrier[] = [manual]
  if (stage !== 'production') carriers.push(simulator)
  if (easyPost !== undefined) carriers.push(createEasyPost(easyPost))
  return createShippingConfig(carriers, {
    defaultCarrier: carrier,
    dayMs: mode === 'auto' ? secondMs : undefined,
  })
}
