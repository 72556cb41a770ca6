import { accountRoutes } from './account.ts'
import { auditRoutes } from './audit.ts'
import { campaignRoutes } from './campaigns.ts'
import { catalogueRoutes } from './catalogue.ts'
import { deliveryRoutes } from './deliveries.ts'
import { endpointRoutes } from './endpoints.ts'
import { eventRoutes } from './events.ts'
import { giftRequestRoutes } from './gifts.ts'
import { apiKeyRoutes } from './keys.ts'
import { oauthClientRoutes } from './oauth-clients.ts'
import { oneLinkRoutes } from './one-links.ts'
import type { AdminRoute } from './operation.ts'
import { overviewRoutes } from './overview.ts'
import { memberRoutes } from './people.ts'
import { recipientRoutes } from './recipients.ts'
import { requestLogRoutes } from './request-log.ts'
import { searchRoutes } from './search.ts'
import { securityRoutes } from './security.ts'
import { bulkSendRoutes } from './send.ts'
import { signInRoutes } from './sign-in.ts'
import { stagingRoutes } from './staging.ts'
import { liveUpdateRoutes } from './stream.ts'
import { warehouseRoutes } from './warehouses.ts'
import { onboardingRoutes } from './welcome.ts'

/** Everything that the web app can ask for. To add an area: its file, and its line here. */
export const adminRoutes: readonly AdminRoute[] = [
  ...signInRoutes,
  ...onboardingRoutes,
  ...securityRoutes,
  ...memberRoutes,
  ...accountRoutes,
  ...auditRoutes,
  ...giftRequestRoutes,
  ...bulkSendRoutes,
  ...campaignRoutes,
  ...catalogueRoutes,
  ...warehouseRoutes,
  ...oneLinkRoutes,
  ...recipientRoutes,
  ...overviewRoutes,
  ...deliveryRoutes,
  ...endpointRoutes,
  ...eventRoutes,
  ...apiKeyRoutes,
  ...oauthClientRoutes,
  ...requestLogRoutes,
  ...stagingRoutes,
  ...searchRoutes,
  ...liveUpdateRoutes,
]
