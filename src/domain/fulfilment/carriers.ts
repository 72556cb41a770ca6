import type { Config } from '#platform/config'
import type { Carrier } from './carriers/carrier.ts'
import { createEasyPost, type EasyPostOptions } from './carriers/easypost.ts'
import { manual } from './carriers/manual.ts'
import { simulator } from './carriers/simulator.ts'
import { createShipping, type Shipping } from './shipping.ts'

type Settings = Pick<Config, 'stage' | 'carrier' | 'simulator'> & {
  easyPost: EasyPostOptions | undefined
}

const second = 1_000

/**
 * The carriers of an installation, as its settings say. Those that are not chosen stay known: parcels
 * that they have are still on their way.
 */
export function shippingOf({ stage, carrier, simulator: mode, easyPost }: Settings): Shipping {
  const known: Carrier[] = [manual]
  if (stage !== 'production') known.push(simulator)
  if (easyPost !== undefined) known.push(createEasyPost(easyPost))
  return createShipping(known, { chosen: carrier, day: mode === 'auto' ? second : undefined })
}
