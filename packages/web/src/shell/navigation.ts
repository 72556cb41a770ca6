import {
  IconBellRinging,
  IconBuildingStore,
  IconCode,
  IconCoins,
  IconGift,
  IconHeartHandshake,
  IconHome,
  IconLink,
  IconMailHeart,
  IconPackage,
  IconSend,
  IconSettings,
  IconSpeakerphone,
  IconUsers,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { Me } from '#web/admin-api.ts'
import { t } from '#web/i18n/common.ts'
import { pageRoutes } from '#web/routes.ts'
import { hasRole } from '#web/session.ts'

interface NavigationItem {
  label: string
  path: string
  /** Two keys in sequence that open the page. */
  keys?: string
}

interface NavigationGroup extends Omit<NavigationItem, 'path'> {
  icon: ComponentType<{ size?: number | string; stroke?: number | string }>
  path?: string
  items?: readonly NavigationItem[]
}

const stagingPath = '/developers/staging'

/** The sidebar from top to bottom. Items without a route, or not for this role, are omitted. */
const navigationGroups: readonly NavigationGroup[] = [
  { label: t('Overview'), path: '/', icon: IconHome, keys: 'g o' },
  { label: t('Needs attention'), path: '/attention', icon: IconBellRinging, keys: 'g t' },
  { label: t('Gifts'), path: '/gift-requests', icon: IconGift, keys: 'g g' },
  { label: t('Sends'), path: '/sends', icon: IconSend },
  { label: t('Campaigns'), path: '/campaigns', icon: IconSpeakerphone, keys: 'g c' },
  { label: t('Catalogue'), path: '/catalogue', icon: IconBuildingStore, keys: 'g p' },
  { label: t('Donations'), path: '/donations', icon: IconHeartHandshake, keys: 'g n' },
  { label: t('Spend'), path: '/spend', icon: IconCoins },
  { label: t('One-links'), path: '/one-links', icon: IconLink, keys: 'g l' },
  { label: t('Packing'), path: '/packing', icon: IconPackage, keys: 'g b' },
  { label: t('Recipients'), path: '/recipients', icon: IconUsers, keys: 'g r' },
  { label: t('Thank-you notes'), path: '/thank-you-notes', icon: IconMailHeart },
  {
    label: t('Developers'),
    icon: IconCode,
    items: [
      { label: t('API keys'), path: '/developers/api-keys', keys: 'g k' },
      { label: t('OAuth clients'), path: '/developers/oauth-clients' },
      { label: t('Webhooks'), path: '/developers/webhooks', keys: 'g w' },
      { label: t('Deliveries'), path: '/developers/deliveries', keys: 'g d' },
      { label: t('Events'), path: '/developers/events', keys: 'g e' },
      { label: t('Request log'), path: '/developers/requests' },
      { label: t('Staging tools'), path: stagingPath },
    ],
  },
  {
    label: t('Settings'),
    icon: IconSettings,
    items: [
      { label: t('Profile and sign-in'), path: '/settings/profile' },
      { label: t('Sessions'), path: '/settings/sessions' },
      { label: t('People'), path: '/settings/members', keys: 'g s' },
      { label: t('Single sign-on'), path: '/settings/single-sign-on' },
      { label: t('Connected apps'), path: '/settings/connected-apps' },
      { label: t('Branding'), path: '/settings/branding' },
      { label: t('Privacy'), path: '/settings/privacy' },
      { label: t('One-link claims'), path: '/settings/claims' },
      { label: t('Approvals'), path: '/settings/approvals' },
      { label: t('Chat alerts'), path: '/settings/chat-alerts' },
      { label: t('Audit log'), path: '/settings/audit-log', keys: 'g a' },
      { label: t('Account'), path: '/settings/account' },
      { label: t('System'), path: '/settings/system' },
    ],
  },
]

/** The groups for a user. Production has no staging tools. */
export function getNavigation(me: Me): NavigationGroup[] {
  const isVisible = (path: string) =>
    (path !== stagingPath || me.account.stage === 'staging') &&
    pageRoutes.some((page) => page.path === path && hasRole(me, page.requiredRole))
  return navigationGroups.flatMap((group) => {
    if (group.items === undefined) return isVisible(group.path ?? '') ? [group] : []
    const items = group.items.filter(({ path }) => isVisible(path))
    return items.length > 0 ? [{ ...group, items }] : []
  })
}

/** All navigation items in one list, for the command palette and the shortcuts. */
export const getNavigationItems = (me: Me): NavigationItem[] =>
  getNavigation(me).flatMap(({ label, path, keys, items }) =>
    items === undefined
      ? [{ label, path: path ?? '/', ...(keys === undefined ? {} : { keys }) }]
      : items.map((item) => ({ ...item, label: `${label} › ${item.label}` })),
  )
