import type { FunctionComponent } from 'react'
import type { Role } from './session.ts'

/** A screen inside the shell. Its code is loaded when somebody goes there. */
export interface Screen {
  path: string
  title: string
  /** Who may see it; others are told who can let them. */
  needs: Role
  /** The screen of the list it belongs to, for the breadcrumbs. */
  parent?: string
  /** Only this tier has it; others are told why, and still see the page around it. */
  tier?: 'enterprise'
  load: () => Promise<FunctionComponent>
}

/**
 * Every screen there is. To add one: its file in screens/<area>/, and its entry here; for the
 * navigation on the left, a line in shell/navigation.ts. A first part of a path that is new also goes
 * into src/surfaces/web/paths.ts, so that the server knows the address.
 */
// biome-ignore format: one screen a line
export const screens: readonly Screen[] = [
  { path: '/', title: 'Overview', needs: 'sender', load: () => import('./screens/overview/overview.tsx').then((m) => m.Overview) },

  { path: '/gift-requests', title: 'Gifts', needs: 'sender', load: () => import('./screens/gifts/gifts.tsx').then((m) => m.Gifts) },
  { path: '/gift-requests/:id', title: 'Gift', needs: 'sender', parent: '/gift-requests', load: () => import('./screens/gifts/gift.tsx').then((m) => m.GiftPage) },
  { path: '/send', title: 'Send a gift', needs: 'sender', parent: '/gift-requests', load: () => import('./screens/send/send.tsx').then((m) => m.Send) },

  { path: '/developers/api-keys', title: 'API keys', needs: 'admin', load: () => import('./screens/developers/api-keys.tsx').then((m) => m.ApiKeys) },
  { path: '/developers/api-keys/:id/rotate', title: 'Rotate', needs: 'admin', parent: '/developers/api-keys', load: () => import('./screens/developers/rotate-key.tsx').then((m) => m.RotateKey) },
  { path: '/developers/oauth-clients', title: 'OAuth clients', needs: 'admin', load: () => import('./screens/developers/oauth-clients.tsx').then((m) => m.OAuthClients) },
  { path: '/developers/webhooks', title: 'Webhooks', needs: 'admin', load: () => import('./screens/developers/webhooks.tsx').then((m) => m.Webhooks) },
  { path: '/developers/webhooks/new', title: 'Add an endpoint', needs: 'admin', tier: 'enterprise', parent: '/developers/webhooks', load: () => import('./screens/developers/new-endpoint.tsx').then((m) => m.NewEndpoint) },
  { path: '/developers/webhooks/help', title: 'Receiving webhooks', needs: 'admin', parent: '/developers/webhooks', load: () => import('./screens/developers/help.tsx').then((m) => m.WebhookHelp) },
  { path: '/developers/webhooks/:id', title: 'Endpoint', needs: 'admin', parent: '/developers/webhooks', load: () => import('./screens/developers/endpoint.tsx').then((m) => m.EndpointPage) },
  { path: '/developers/deliveries', title: 'Deliveries', needs: 'admin', load: () => import('./screens/developers/deliveries.tsx').then((m) => m.Deliveries) },
  { path: '/developers/deliveries/:id', title: 'Delivery', needs: 'admin', parent: '/developers/deliveries', load: () => import('./screens/developers/delivery.tsx').then((m) => m.DeliveryPage) },
  { path: '/developers/events', title: 'Events', needs: 'admin', load: () => import('./screens/developers/events.tsx').then((m) => m.Events) },
  { path: '/developers/events/:id', title: 'Event', needs: 'admin', parent: '/developers/events', load: () => import('./screens/developers/event.tsx').then((m) => m.EventPage) },
  { path: '/developers/requests', title: 'Request log', needs: 'admin', load: () => import('./screens/developers/requests.tsx').then((m) => m.Requests) },
  { path: '/developers/requests/:id', title: 'Request', needs: 'admin', parent: '/developers/requests', load: () => import('./screens/developers/request.tsx').then((m) => m.RequestPage) },
  { path: '/developers/staging', title: 'Staging tools', needs: 'sender', load: () => import('./screens/developers/staging.tsx').then((m) => m.Staging) },

  { path: '/campaigns', title: 'Campaigns', needs: 'sender', load: () => import('./screens/campaigns/campaigns.tsx').then((m) => m.Campaigns) },
  { path: '/campaigns/new', title: 'New campaign', needs: 'admin', parent: '/campaigns', load: () => import('./screens/campaigns/edit.tsx').then((m) => m.NewCampaign) },
  { path: '/campaigns/:id', title: 'Campaign', needs: 'sender', parent: '/campaigns', load: () => import('./screens/campaigns/campaign.tsx').then((m) => m.CampaignPage) },
  { path: '/campaigns/:id/edit', title: 'Edit campaign', needs: 'admin', parent: '/campaigns', load: () => import('./screens/campaigns/edit.tsx').then((m) => m.EditCampaign) },

  { path: '/catalogue', title: 'Catalogue', needs: 'sender', load: () => import('./screens/catalogue/catalogue.tsx').then((m) => m.Catalogue) },
  { path: '/catalogue/new', title: 'New product', needs: 'admin', parent: '/catalogue', load: () => import('./screens/catalogue/edit.tsx').then((m) => m.NewProduct) },
  { path: '/catalogue/warehouses', title: 'Warehouses', needs: 'sender', parent: '/catalogue', load: () => import('./screens/catalogue/warehouses.tsx').then((m) => m.Warehouses) },
  { path: '/catalogue/:id', title: 'Product', needs: 'sender', parent: '/catalogue', load: () => import('./screens/catalogue/product-page.tsx').then((m) => m.ProductPage) },
  { path: '/catalogue/:id/edit', title: 'Edit product', needs: 'admin', parent: '/catalogue', load: () => import('./screens/catalogue/edit.tsx').then((m) => m.EditProduct) },
  { path: '/one-links', title: 'One-links', needs: 'sender', load: () => import('./screens/one-links/one-links.tsx').then((m) => m.OneLinks) },
  { path: '/one-links/:id', title: 'One-link', needs: 'sender', parent: '/one-links', load: () => import('./screens/one-links/one-link-page.tsx').then((m) => m.OneLinkPage) },
  { path: '/recipients', title: 'Recipients', needs: 'sender', load: () => import('./screens/recipients/recipients.tsx').then((m) => m.Recipients) },
  { path: '/recipients/:id', title: 'Recipient', needs: 'sender', parent: '/recipients', load: () => import('./screens/recipients/recipient.tsx').then((m) => m.RecipientPage) },

  { path: '/settings/profile', title: 'Profile and sign-in', needs: 'sender', load: () => import('./screens/settings/profile.tsx').then((m) => m.Profile) },
  { path: '/settings/sessions', title: 'Sessions', needs: 'sender', load: () => import('./screens/settings/sessions.tsx').then((m) => m.Sessions) },
  { path: '/settings/people', title: 'People', needs: 'admin', load: () => import('./screens/settings/people.tsx').then((m) => m.People) },
  { path: '/settings/branding', title: 'Branding', needs: 'admin', load: () => import('./screens/settings/branding.tsx').then((m) => m.Branding) },
  { path: '/settings/privacy', title: 'Privacy', needs: 'admin', load: () => import('./screens/settings/privacy.tsx').then((m) => m.Privacy) },
  { path: '/settings/audit-log', title: 'Audit log', needs: 'admin', load: () => import('./screens/settings/audit-log.tsx').then((m) => m.AuditLog) },
  { path: '/settings/account', title: 'Account', needs: 'admin', load: () => import('./screens/settings/account.tsx').then((m) => m.AccountSettings) },
]

/** Screens outside the shell, for whoever is not signed in. */
// biome-ignore format: one screen a line
export const entries = [
  { path: '/sign-in', title: 'Sign in', load: () => import('./screens/entry/sign-in.tsx').then((m) => m.SignIn) },
  { path: '/forgot-password', title: 'Forgotten password', load: () => import('./screens/entry/forgot-password.tsx').then((m) => m.ForgotPassword) },
  { path: '/new-password', title: 'New password', load: () => import('./screens/entry/new-password.tsx').then((m) => m.NewPassword) },
  { path: '/invitation', title: 'Invitation', load: () => import('./screens/entry/invitation.tsx').then((m) => m.Invitation) },
  { path: '/setup', title: 'Set up', load: () => import('./screens/entry/setup.tsx').then((m) => m.SetUp) },
] as const
