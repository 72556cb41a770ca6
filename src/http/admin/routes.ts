import { accessPolicyRoutes } from './access-policy/routes.ts'
import { accountRoutes } from './account/routes.ts'
import { managedAccountRoutes } from './accounts/routes.ts'
import { apiKeyRoutes } from './api-keys/routes.ts'
import { approvalRuleRoutes } from './approval-rule/routes.ts'
import { chatRoutes } from './attention/chat-routes.ts'
import { attentionItemRoutes } from './attention/item-routes.ts'
import { attentionRoutes } from './attention/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { bulkActionRoutes } from './bulk-actions/routes.ts'
import { bulkSendRoutes } from './bulk-send/routes.ts'
import { campaignRoutes } from './campaigns/routes.ts'
import { contentRoutes } from './catalogue/content-routes.ts'
import { catalogueImportRoutes } from './catalogue/import-routes.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import { sourceRoutes } from './catalogue/source-routes.ts'
import { connectedAppRoutes } from './connected-apps/routes.ts'
import { connectionRoutes } from './connections/routes.ts'
import { contactImportRoutes } from './contacts/import-routes.ts'
import { contactRoutes } from './contacts/routes.ts'
import { decisionRoutes } from './decisions/routes.ts'
import { domainRoutes } from './domains/routes.ts'
import { donationRoutes } from './donations/routes.ts'
import { emailSenderRoutes } from './email-sender/routes.ts'
import { endpointRoutes } from './endpoints/routes.ts'
import { eventRoutes } from './events/routes.ts'
import { giftRequestRoutes } from './gift-requests/list.ts'
import { greetingRoutes } from './greetings/routes.ts'
import type { AdminRoute } from './lib/route.ts'
import { liveUpdateRoutes } from './live-updates/routes.ts'
import { memberRoutes } from './members/routes.ts'
import { oauthClientRoutes } from './oauth-clients/routes.ts'
import { occasionRoutes } from './occasions/routes.ts'
import { onboardingRoutes } from './onboarding/routes.ts'
import { oneLinkRoutes } from './one-links/routes.ts'
import { overviewRoutes } from './overview/routes.ts'
import { packingRoutes } from './packing/routes.ts'
import { packingDocumentRoutes } from './packing-documents/routes.ts'
import { parcelRoutes } from './parcels/routes.ts'
import { provisioningRoutes } from './provisioning/routes.ts'
import { recipientRoutes } from './recipients/routes.ts'
import { requestLogRoutes } from './request-log/routes.ts'
import { roleRoutes } from './roles/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { securityRoutes } from './security/routes.ts'
import { sendApprovalRoutes } from './sends/approval-routes.ts'
import { sendRoutes } from './sends/routes.ts'
import { signInRoutes } from './sign-in/routes.ts'
import { singleSignOnRoutes } from './single-sign-on/routes.ts'
import { spendRoutes } from './spend/routes.ts'
import { stagingRoutes } from './staging/routes.ts'
import { systemRoutes } from './system/routes.ts'
import { teamRoutes } from './teams/routes.ts'
import { textMessageRoutes } from './text-messages/routes.ts'
import { thankYouNoteRoutes } from './thank-you-notes/routes.ts'

/** All routes of the admin API. To add a resource, add its file and add a line to this list. */
export const adminRoutes: readonly AdminRoute[] = [
  ...signInRoutes,
  ...occasionRoutes,
  ...onboardingRoutes,
  ...securityRoutes,
  ...singleSignOnRoutes,
  ...provisioningRoutes,
  ...accessPolicyRoutes,
  ...roleRoutes,
  ...domainRoutes,
  ...memberRoutes,
  ...accountRoutes,
  ...managedAccountRoutes,
  ...auditRoutes,
  ...giftRequestRoutes,
  ...bulkActionRoutes,
  ...greetingRoutes,
  ...bulkSendRoutes,
  ...sendRoutes,
  ...sendApprovalRoutes,
  ...approvalRuleRoutes,
  ...textMessageRoutes,
  ...campaignRoutes,
  ...catalogueRoutes,
  ...catalogueImportRoutes,
  ...contentRoutes,
  ...sourceRoutes,
  ...decisionRoutes,
  ...donationRoutes,
  ...spendRoutes,
  ...teamRoutes,
  ...packingDocumentRoutes,
  ...parcelRoutes,
  ...oneLinkRoutes,
  ...packingRoutes,
  ...recipientRoutes,
  ...contactRoutes,
  ...contactImportRoutes,
  ...thankYouNoteRoutes,
  ...attentionRoutes,
  ...attentionItemRoutes,
  ...chatRoutes,
  ...overviewRoutes,
  ...endpointRoutes,
  ...eventRoutes,
  ...apiKeyRoutes,
  ...oauthClientRoutes,
  ...connectedAppRoutes,
  ...connectionRoutes,
  ...emailSenderRoutes,
  ...requestLogRoutes,
  ...stagingRoutes,
  ...systemRoutes,
  ...searchRoutes,
  ...liveUpdateRoutes,
]
