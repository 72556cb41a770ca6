import { attentionRoutes } from './attention.ts'
import { campaignChangeRoutes } from './campaign-changes.ts'
import { campaignRoutes } from './campaigns.ts'
import { claimRoutes } from './claims.ts'
import { deliveryRoutes } from './deliveries.ts'
import { endpointRoutes } from './endpoints.ts'
import { eventRoutes } from './events.ts'
import { exportRoutes } from './exports.ts'
import { giftChangeRoutes } from './gift-changes.ts'
import { giftDetailRoutes } from './gift-details.ts'
import { giftRequestRoutes } from './gift-requests.ts'
import { greetingRoutes } from './greetings.ts'
import type { ApiRoute } from './kernel/route.ts'
import { oneLinkRoutes } from './one-links.ts'
import { pictureRoutes } from './pictures.ts'
import { productRoutes } from './products.ts'
import { recipientRoutes } from './recipients.ts'
import { reportRoutes } from './reports.ts'
import { serviceRoutes } from './service.ts'
import { stockRoutes } from './stock.ts'
import { testHelperRoutes } from './test-helpers.ts'
import { variantRoutes } from './variants.ts'
import { warehouseRoutes } from './warehouses.ts'

/** All routes of the public API. There is one route for each operation of the contract. */
export const apiRoutes: readonly ApiRoute[] = [
  ...giftRequestRoutes,
  ...giftChangeRoutes,
  ...giftDetailRoutes,
  ...greetingRoutes,
  ...campaignRoutes,
  ...campaignChangeRoutes,
  ...productRoutes,
  ...variantRoutes,
  ...stockRoutes,
  ...warehouseRoutes,
  ...pictureRoutes,
  ...oneLinkRoutes,
  ...claimRoutes,
  ...recipientRoutes,
  ...reportRoutes,
  ...exportRoutes,
  ...eventRoutes,
  ...attentionRoutes,
  ...endpointRoutes,
  ...deliveryRoutes,
  ...testHelperRoutes,
  ...serviceRoutes,
]
