import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import type { ApiDeps } from './kernel/route.ts'

const publicServers = { allowPrivate: false, ports: undefined } as const

/** What the handlers of operations depend on. */
export type OperationOptions = Pick<ApiDeps, 'db'> &
  Partial<Pick<ApiDeps, 'name' | 'shipping' | 'downloads' | 'endpointRules'>>

/** Without options, new parcels have the simulator, and pictures and webhooks have public servers. */
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
