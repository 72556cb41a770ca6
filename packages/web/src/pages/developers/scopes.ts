import type { ApiKey } from '#web/admin-api.ts'
import { t } from '#web/i18n/developers.ts'

/** A scope of a key, or `*` for full access. */
export type GrantedScope = ApiKey['scopes'][number]
type Scope = Exclude<GrantedScope, '*'>

interface ScopeOption {
  scope: Scope
  label: string
}

/**
 * The group and the label of each scope. The type check ensures that all scopes of the API are in the list.
 */
// biome-ignore format: one scope per line
const labels: Record<Scope, [group: string, label: string]> = {
  'gift_requests:read': [t('Gifts'), t('Read gifts, their parcels, emails and history')],
  'gift_requests:write': [t('Gifts'), t('Send, change and cancel gifts')],
  'one_links:read': [t('One-links'), t('Read one-links and their claims')],
  'one_links:write': [t('One-links'), t('Create, change and close one-links, and decide on claims')],
  'campaigns:read': [t('Campaigns'), t('Read campaigns')],
  'campaigns:write': [t('Campaigns'), t('Create, change and archive campaigns')],
  'catalogue:read': [t('Catalogue'), t('Read products, stock and warehouses')],
  'catalogue:write': [t('Catalogue'), t('Create and change products, stock and warehouses')],
  'recipients:read': [t('Recipients'), t('Read recipients')],
  'recipients:write': [t('Recipients'), t('Correct, export and erase recipients')],
  'reports:read': [t('Reports and events'), t('Read reports and exports')],
  'events:read': [t('Reports and events'), t('Read events, and what needs attention')],
  'endpoints:read': [t('Webhooks'), t('Read endpoints, deliveries and attempts')],
  'endpoints:write': [t('Webhooks'), t('Create and change endpoints, and resend deliveries')],
}

const allScopes = Object.keys(labels) as Scope[]

/** The scopes by group. The order is the order of the groups. */
export const scopeGroups: [group: string, options: ScopeOption[]][] = [
  ...Map.groupBy(allScopes, (scope) => labels[scope][0]),
].map(([group, names]) => [group, names.map((scope) => ({ scope, label: labels[scope][1] }))])

/**
 * The scope that lets a key change endpoints. An admin who grants it must enter a password. Full access does
 * not include this scope.
 */
export const endpointsWrite = 'endpoints:write'

export const presets = {
  full: { label: t('Full access'), scopes: ['*'] },
  read: { label: t('Read only'), scopes: allScopes.filter((scope) => scope.endsWith(':read')) },
  send: {
    label: t('Send gifts'),
    scopes: ['gift_requests:read', 'gift_requests:write', 'campaigns:read', 'catalogue:read'],
  },
  reports: { label: t('Reports'), scopes: ['campaigns:read', 'reports:read', 'events:read'] },
} as const satisfies Record<string, { label: string; scopes: readonly GrantedScope[] }>
export type Preset = keyof typeof presets | 'custom'

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((scope) => other.includes(scope))

/**
 * Returns the preset that consists of exactly these scopes. Full access is a preset with or without the scope
 * that it does not include.
 */
export function presetOf(scopes: readonly string[]): Preset {
  if (scopes.includes('*')) return 'full'
  const names = Object.keys(presets) as (keyof typeof presets)[]
  return names.find((name) => isSame(presets[name].scopes, scopes)) ?? 'custom'
}

/** Describes scopes shortly, for lists. */
export function describeScopes(scopes: readonly string[]): string {
  const preset = presetOf(scopes)
  if (preset === 'full')
    return scopes.includes(endpointsWrite) ? t('Full access and webhooks') : presets.full.label
  if (preset !== 'custom') return presets[preset].label
  return t('{count} permissions', { count: scopes.length })
}

/**
 * Returns whether the user must enter the password to save the scopes. This is necessary if a sensitive scope
 * is added.
 */
export const needsPassword = (before: readonly string[], after: readonly string[]): boolean =>
  after.includes(endpointsWrite) && !before.includes(endpointsWrite)
