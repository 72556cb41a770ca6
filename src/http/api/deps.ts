import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import type { ApiDeps } from './kernel/route.ts'

const publicServers = { allowPrivate: false, ports: undefined } as const

/** The dependencies of the handlers of operations. */
export type OperationOptions = Pick<ApiDeps, 'db'> &
  Partial<Pick<ApiDeps, 'name' | 'shipping' | 'downloads' | 'endpointRules'>>

/**
 * Creates the dependencies of the API. By default, new parcels use the simulator, and pictures and webhooks
 * may use only public servers.
 */
export const createApiDeps = ({
  db,
  name = '',
  shipping = fulfilment.createShippingConfig([fulfilment.simulator]),
  downloads = publicServers,
  endpointRules = publicServers,
}: OperationOptions): ApiDeps => ({
  ...{ db, name, shipping, downloads, endpointRules },
  prefetchGift: gifting.createPrefetcher(db),
  readGift: gifting.createGiftReader(db),
})
