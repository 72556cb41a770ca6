import type { ReactNode } from 'react'
import { PermissionState, PlanState } from '#web/components/status-views.tsx'
import type { PageRoute } from '#web/routes.ts'
import { useMe } from '#web/session.ts'

/** Shows a screen to whoever may see it, and the reason to whoever may not. The server decides anyway. */
export function RequireRole({ page, children }: { page: PageRoute; children: ReactNode }) {
  const { role, account } = useMe()
  if (page.requiredRole === 'admin' && role !== 'admin')
    return <PermissionState title={page.title} />
  if (page.requiredTier !== undefined && account.tier !== page.requiredTier)
    return <PlanState title={page.title} />
  return children
}
