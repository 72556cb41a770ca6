import type { ReactNode } from 'react'
import { PermissionState, PlanState } from '#web/components/status-views.tsx'
import type { PageRoute } from '#web/routes.ts'
import { useMe } from '#web/session.ts'

/** Shows a page to the required role, and the reason to others. The server enforces the permission. */
export function RequireRole({ page, children }: { page: PageRoute; children: ReactNode }) {
  const { role, account } = useMe()
  if (page.requiredRole === 'admin' && role !== 'admin')
    return <PermissionState title={page.title} />
  if (page.requiredTier !== undefined && account.tier !== page.requiredTier)
    return <PlanState title={page.title} />
  return children
}
