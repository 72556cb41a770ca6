import type { ReactNode } from 'react'
import { PermissionState, PlanState } from '#web/components/feedback/status-views.tsx'
import { Redirect } from '#web/components/layout/redirect.tsx'
import type { PageRoute } from '#web/routes.ts'
import { hasRole, type Role, useMe } from '#web/session.ts'

/** Where roles start that do not see the overview. */
const startPages: Readonly<Partial<Record<Role, string>>> = {
  packer: '/packing',
  developer: '/developers/webhooks',
}

/** Shows a page to the required role, and the reason to others. The server enforces the permission. */
export function RequireRole({ page, children }: { page: PageRoute; children: ReactNode }) {
  const me = useMe()
  const { role, account } = me
  const ownStart = page.path === '/' ? startPages[role] : undefined
  if (ownStart !== undefined) return <Redirect to={ownStart} />
  if (!hasRole(me, page.requiredRole))
    return <PermissionState title={page.title} requiredRole={page.requiredRole} />
  if (page.requiredTier !== undefined && account.tier !== page.requiredTier)
    return <PlanState title={page.title} />
  return children
}
