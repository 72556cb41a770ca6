import {
  IconBellRinging,
  IconBuildingStore,
  IconCalendarHeart,
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
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { Me } from '#web/admin-api.ts'
import { t } from '#web/i18n/common.ts'
import { type PageRoute, pageRoutes } from '#web/routes.ts'
import { hasPermission } from '#web/session.ts'

type Icon = ComponentType<{ size?: number | string; stroke?: number | string }>

/** A page in the navigation. Its label is the title of its route. */
interface Entry {
  path: string
  icon?: Icon
  /** The two keys that open the page when the user presses them one after the other. */
  keys?: string
  /** The heading of the entry in a large group. */
  section?: string
}

interface GroupOf<Item> {
  /** The id of the group. The browser uses it to store whether the group is folded. */
  id: 'start' | 'gifts' | 'fulfilment' | 'developers' | 'settings'
  label: string
  icon?: Icon
  items: readonly Item[]
}

export type NavigationItem = Entry & { label: string }
export type NavigationGroup = GroupOf<NavigationItem>

const stagingPath = '/developers/staging'

/** The sections of the settings. In each, the pages that people need most often come first. */
// biome-ignore format: one section per block
const settingsSections: readonly (readonly [heading: string, ...pages: Entry[]])[] = [
  [t('You'),
    { path: '/settings/profile' },
    { path: '/settings/sessions' },
  ],
  [t('People and teams'),
    { path: '/settings/members', keys: 'g s' },
    { path: '/settings/teams' },
    { path: '/settings/roles' },
  ],
  [t('Sign-in and security'),
    { path: '/settings/single-sign-on' },
    { path: '/settings/provisioning' },
    { path: '/settings/domains' },
  ],
  [t('Gifts'),
    { path: '/settings/branding' },
    { path: '/settings/approvals' },
    { path: '/settings/claims' },
    { path: '/settings/privacy' },
  ],
  [t('Email and connections'),
    { path: '/settings/email-sender' },
    { path: '/settings/connections' },
    { path: '/settings/chat-alerts' },
    { path: '/settings/connected-apps' },
  ],
  [t('This account'),
    { path: '/settings/audit-log', keys: 'g a' },
    { path: '/settings/account' },
  ],
  [t('Installation'),
    { path: '/settings/accounts' },
    { path: '/settings/system' },
  ],
]

/**
 * The entries of the sidebar from top to bottom. The sidebar omits pages that the role of the user may not
 * open.
 */
const entries: readonly GroupOf<Entry>[] = [
  {
    id: 'start',
    label: '',
    items: [
      { path: '/', icon: IconHome, keys: 'g o' },
      { path: '/attention', icon: IconBellRinging, keys: 'g t' },
    ],
  },
  {
    id: 'gifts',
    label: t('Gifts and recipients'),
    items: [
      { path: '/gift-requests', icon: IconGift, keys: 'g g' },
      { path: '/sends', icon: IconSend },
      { path: '/campaigns', icon: IconSpeakerphone, keys: 'g c' },
      { path: '/one-links', icon: IconLink, keys: 'g l' },
      { path: '/recipients', icon: IconUsers, keys: 'g r' },
      { path: '/contacts', icon: IconUser },
      { path: '/occasions', icon: IconCalendarHeart },
      { path: '/thank-you-notes', icon: IconMailHeart },
    ],
  },
  {
    id: 'fulfilment',
    label: t('Fulfilment and costs'),
    items: [
      { path: '/catalogue', icon: IconBuildingStore, keys: 'g p' },
      { path: '/packing', icon: IconPackage, keys: 'g b' },
      { path: '/donations', icon: IconHeartHandshake, keys: 'g n' },
      { path: '/spend', icon: IconCoins },
    ],
  },
  {
    id: 'developers',
    label: t('Developers'),
    icon: IconCode,
    items: [
      { path: '/developers/api-keys', keys: 'g k' },
      { path: '/developers/oauth-clients' },
      { path: '/developers/webhooks', keys: 'g w' },
      { path: '/developers/deliveries', keys: 'g d' },
      { path: '/developers/events', keys: 'g e' },
      { path: '/developers/requests' },
      { path: stagingPath },
    ],
  },
  {
    id: 'settings',
    label: t('Settings'),
    icon: IconSettings,
    items: settingsSections.flatMap(([section, ...items]) =>
      items.map((item) => ({ ...item, section })),
    ),
  },
]

/** Returns the groups of the navigation for a user. In production, the tools for staging are absent. */
export function getNavigation(me: Me): NavigationGroup[] {
  const isVisible = ({ path, permission }: PageRoute) =>
    hasPermission(me, permission) && (path !== stagingPath || me.account.stage === 'staging')
  const pages = new Map(pageRoutes.filter(isVisible).map(({ path, title }) => [path, title]))
  return entries.flatMap((group) => {
    const items = group.items.flatMap((item) => {
      const label = pages.get(item.path)
      return label === undefined ? [] : [{ ...item, label }]
    })
    return items.length > 0 ? [{ ...group, items }] : []
  })
}

/** Lists all pages of the navigation, for the command palette and the shortcuts. */
export const getNavigationItems = (me: Me): NavigationItem[] =>
  getNavigation(me).flatMap(({ label, icon, items }) =>
    icon === undefined
      ? items
      : items.map((item) => ({ ...item, label: `${label} › ${item.label}` })),
  )
