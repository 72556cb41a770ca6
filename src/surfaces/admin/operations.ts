import { accountOperations } from './account.ts'
import { auditOperations } from './audit.ts'
import { campaignOperations } from './campaigns.ts'
import { catalogueOperations } from './catalogue.ts'
import { deliveryOperations } from './deliveries.ts'
import { endpointOperations } from './endpoints.ts'
import { eventOperations } from './events.ts'
import { giftOperations } from './gifts.ts'
import { keyOperations } from './keys.ts'
import { oauthClientOperations } from './oauth-clients.ts'
import { oneLinkOperations } from './one-links.ts'
import type { Operation } from './operation.ts'
import { overviewOperations } from './overview.ts'
import { peopleOperations } from './people.ts'
import { recipientOperations } from './recipients.ts'
import { requestLogOperations } from './request-log.ts'
import { searchOperations } from './search.ts'
import { securityOperations } from './security.ts'
import { sendOperations } from './send.ts'
import { signIn } from './sign-in.ts'
import { stagingOperations } from './staging.ts'
import { streamOperations } from './stream.ts'
import { warehouseOperations } from './warehouses.ts'
import { welcomeOperations } from './welcome.ts'

/** Everything that the web app can ask for. To add an area: its file, and its line here. */
export const operations: readonly Operation[] = [
  ...signIn,
  ...welcomeOperations,
  ...securityOperations,
  ...peopleOperations,
  ...accountOperations,
  ...auditOperations,
  ...giftOperations,
  ...sendOperations,
  ...campaignOperations,
  ...catalogueOperations,
  ...warehouseOperations,
  ...oneLinkOperations,
  ...recipientOperations,
  ...overviewOperations,
  ...deliveryOperations,
  ...endpointOperations,
  ...eventOperations,
  ...keyOperations,
  ...oauthClientOperations,
  ...requestLogOperations,
  ...stagingOperations,
  ...searchOperations,
  ...streamOperations,
]
