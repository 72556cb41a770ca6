import type { ReactNode } from 'react'
import { PermissionState, PlanState } from '#web/components/feedback/status-views.tsx'
import { Redirect } from '#web/components/layout/redirect.tsx'
import type { PageRoute } from '#web/routes.ts'
import { hasRole, type Role, useMe } from '#web/session.ts'

/** The first page of the roles that cannot open the overview. */
const startPages: Readonly<Partial<Record<Role, string>>> = {
  packer: '/packing',
  developer: '/developers/webhooks',
}

/**
 * A page for users with the required role. Other users see the reason instead. The server still checks each
 * request.
 */
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
