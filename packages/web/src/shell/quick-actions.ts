import type { Me } from '#web/admin-api.ts'
import { t } from '#web/i18n/common.ts'
import { hasPermission, type RequiredPermission } from '#web/session.ts'

interface QuickAction {
  label: string
  path: string
  /** The keys that run the action: one key, or two keys one after the other. */
  keys?: string
  /** Synonyms for the command palette. */
  synonyms?: string
  permission: RequiredPermission
}

/** The commands of the palette. Each command opens a URL, and the page at this URL opens the form. */
// biome-ignore format: one action per line
const quickActions: readonly QuickAction[] = [
  { label: t('Send a gift'), path: '/send', keys: 'c', permission: 'gift_requests:write', synonyms: 'new order create gift request csv upload bulk' },
  { label: t('Create a campaign'), path: '/campaigns/new', permission: 'campaigns:write', synonyms: 'new make offer' },
  { label: t('Add a product'), path: '/catalogue/new', permission: 'catalogue:write', synonyms: 'new item variant sku catalog' },
  { label: t('Create a one-link'), path: '/one-links?new=true', permission: 'one_links:write', synonyms: 'new share qr code' },
  { label: t('Import or export the catalogue'), path: '/catalogue/import', permission: 'catalogue:write', synonyms: 'csv upload download spreadsheet bulk products stock' },
  { label: t('See what is low in stock'), path: '/catalogue?stock=low', permission: 'catalogue:read', synonyms: 'inventory out of stock' },
  { label: t('See stuck gifts'), path: '/gift-requests?stalled=true', permission: 'gift_requests:read', synonyms: 'stalled problems late backordered' },
  { label: t('Invite a person'), path: '/settings/members?invite=true', permission: 'administration', synonyms: 'user colleague team member add' },
  { label: t('Generate an API key'), path: '/developers/api-keys?create=true', permission: 'tokens:write', synonyms: 'token secret new create' },
  { label: t('Add a webhook endpoint'), path: '/developers/webhooks/new', permission: 'endpoints:write', synonyms: 'callback url new create' },
  { label: t('Export or erase personal data'), path: '/recipients?data_request=true', permission: 'recipients:write', synonyms: 'gdpr privacy delete download subject access request' },
  { label: t('Change your password'), path: '/settings/profile', permission: 'any', synonyms: 'passkey totp two-factor 2fa authenticator' },
  { label: t('Sign out other sessions'), path: '/settings/sessions', permission: 'any', synonyms: 'log out logout devices' },
]

export const getQuickActions = (me: Me): QuickAction[] =>
  quickActions.filter(({ permission }) => hasPermission(me, permission))

/** Synonyms for the items of the navigation. */
export const navigationSynonyms: Readonly<Record<string, string>> = {
  '/': 'home dashboard start figures analytics',
  '/gift-requests': 'orders list export csv download',
  '/campaigns': 'offers',
  '/catalogue': 'products items stock inventory catalog',
  '/recipients': 'people contacts customers addresses',
  '/thank-you-notes': 'thanks messages reactions feedback praise',
  '/one-links': 'share links qr',
  '/packing': 'pack ship warehouse label scan parcels station',
  '/developers/api-keys': 'tokens secrets',
  '/developers/webhooks': 'endpoints callbacks notifications',
  '/developers/deliveries': 'attempts retries failed webhooks',
  '/developers/requests': 'logs api errors 401 422',
  '/developers/staging': 'clock simulate test tools',
  '/settings/profile': 'password passkey two-factor 2fa account me',
  '/settings/sessions': 'devices sign out log out',
  '/settings/accounts': 'operator customers clients tenants suspend create account',
  '/settings/system':
    'operator health status queue workers database version disk backup mail server',
  '/settings/members': 'users team members roles invite',
  '/settings/single-sign-on':
    'sso oidc openid connect identity provider okta entra google keycloak',
  '/settings/provisioning': 'scim directory sync groups okta entra identity provider token',
  '/settings/branding': 'logo colour color theme design',
  '/settings/privacy': 'gdpr retention erase delete',
  '/settings/audit-log': 'history changes security log',
}
