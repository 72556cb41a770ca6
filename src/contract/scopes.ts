/** What a token may do, and the description that admins read when they choose the scopes of a token. */
export const scopes = {
  'gift_requests:read': 'Read gift requests, their parcels, emails and history.',
  'gift_requests:write': 'Create, change and cancel gift requests.',
  'campaigns:read': 'Read campaigns.',
  'campaigns:write': 'Create, change and archive campaigns.',
  'catalogue:read': 'Read products, variants, stock and warehouses.',
  'catalogue:write': 'Create and change products, variants, stock and warehouses.',
  'one_links:read': 'Read one-links and their claims.',
  'one_links:write': 'Create, change and close one-links, and decide on claims.',
  'recipients:read': 'Read recipients.',
  'recipients:write': 'Correct, export and erase recipients.',
  'reports:read': 'Read reports and exports.',
  'events:read': 'Read events and what needs attention.',
  'endpoints:read': 'Read webhook endpoints, deliveries and attempts.',
  'endpoints:write': 'Create and change webhook endpoints, and send deliveries again.',
} as const
export type Scope = keyof typeof scopes

export const scopeNames = Object.keys(scopes) as Scope[]

/** Full access: every scope except the sensitive ones, also scopes of later releases. */
export const fullAccess = '*'
export type GrantedScope = Scope | typeof fullAccess

/** Scopes that a token has only if an admin grants them by name. Full access does not include them. */
export const sensitiveScopes: readonly Scope[] = ['endpoints:write']

/** Returns whether a token with the granted scopes may use a scope. */
export const hasScope = (granted: readonly string[], scope: Scope): boolean =>
  granted.includes(scope) || (granted.includes(fullAccess) && !sensitiveScopes.includes(scope))

/** Returns the named scopes that the granted ones include, in the order of the table. */
export const expandScopes = (granted: readonly string[]): Scope[] =>
  scopeNames.filter((scope) => hasScope(granted, scope))

/** Removes duplicates, and scopes that full access includes. The order is that of the table. */
export function normalizeScopes(granted: readonly string[]): GrantedScope[] {
  if (!granted.includes(fullAccess)) return expandScopes(granted)
  return [fullAccess, ...sensitiveScopes.filter((scope) => granted.includes(scope))]
}

/** Returns the scopes that both lists include. */
export const intersectScopes = (a: readonly string[], b: readonly string[]): GrantedScope[] =>
  normalizeScopes([
    ...(a.includes(fullAccess) && b.includes(fullAccess) ? [fullAccess] : []),
    ...expandScopes(a).filter((scope) => hasScope(b, scope)),
  ])

export const isGrantedScope = (text: string): text is GrantedScope =>
  text === fullAccess || Object.hasOwn(scopes, text)
