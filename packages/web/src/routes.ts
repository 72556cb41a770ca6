import type { FunctionComponent } from 'react'
import { t } from '#web/i18n/common.ts'
import type { RequiredPermission } from './session.ts'

/** A page inside the shell. Its code loads on demand. */
export interface PageRoute {
  path: string
  title: string
  /** The required permission. Other users see a message about who can grant it. */
  permission: RequiredPermission
  /** The path of the list that contains this page, for the breadcrumbs. */
  parent?: string
  /** The required tier. Users of other accounts see the reason inside the page. */
  requiredTier?: 'enterprise'
  load: () => Promise<FunctionComponent>
}

/**
 * All pages. To add a page, create its file in pages/<area>/ and add its entry to this list. For an item in
 * the navigation, add a line in shell/navigation.ts. Add a new first path segment also to
 * src/http/web/app-paths.ts, so that the server serves the app at that path.
 */
// biome-ignore format: one page per line
export const pageRoutes: readonly PageRoute[] = [
  { path: '/', title: t('Overview'), permission: 'gift_requests:read', load: () => import('./pages/overview/overview-page.tsx').then((m) => m.OverviewPage) },

  { path: '/attention', title: t('Needs attention'), permission: 'gift_requests:read', load: () => import('./pages/attention/attention-page.tsx').then((m) => m.AttentionPage) },
  { path: '/gift-requests', title: t('Gifts'), permission: 'gift_requests:read', load: () => import('./pages/gifts/gifts-page.tsx').then((m) => m.GiftsPage) },
  { path: '/gift-requests/import-tracking', title: t('Import tracking numbers'), permission: 'gift_requests:write', parent: '/gift-requests', load: () => import('./pages/gifts/import-tracking-page.tsx').then((m) => m.ImportTrackingPage) },
  { path: '/gift-requests/bulk-actions', title: t('Bulk actions'), permission: 'gift_requests:read', parent: '/gift-requests', load: () => import('./pages/gifts/bulk-actions-page.tsx').then((m) => m.BulkActionsPage) },
  { path: '/gift-requests/bulk-actions/:id', title: t('Bulk action'), permission: 'gift_requests:read', parent: '/gift-requests/bulk-actions', load: () => import('./pages/gifts/bulk-action-page.tsx').then((m) => m.BulkActionPage) },
  { path: '/gift-requests/:id', title: t('Gift'), permission: 'gift_requests:read', parent: '/gift-requests', load: () => import('./pages/gifts/gift-page.tsx').then((m) => m.GiftPage) },
  { path: '/sends', title: t('Sends'), permission: 'gift_requests:read', load: () => import('./pages/send/sends-page.tsx').then((m) => m.SendsPage) },
  { path: '/sends/:id', title: t('Send|noun'), permission: 'gift_requests:read', parent: '/sends', load: () => import('./pages/send/bulk-send-page.tsx').then((m) => m.BulkSendPage) },
  { path: '/send', title: t('Send a gift'), permission: 'gift_requests:write', parent: '/gift-requests', load: () => import('./pages/send/send-page.tsx').then((m) => m.SendPage) },

  { path: '/developers/api-keys', title: t('API keys'), permission: 'tokens:write', load: () => import('./pages/developers/api-keys-page.tsx').then((m) => m.ApiKeysPage) },
  { path: '/developers/api-keys/:id/rotate', title: t('Rotate'), permission: 'tokens:write', parent: '/developers/api-keys', load: () => import('./pages/developers/rotate-key-page.tsx').then((m) => m.RotateKeyPage) },
  { path: '/developers/oauth-clients', title: t('OAuth clients'), permission: 'tokens:write', load: () => import('./pages/developers/oauth-clients-page.tsx').then((m) => m.OAuthClientsPage) },
  { path: '/developers/webhooks', title: t('Webhooks'), permission: 'endpoints:read', load: () => import('./pages/developers/webhooks-page.tsx').then((m) => m.WebhooksPage) },
  { path: '/developers/webhooks/new', title: t('Add endpoint'), permission: 'endpoints:write', requiredTier: 'enterprise', parent: '/developers/webhooks', load: () => import('./pages/developers/new-endpoint-page.tsx').then((m) => m.NewEndpointPage) },
  { path: '/developers/webhooks/help', title: t('Receiving webhooks'), permission: 'endpoints:read', parent: '/developers/webhooks', load: () => import('./pages/developers/webhook-help-page.tsx').then((m) => m.WebhookHelpPage) },
  { path: '/developers/webhooks/:id', title: t('Endpoint'), permission: 'endpoints:read', parent: '/developers/webhooks', load: () => import('./pages/developers/endpoint-page.tsx').then((m) => m.EndpointPage) },
  { path: '/developers/deliveries', title: t('Deliveries'), permission: 'events:read', load: () => import('./pages/developers/deliveries-page.tsx').then((m) => m.DeliveriesPage) },
  { path: '/developers/deliveries/:id', title: t('Delivery'), permission: 'events:read', parent: '/developers/deliveries', load: () => import('./pages/developers/delivery-page.tsx').then((m) => m.DeliveryPage) },
  { path: '/developers/events', title: t('Events'), permission: 'events:read', load: () => import('./pages/developers/events-page.tsx').then((m) => m.EventsPage) },
  { path: '/developers/events/:id', title: t('Event'), permission: 'events:read', parent: '/developers/events', load: () => import('./pages/developers/event-page.tsx').then((m) => m.EventPage) },
  { path: '/developers/requests', title: t('Request log'), permission: 'tokens:write', load: () => import('./pages/developers/requests-page.tsx').then((m) => m.RequestsPage) },
  { path: '/developers/requests/:id', title: t('Request'), permission: 'tokens:write', parent: '/developers/requests', load: () => import('./pages/developers/request-page.tsx').then((m) => m.RequestPage) },
  { path: '/developers/staging', title: t('Staging tools'), permission: 'gift_requests:write', load: () => import('./pages/developers/staging-page.tsx').then((m) => m.StagingPage) },

  { path: '/campaigns', title: t('Campaigns'), permission: 'campaigns:read', load: () => import('./pages/campaigns/campaigns-page.tsx').then((m) => m.CampaignsPage) },
  { path: '/campaigns/new', title: t('New campaign'), permission: 'campaigns:write', parent: '/campaigns', load: () => import('./pages/campaigns/edit-campaign-page.tsx').then((m) => m.NewCampaignPage) },
  { path: '/campaigns/:id', title: t('Campaign'), permission: 'campaigns:read', parent: '/campaigns', load: () => import('./pages/campaigns/campaign-page.tsx').then((m) => m.CampaignPage) },
  { path: '/campaigns/:id/edit', title: t('Edit campaign'), permission: 'campaigns:write', parent: '/campaigns', load: () => import('./pages/campaigns/edit-campaign-page.tsx').then((m) => m.EditCampaignPage) },

  { path: '/catalogue', title: t('Catalogue'), permission: 'catalogue:read', load: () => import('./pages/catalogue/catalogue-page.tsx').then((m) => m.CataloguePage) },
  { path: '/catalogue/new', title: t('New product'), permission: 'catalogue:write', parent: '/catalogue', load: () => import('./pages/catalogue/edit-product-page.tsx').then((m) => m.NewProductPage) },
  { path: '/catalogue/import', title: t('Import and export'), permission: 'catalogue:write', parent: '/catalogue', load: () => import('./pages/catalogue/import-page.tsx').then((m) => m.ImportPage) },
  { path: '/catalogue/warehouses', title: t('Warehouses'), permission: 'catalogue:read', parent: '/catalogue', load: () => import('./pages/catalogue/warehouses-page.tsx').then((m) => m.WarehousesPage) },
  { path: '/catalogue/:id', title: t('Product'), permission: 'catalogue:read', parent: '/catalogue', load: () => import('./pages/catalogue/product-page.tsx').then((m) => m.ProductPage) },
  { path: '/catalogue/:id/edit', title: t('Edit product'), permission: 'catalogue:write', parent: '/catalogue', load: () => import('./pages/catalogue/edit-product-page.tsx').then((m) => m.EditProductPage) },
  { path: '/donations', title: t('Donations'), permission: 'spend:read', load: () => import('./pages/donations/donations-page.tsx').then((m) => m.DonationsPage) },
  { path: '/spend', title: t('Spend'), permission: 'spend:read', load: () => import('./pages/spend/spend-page.tsx').then((m) => m.SpendPage) },
  { path: '/one-links', title: t('One-links'), permission: 'one_links:read', load: () => import('./pages/one-links/one-links-page.tsx').then((m) => m.OneLinksPage) },
  { path: '/one-links/:id', title: t('One-link'), permission: 'one_links:read', parent: '/one-links', load: () => import('./pages/one-links/one-link-page.tsx').then((m) => m.OneLinkPage) },
  { path: '/recipients', title: t('Recipients'), permission: 'recipients:read', load: () => import('./pages/recipients/recipients-page.tsx').then((m) => m.RecipientsPage) },
  { path: '/recipients/:id', title: t('Recipient'), permission: 'recipients:read', parent: '/recipients', load: () => import('./pages/recipients/recipient-page.tsx').then((m) => m.RecipientPage) },
  { path: '/contacts', title: t('Contacts'), permission: 'contacts:read', load: () => import('./pages/contacts/contacts-page.tsx').then((m) => m.ContactsPage) },
  { path: '/contacts/new', title: t('Contact'), permission: 'contacts:write', parent: '/contacts', load: () => import('./pages/contacts/edit-pages.ts').then((m) => m.NewContactPage) },
  { path: '/contacts/import', title: t('Contacts'), permission: 'contacts:write', parent: '/contacts', load: () => import('./pages/contacts/edit-pages.ts').then((m) => m.ImportContactsPage) },
  { path: '/contacts/groups', title: t('Contacts'), permission: 'contacts:read', parent: '/contacts', load: () => import('./pages/contacts/edit-pages.ts').then((m) => m.ContactGroupsPage) },
  { path: '/contacts/doubles', title: t('Contacts'), permission: 'contacts:write', parent: '/contacts', load: () => import('./pages/contacts/edit-pages.ts').then((m) => m.DoublesPage) },
  { path: '/occasions', title: t('Occasions'), permission: 'gift_requests:write', load: () => import('./pages/occasions/pages.ts').then((m) => m.OccasionsPage) },
  { path: '/occasions/new', title: t('Occasions'), permission: 'gift_requests:write', parent: '/occasions', load: () => import('./pages/occasions/pages.ts').then((m) => m.NewOccasionPage) },
  { path: '/occasions/:id', title: t('Occasions'), permission: 'gift_requests:write', parent: '/occasions', load: () => import('./pages/occasions/pages.ts').then((m) => m.OccasionPage) },
  { path: '/occasions/:id/edit', title: t('Occasions'), permission: 'gift_requests:write', parent: '/occasions', load: () => import('./pages/occasions/pages.ts').then((m) => m.EditOccasionPage) },
  { path: '/contacts/:id', title: t('Contact'), permission: 'contacts:read', parent: '/contacts', load: () => import('./pages/contacts/edit-pages.ts').then((m) => m.ContactPage) },
  { path: '/contacts/:id/edit', title: t('Contact'), permission: 'contacts:write', parent: '/contacts', load: () => import('./pages/contacts/edit-pages.ts').then((m) => m.EditContactPage) },
  { path: '/thank-you-notes', title: t('Thank-you notes'), permission: 'gift_requests:read', load: () => import('./pages/recipients/thank-you-notes-page.tsx').then((m) => m.ThankYouNotesPage) },

  { path: '/packing', title: t('Packing'), permission: 'parcels:pack', load: () => import('./pages/packing/packing-page.tsx').then((m) => m.PackingPage) },

  { path: '/settings/profile', title: t('Profile and sign-in'), permission: 'any', load: () => import('./pages/settings/profile-page.tsx').then((m) => m.ProfilePage) },
  { path: '/settings/sessions', title: t('Sessions'), permission: 'any', load: () => import('./pages/settings/sessions-page.tsx').then((m) => m.SessionsPage) },
  { path: '/settings/members', title: t('People'), permission: 'administration', load: () => import('./pages/settings/users-page.tsx').then((m) => m.UsersPage) },
  { path: '/settings/roles', title: t('Roles'), permission: 'administration', load: () => import('./pages/settings/roles-page.tsx').then((m) => m.RolesPage) },
  { path: '/settings/teams', title: t('Teams'), permission: 'administration', load: () => import('./pages/settings/teams-page.tsx').then((m) => m.TeamsPage) },
  { path: '/settings/single-sign-on', title: t('Single sign-on'), permission: 'administration', load: () => import('./pages/settings/single-sign-on-page.tsx').then((m) => m.SingleSignOnPage) },
  { path: '/settings/email-sender', title: t('Email sender'), permission: 'administration', load: () => import('./pages/settings/email-sender-page.tsx').then((m) => m.EmailSenderPage) },
  { path: '/settings/domains', title: t('Domains'), permission: 'administration', load: () => import('./pages/settings/domains-page.tsx').then((m) => m.DomainsPage) },
  { path: '/settings/provisioning', title: t('Provisioning'), permission: 'administration', load: () => import('./pages/settings/provisioning-page.tsx').then((m) => m.ProvisioningPage) },
  { path: '/settings/branding', title: t('Branding'), permission: 'administration', load: () => import('./pages/settings/branding-page.tsx').then((m) => m.BrandingPage) },
  { path: '/settings/privacy', title: t('Privacy'), permission: 'administration', load: () => import('./pages/settings/privacy-page.tsx').then((m) => m.PrivacyPage) },
  { path: '/settings/claims', title: t('One-link claims'), permission: 'administration', load: () => import('./pages/settings/claim-rules-page.tsx').then((m) => m.ClaimRulesPage) },
  { path: '/settings/approvals', title: t('Approvals'), permission: 'administration', load: () => import('./pages/settings/approvals-page.tsx').then((m) => m.ApprovalsPage) },
  { path: '/settings/chat-alerts', title: t('Chat alerts'), permission: 'administration', load: () => import('./pages/settings/chat-alerts-page.tsx').then((m) => m.ChatAlertsPage) },
  { path: '/settings/connections', title: t('Connections'), permission: 'administration', load: () => import('./pages/settings/connections-page.tsx').then((m) => m.ConnectionsPage) },
  { path: '/settings/connected-apps', title: t('Connected apps'), permission: 'administration', load: () => import('./pages/settings/connected-apps-page.tsx').then((m) => m.ConnectedAppsPage) },
  { path: '/settings/audit-log', title: t('Audit log'), permission: 'audit:read', load: () => import('./pages/settings/audit-log-page.tsx').then((m) => m.AuditLogPage) },
  { path: '/settings/system', title: t('System'), permission: 'operator', load: () => import('./pages/settings/system-page.tsx').then((m) => m.SystemPage) },
  { path: '/settings/accounts', title: t('Accounts'), permission: 'operator', load: () => import('./pages/settings/accounts-page.tsx').then((m) => m.AccountsPage) },
  { path: '/settings/account', title: t('Account'), permission: 'administration', load: () => import('./pages/settings/account-page.tsx').then((m) => m.AccountPage) },
]

/** Pages outside the shell, for users who are not signed in. */
// biome-ignore format: one page per line
export const publicRoutes = [
  { path: '/sign-in', title: t('Sign in'), load: () => import('./pages/auth/sign-in-page.tsx').then((m) => m.SignInPage) },
  { path: '/forgot-password', title: t('Reset your password'), load: () => import('./pages/auth/forgot-password-page.tsx').then((m) => m.ForgotPasswordPage) },
  { path: '/new-password', title: t('New password'), load: () => import('./pages/auth/new-password-page.tsx').then((m) => m.NewPasswordPage) },
  { path: '/new-email', title: t('New email address'), load: () => import('./pages/auth/new-email-page.tsx').then((m) => m.NewEmailPage) },
  { path: '/invitation', title: t('Invitation'), load: () => import('./pages/auth/invitation-page.tsx').then((m) => m.InvitationPage) },
  { path: '/single-sign-on', title: t('Single sign-on'), load: () => import('./pages/auth/sign-on-page.tsx').then((m) => m.SignOnPage) },
  { path: '/single-sign-on/$path_id', title: t('Single sign-on'), load: () => import('./pages/auth/sign-on-page.tsx').then((m) => m.SignOnPage) },
  { path: '/decision', title: t('Approvals'), load: () => import('./pages/send/decision-page.tsx').then((m) => m.DecisionPage) },
  { path: '/setup', title: t('Set up'), load: () => import('./pages/auth/setup-page.tsx').then((m) => m.SetupPage) },
] as const
