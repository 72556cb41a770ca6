import type { FunctionComponent } from 'react'
import { t } from '#web/i18n/common.ts'
import type { RequiredRole } from './session.ts'

/** A page inside the shell. Its code loads on demand. */
export interface PageRoute {
  path: string
  title: string
  /** The required role. Other users see a message about who can grant the role. */
  requiredRole: RequiredRole
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
  { path: '/', title: t('Overview'), requiredRole: 'viewer', load: () => import('./pages/overview/overview-page.tsx').then((m) => m.OverviewPage) },

  { path: '/attention', title: t('Needs attention'), requiredRole: 'viewer', load: () => import('./pages/attention/attention-page.tsx').then((m) => m.AttentionPage) },
  { path: '/gift-requests', title: t('Gifts'), requiredRole: 'viewer', load: () => import('./pages/gifts/gifts-page.tsx').then((m) => m.GiftsPage) },
  { path: '/gift-requests/import-tracking', title: t('Import tracking numbers'), requiredRole: 'sender', parent: '/gift-requests', load: () => import('./pages/gifts/import-tracking-page.tsx').then((m) => m.ImportTrackingPage) },
  { path: '/gift-requests/bulk-actions', title: t('Bulk actions'), requiredRole: 'viewer', parent: '/gift-requests', load: () => import('./pages/gifts/bulk-actions-page.tsx').then((m) => m.BulkActionsPage) },
  { path: '/gift-requests/bulk-actions/:id', title: t('Bulk action'), requiredRole: 'viewer', parent: '/gift-requests/bulk-actions', load: () => import('./pages/gifts/bulk-action-page.tsx').then((m) => m.BulkActionPage) },
  { path: '/gift-requests/:id', title: t('Gift'), requiredRole: 'viewer', parent: '/gift-requests', load: () => import('./pages/gifts/gift-page.tsx').then((m) => m.GiftPage) },
  { path: '/sends', title: t('Sends'), requiredRole: 'viewer', load: () => import('./pages/send/sends-page.tsx').then((m) => m.SendsPage) },
  { path: '/sends/:id', title: t('Send|noun'), requiredRole: 'viewer', parent: '/sends', load: () => import('./pages/send/bulk-send-page.tsx').then((m) => m.BulkSendPage) },
  { path: '/send', title: t('Send a gift'), requiredRole: 'sender', parent: '/gift-requests', load: () => import('./pages/send/send-page.tsx').then((m) => m.SendPage) },

  { path: '/developers/api-keys', title: t('API keys'), requiredRole: 'developer', load: () => import('./pages/developers/api-keys-page.tsx').then((m) => m.ApiKeysPage) },
  { path: '/developers/api-keys/:id/rotate', title: t('Rotate'), requiredRole: 'developer', parent: '/developers/api-keys', load: () => import('./pages/developers/rotate-key-page.tsx').then((m) => m.RotateKeyPage) },
  { path: '/developers/oauth-clients', title: t('OAuth clients'), requiredRole: 'developer', load: () => import('./pages/developers/oauth-clients-page.tsx').then((m) => m.OAuthClientsPage) },
  { path: '/developers/webhooks', title: t('Webhooks'), requiredRole: 'developer', load: () => import('./pages/developers/webhooks-page.tsx').then((m) => m.WebhooksPage) },
  { path: '/developers/webhooks/new', title: t('Add endpoint'), requiredRole: 'developer', requiredTier: 'enterprise', parent: '/developers/webhooks', load: () => import('./pages/developers/new-endpoint-page.tsx').then((m) => m.NewEndpointPage) },
  { path: '/developers/webhooks/help', title: t('Receiving webhooks'), requiredRole: 'developer', parent: '/developers/webhooks', load: () => import('./pages/developers/webhook-help-page.tsx').then((m) => m.WebhookHelpPage) },
  { path: '/developers/webhooks/:id', title: t('Endpoint'), requiredRole: 'developer', parent: '/developers/webhooks', load: () => import('./pages/developers/endpoint-page.tsx').then((m) => m.EndpointPage) },
  { path: '/developers/deliveries', title: t('Deliveries'), requiredRole: 'developer', load: () => import('./pages/developers/deliveries-page.tsx').then((m) => m.DeliveriesPage) },
  { path: '/developers/deliveries/:id', title: t('Delivery'), requiredRole: 'developer', parent: '/developers/deliveries', load: () => import('./pages/developers/delivery-page.tsx').then((m) => m.DeliveryPage) },
  { path: '/developers/events', title: t('Events'), requiredRole: 'developer', load: () => import('./pages/developers/events-page.tsx').then((m) => m.EventsPage) },
  { path: '/developers/events/:id', title: t('Event'), requiredRole: 'developer', parent: '/developers/events', load: () => import('./pages/developers/event-page.tsx').then((m) => m.EventPage) },
  { path: '/developers/requests', title: t('Request log'), requiredRole: 'developer', load: () => import('./pages/developers/requests-page.tsx').then((m) => m.RequestsPage) },
  { path: '/developers/requests/:id', title: t('Request'), requiredRole: 'developer', parent: '/developers/requests', load: () => import('./pages/developers/request-page.tsx').then((m) => m.RequestPage) },
  { path: '/developers/staging', title: t('Staging tools'), requiredRole: 'sender', load: () => import('./pages/developers/staging-page.tsx').then((m) => m.StagingPage) },

  { path: '/campaigns', title: t('Campaigns'), requiredRole: 'viewer', load: () => import('./pages/campaigns/campaigns-page.tsx').then((m) => m.CampaignsPage) },
  { path: '/campaigns/new', title: t('New campaign'), requiredRole: 'admin', parent: '/campaigns', load: () => import('./pages/campaigns/edit-campaign-page.tsx').then((m) => m.NewCampaignPage) },
  { path: '/campaigns/:id', title: t('Campaign'), requiredRole: 'viewer', parent: '/campaigns', load: () => import('./pages/campaigns/campaign-page.tsx').then((m) => m.CampaignPage) },
  { path: '/campaigns/:id/edit', title: t('Edit campaign'), requiredRole: 'admin', parent: '/campaigns', load: () => import('./pages/campaigns/edit-campaign-page.tsx').then((m) => m.EditCampaignPage) },

  { path: '/catalogue', title: t('Catalogue'), requiredRole: 'viewer', load: () => import('./pages/catalogue/catalogue-page.tsx').then((m) => m.CataloguePage) },
  { path: '/catalogue/new', title: t('New product'), requiredRole: 'admin', parent: '/catalogue', load: () => import('./pages/catalogue/edit-product-page.tsx').then((m) => m.NewProductPage) },
  { path: '/catalogue/import', title: t('Import and export'), requiredRole: 'admin', parent: '/catalogue', load: () => import('./pages/catalogue/import-page.tsx').then((m) => m.ImportPage) },
  { path: '/catalogue/warehouses', title: t('Warehouses'), requiredRole: 'viewer', parent: '/catalogue', load: () => import('./pages/catalogue/warehouses-page.tsx').then((m) => m.WarehousesPage) },
  { path: '/catalogue/:id', title: t('Product'), requiredRole: 'viewer', parent: '/catalogue', load: () => import('./pages/catalogue/product-page.tsx').then((m) => m.ProductPage) },
  { path: '/catalogue/:id/edit', title: t('Edit product'), requiredRole: 'admin', parent: '/catalogue', load: () => import('./pages/catalogue/edit-product-page.tsx').then((m) => m.EditProductPage) },
  { path: '/donations', title: t('Donations'), requiredRole: 'viewer', load: () => import('./pages/donations/donations-page.tsx').then((m) => m.DonationsPage) },
  { path: '/spend', title: t('Spend'), requiredRole: 'viewer', load: () => import('./pages/spend/spend-page.tsx').then((m) => m.SpendPage) },
  { path: '/one-links', title: t('One-links'), requiredRole: 'viewer', load: () => import('./pages/one-links/one-links-page.tsx').then((m) => m.OneLinksPage) },
  { path: '/one-links/:id', title: t('One-link'), requiredRole: 'viewer', parent: '/one-links', load: () => import('./pages/one-links/one-link-page.tsx').then((m) => m.OneLinkPage) },
  { path: '/recipients', title: t('Recipients'), requiredRole: 'viewer', load: () => import('./pages/recipients/recipients-page.tsx').then((m) => m.RecipientsPage) },
  { path: '/recipients/:id', title: t('Recipient'), requiredRole: 'viewer', parent: '/recipients', load: () => import('./pages/recipients/recipient-page.tsx').then((m) => m.RecipientPage) },
  { path: '/contacts', title: t('Contacts'), requiredRole: 'viewer', load: () => import('./pages/contacts/contacts-page.tsx').then((m) => m.ContactsPage) },
  { path: '/contacts/new', title: t('Contact'), requiredRole: 'sender', parent: '/contacts', load: () => import('./pages/contacts/edit-pages.ts').then((m) => m.NewContactPage) },
  { path: '/contacts/import', title: t('Contacts'), requiredRole: 'sender', parent: '/contacts', load: () => import('./pages/contacts/edit-pages.ts').then((m) => m.ImportContactsPage) },
  { path: '/contacts/groups', title: t('Contacts'), requiredRole: 'viewer', parent: '/contacts', load: () => import('./pages/contacts/edit-pages.ts').then((m) => m.ContactGroupsPage) },
  { path: '/contacts/doubles', title: t('Contacts'), requiredRole: 'sender', parent: '/contacts', load: () => import('./pages/contacts/edit-pages.ts').then((m) => m.DoublesPage) },
  { path: '/contacts/:id', title: t('Contact'), requiredRole: 'viewer', parent: '/contacts', load: () => import('./pages/contacts/edit-pages.ts').then((m) => m.ContactPage) },
  { path: '/contacts/:id/edit', title: t('Contact'), requiredRole: 'sender', parent: '/contacts', load: () => import('./pages/contacts/edit-pages.ts').then((m) => m.EditContactPage) },
  { path: '/thank-you-notes', title: t('Thank-you notes'), requiredRole: 'viewer', load: () => import('./pages/recipients/thank-you-notes-page.tsx').then((m) => m.ThankYouNotesPage) },

  { path: '/packing', title: t('Packing'), requiredRole: 'packer', load: () => import('./pages/packing/packing-page.tsx').then((m) => m.PackingPage) },

  { path: '/settings/profile', title: t('Profile and sign-in'), requiredRole: 'any', load: () => import('./pages/settings/profile-page.tsx').then((m) => m.ProfilePage) },
  { path: '/settings/sessions', title: t('Sessions'), requiredRole: 'any', load: () => import('./pages/settings/sessions-page.tsx').then((m) => m.SessionsPage) },
  { path: '/settings/members', title: t('People'), requiredRole: 'admin', load: () => import('./pages/settings/users-page.tsx').then((m) => m.UsersPage) },
  { path: '/settings/single-sign-on', title: t('Single sign-on'), requiredRole: 'admin', load: () => import('./pages/settings/single-sign-on-page.tsx').then((m) => m.SingleSignOnPage) },
  { path: '/settings/provisioning', title: t('Provisioning'), requiredRole: 'admin', load: () => import('./pages/settings/provisioning-page.tsx').then((m) => m.ProvisioningPage) },
  { path: '/settings/branding', title: t('Branding'), requiredRole: 'admin', load: () => import('./pages/settings/branding-page.tsx').then((m) => m.BrandingPage) },
  { path: '/settings/privacy', title: t('Privacy'), requiredRole: 'admin', load: () => import('./pages/settings/privacy-page.tsx').then((m) => m.PrivacyPage) },
  { path: '/settings/claims', title: t('One-link claims'), requiredRole: 'admin', load: () => import('./pages/settings/claim-rules-page.tsx').then((m) => m.ClaimRulesPage) },
  { path: '/settings/approvals', title: t('Approvals'), requiredRole: 'admin', load: () => import('./pages/settings/approvals-page.tsx').then((m) => m.ApprovalsPage) },
  { path: '/settings/chat-alerts', title: t('Chat alerts'), requiredRole: 'admin', load: () => import('./pages/settings/chat-alerts-page.tsx').then((m) => m.ChatAlertsPage) },
  { path: '/settings/connections', title: t('Connections'), requiredRole: 'admin', load: () => import('./pages/settings/connections-page.tsx').then((m) => m.ConnectionsPage) },
  { path: '/settings/connected-apps', title: t('Connected apps'), requiredRole: 'admin', load: () => import('./pages/settings/connected-apps-page.tsx').then((m) => m.ConnectedAppsPage) },
  { path: '/settings/audit-log', title: t('Audit log'), requiredRole: 'admin', load: () => import('./pages/settings/audit-log-page.tsx').then((m) => m.AuditLogPage) },
  { path: '/settings/system', title: t('System'), requiredRole: 'operator', load: () => import('./pages/settings/system-page.tsx').then((m) => m.SystemPage) },
  { path: '/settings/accounts', title: t('Accounts'), requiredRole: 'operator', load: () => import('./pages/settings/accounts-page.tsx').then((m) => m.AccountsPage) },
  { path: '/settings/account', title: t('Account'), requiredRole: 'admin', load: () => import('./pages/settings/account-page.tsx').then((m) => m.AccountPage) },
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
  { path: '/single-sign-on/$account_id', title: t('Single sign-on'), load: () => import('./pages/auth/sign-on-page.tsx').then((m) => m.SignOnPage) },
  { path: '/setup', title: t('Set up'), load: () => import('./pages/auth/setup-page.tsx').then((m) => m.SetupPage) },
] as const
