import { isAllowed } from '#accounts'
import { builtInRoleNames, builtInRoles } from '#contract/permissions'
import { type WebRoute, webRoutes } from '#http/admin'

/**
 * Renders which operations of each area of the admin API a role may call: all, only those that read, some, or
 * none. An area is the first segment of the path.
 */
export function renderPermissionTable(): string {
  const areas = Map.groupBy(
    webRoutes.filter(({ requirement }) => requirement.permission !== 'none'),
    ({ path }) => path.split('/')[1]?.replace(/\.csv$/, '') ?? '',
  )
  const rows = [...areas.keys()].sort().map((area) => {
    const cells = builtInRoleNames.map((role) => describeAccess(role, areas.get(area) ?? []))
    return `| \`/${area}\` | ${cells.join(' | ')} |`
  })
  return [
    `| operations | ${builtInRoleNames.join(' | ')} |`,
    `|---${'|---'.repeat(builtInRoleNames.length)}|`,
    ...rows,
  ].join('\n')
}

function describeAccess(
  role: (typeof builtInRoleNames)[number],
  routes: readonly WebRoute[],
): string {
  const user = { permissions: builtInRoles[role], is_operator: false }
  const allowed = routes.filter(({ requirement }) => isAllowed(user, requirement))
  if (allowed.length === 0) return '–'
  if (allowed.length === routes.length) return 'all'
  const reads = routes.filter(({ method }) => method === 'GET')
  const isReadOnly = allowed.every(({ method }) => method === 'GET')
  return isReadOnly && allowed.length === reads.length
    ? 'read'
    : `${allowed.length} of ${routes.length}${isReadOnly ? ', read' : ''}`
}
