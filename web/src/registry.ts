import type { FunctionComponent } from 'react'
import type { Role } from './session.ts'

/** A screen inside the shell. Its code is loaded when somebody goes there. */
export interface PageRoute {
  path: string
  title: string
  /** Who may see it; others are told who can let them. */
  requiredRole: Role
  /** The screen of the list it belongs to, for the breadcrumbs. */
  parent?: string
  /** Only this tier has it; others are told why, and still see the page around it. */
  requiredTier?: 'enterprise'
  load: () => Promise<FunctionComponent>
}

/**
 * Every screen there is. To add one: its file in screens/<area>/, and its entry here; for the
 * navigation on the left, a line in shell/navigation.ts. A first part of a path that is new also goes
 * into src/surfaces/web/paths.ts, so that the server knows the address.
 */
// biome-ignore format: one screen a line
export const pageRoutes: readonly PageRoute[] = [
  { path: '/', title: 'Overview', requiredRole: 'sender', load: () => import('./screens/overview/overview.tsx').then((m) => m.OverviewPage) },

  { path: '/gift-requests', title: 'Gifts', requiredRole: 'sender', load: () => import('./screens/gifts/gifts.tsx').then((m) => m.GiftsPage) },
  { path: '/gift-requests/:id', title: 'Gift', requiredRole: 'sender', parent: '/gift-requests', load: () => import('./screens/gifts/gift.tsx').then((m) => m.GiftPage) },
  { path: '/send', title: 'Send a gift', requiredRole: 'sender', parent: '/gift-requests', load: () => import('./screens/send/send.tsx').then((m) => m.SendPage) },

  { path: '/developers/api-keys', title: 'API keys', requiredRole: 'admin', load: () => import('./screens/developers/api-keys.tsx').then((m) => m.ApiKeysPage) },
  { path: '/developers/api-keys/:id/rotate', title: 'Rotate', requiredRole: 'admin', parent: '/developers/api-keys', load: () => import('./screens/developers/rotate-key.tsx').then((m) => m.RotateKeyPage) },
  { path: '/developers/oauth-clients', title: 'OAuth clients', requiredRole: 'admin', load: () => import('./screens/developers/oauth-clients.tsx').then((m) => m.OAuthClientsPage) },
  { path: '/developers/webhooks', title: 'Webhooks', requiredRole: 'admin', load: () => import('./screens/developers/webhooks.tsx').then((m) => m.WebhooksPage) },
  { path: '/developers/webhooks/new', title: 'Add an endpoint', requiredRole: 'admin', requiredTier: 'enterprise', parent: '/developers/webhooks', load: () => import('./screens/developers/new-endpoint.tsx').then((m) => m.NewEndpointPage) },
  { path: '/developers/webhooks/help', title: 'Receiving webhooks', requiredRole: 'admin', parent: '/developers/webhooks', load: () => import('./screens/developers/help.tsx').then((m) => m.WebhookHelpPage) },
  { path: '/developers/webhooks/:id', title: 'Endpoint', requiredRole: 'admin', parent: '/developers/webhooks', load: () => import('./screens/developers/endpoint.tsx').then((m) => m.EndpointPage) },
  { path: '/developers/deliveries', title: 'Deliveries', requiredRole: 'admin', load: () => import('./screens/developers/deliveries.tsx').then((m) => m.DeliveriesPage) },
  { path: '/developers/deliveries/:id', title: 'Delivery', requiredRole: 'admin', parent: '/developers/deliveries', load: () => import('./screens/developers/delivery.tsx').then((m) => m.DeliveryPage) },
  { path: '/developers/events', title: 'Events', requiredRole: 'admin', load: () => import('./screens/developers/events.tsx').then((m) => m.EventsPage) },
  { path: '/developers/events/:id', title: 'Event', requiredRole: 'admin', parent: '/developers/events', load: () => import('./screens/developers/event.tsx').then((m) => m.EventPage) },
  { path: '/developers/requests', title: 'Request log', requiredRole: 'admin', load: () => import('./screens/developers/requests.tsx').then((m) => m.RequestsPage) },
  { path: '/developers/requests/:id', title: 'Request', requiredRole: 'admin', parent: '/developers/requests', load: () => import('./screens/developers/request.tsx').then((m) => m.RequestPage) },
  { path: '/developers/staging', title: 'Staging tools', requiredRole: 'sender', load: () => import('./screens/developers/staging.tsx').then((m) => m.StagingPage) },

  { path: '/campaigns', title: 'Campaigns', requiredRole: 'sender', load: () => import('./screens/campaigns/campaigns.tsx').then((m) => m.CampaignsPage) },
  { path: '/campaigns/new', title: 'New campaign', requiredRole: 'admin', parent: '/campaigns', load: () => import('./screens/campaigns/edit.tsx').then((m) => m.NewCampaignPage) },
  { path: '/campaigns/:id', title: 'Campaign', requiredRole: 'sender', parent: '/campaigns', load: () => import('./screens/campaigns/campaign.tsx').then((m) => m.CampaignPage) },
  { path: '/campaigns/:id/edit', title: 'Edit campaign', requiredRole: 'admin', parent: '/campaigns', load: () => import('./screens/campaigns/edit.tsx').then((m) => m.EditCampaignPage) },

  { path: '/catalogue', title: 'Catalogue', requiredRole: 'sender', load: () => import('./screens/catalogue/catalogue.tsx').then((m) => m.CataloguePage) },
  { path: '/catalogue/new', title: 'New product', requiredRole: 'admin', parent: '/catalogue', load: () => import('./screens/catalogue/edit.tsx').then((m) => m.NewProductPage) },
  { path: '/catalogue/warehouses', title: 'Warehouses', requiredRole: 'sender', parent: '/catalogue', load: () => import('./screens/catalogue/warehouses.tsx').then((m) => m.WarehousesPage) },
  { path: '/catalogue/:id', title: 'Product', requiredRole: 'sender', parent: '/catalogue', load: () => import('./screens/catalogue/product-page.tsx').then((m) => m.ProductPage) },
  { path: '/catalogue/:id/edit', title: 'Edit product', requiredRole: 'admin', parent: '/catalogue', load: () => import('./screens/catalogue/edit.tsx').then((m) => m.EditProductPage) },
  { path: '/one-links', title: 'One-links', requiredRole: 'sender', load: () => import('./screens/one-links/one-links.tsx').then((m) => m.OneLinksPage) },
  { path: '/one-links/:id', title: 'One-link', requiredRole: 'sender', parent: '/one-links', load: () => import('./screens/one-links/one-link-page.tsx').then((m) => m.OneLinkPage) },
  { path: '/recipients', title: 'Recipients', requiredRole: 'sender', load: () => import('./screens/recipients/recipients.tsx').then((m) => m.RecipientsPage) },
  { path: '/recipients/:id', title: 'Recipient', requiredRole: 'sender', parent: '/recipients', load: () => import('./screens/recipients/recipient.tsx').then((m) => m.RecipientPage) },

  { path: '/settings/profile', title: 'Profile and sign-in', requiredRole: 'sender', load: () => import('./screens/settings/profile.tsx').then((m) => m.ProfilePage) },
  { path: '/settings/sessions', title: 'Sessions', requiredRole: 'sender', load: () => import('./screens/settings/sessions.tsx').then((m) => m.SessionsPage) },
  { path: '/settings/people', title: 'People', requiredRole: 'admin', load: () => import('./screens/settings/people.tsx').then((m) => m.UsersPage) },
  { path: '/settings/branding', title: 'Branding', requiredRole: 'admin', load: () => import('./screens/settings/branding.tsx').then((m) => m.BrandingPage) },
  { path: '/settings/privacy', title: 'Privacy', requiredRole: 'admin', load: () => import('./screens/settings/privacy.tsx').then((m) => m.PrivacyPage) },
  { path: '/settings/audit-log', title: 'Audit log', requiredRole: 'admin', load: () => import('./screens/settings/audit-log.tsx').then((m) => m.AuditLogPage) },
  { path: '/settings/account', title: 'Account', requiredRole: 'admin', load: () => import('./screens/settings/account.tsx').then((m) => m.AccountPage) },
]

/** Screens outside the shell, for whoever is not signed in. */
// biome-ignore format: one screen a line
export const publicRoutes = [
  { path: '/sign-in', title: 'Sign in', load: () => import('./screens/entry/sign-in.tsx').then((m) => m.SignInPage) },
  { path: '/forgot-password', title: 'Forgotten password', load: () => import('./screens/entry/forgot-password.tsx').then((m) => m.ForgotPasswordPage) },
  { path: '/new-password', title: 'New password', load: () => import('./screens/entry/new-password.tsx').then((m) => m.NewPasswordPage) },
  { path: '/invitation', title: 'Invitation', load: () => import('./screens/entry/invitation.tsx').then((m) => m.InvitationPage) },
  { path: '/setup', title: 'Set up', load: () => import('./screens/entry/setup.tsx').then((m) => m.SetupPage) },
] as const
