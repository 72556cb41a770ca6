import type { ReactNode } from 'react'
import { Redirect } from '#web/components/redirect.tsx'
import { PermissionState, PlanState } from '#web/components/status-views.tsx'
import type { PageRoute } from '#web/routes.ts'
import { hasRole, useMe } from '#web/session.ts'

/** Shows a page to the required role, and the reason to others. The server enforces the permission. */
export function RequireRole({ page, children }: { page: PageRoute; children: ReactNode }) {
  const { role, account } = useMe()
  if (role === 'packer' && page.path === '/') return <Redirect to="/packing" />
  if (!hasRole(role, page.requiredRole))
    return <PermissionState title={page.title} requiredRole={page.requiredRole} />
  if (page.requiredTier !== undefined && account.tier !== page.requiredTier)
    return <PlanState title={page.title} />
  return children
}
