import type { ReactNode } from 'react'
import type { Me } from '#web/admin-api.ts'
import { lazyPart } from '#web/components/layout/on-demand.tsx'
import { Redirect } from '#web/components/layout/redirect.tsx'
import { type PageRoute, pageRoutes } from '#web/routes.ts'
import { hasPermission, useMe } from '#web/session.ts'

const PermissionState = lazyPart(() => loadRefusedStates().then((m) => m.PermissionState))
const RestrictedState = lazyPart(() =>
  import('#web/pages/settings/restricted-state.tsx').then((m) => m.RestrictedState),
)
const PlanState = lazyPart(() => loadRefusedStates().then((m) => m.PlanState))
const loadRefusedStates = () => import('#web/components/feedback/refused-states.tsx')

/** The first pages of users who cannot open the overview: the first that they can open. */
const startPages = [
  '/packing',
  '/developers/webhooks',
  '/spend',
  '/catalogue',
  '/campaigns',
  '/contacts',
] as const

const findStartPage = (me: Me): string =>
  startPages.find((path) => {
    const page = pageRoutes.find((each) => each.path === path)
    return page !== undefined && hasPermission(me, page.permission)
  }) ?? '/settings/profile'

/**
 * A page for users with the required permission. Other users see the reason instead. The server still checks each
 * request.
 */
export function RequirePermission({ page, children }: { page: PageRoute; children: ReactNode }) {
  const me = useMe()
  if (me.restriction !== null && page.permission !== 'any')
    return <RestrictedState restriction={me.restriction} />
  if (!hasPermission(me, page.permission))
    return page.path === '/' ? (
      <Redirect to={findStartPage(me)} />
    ) : (
      <PermissionState title={page.title} permission={page.permission} />
    )
  if (page.requiredTier !== undefined && me.account.tier !== page.requiredTier)
    return <PlanState title={page.title} />
  return children
}
