import type { Operation } from './operation.ts'
import { campaignOperations } from './operations/campaigns.ts'
import { eventOperations } from './operations/events.ts'
import { giftRequestOperations } from './operations/gift-requests.ts'
import { oneLinkOperations } from './operations/one-links.ts'
import { serviceOperations } from './operations/service.ts'
import { testHelperOperations } from './operations/test-helpers.ts'

/**
 * Every operation of the public API. To add one: its entry in one of these files, its route in
 * `surfaces/api`, then `npm run fix`. A test holds this list against the routes.
 */
export const operations: readonly Operation[] = [
  ...giftRequestOperations,
  ...campaignOperations,
  ...oneLinkOperations,
  ...eventOperations,
  ...testHelperOperations,
  ...serviceOperations,
]
