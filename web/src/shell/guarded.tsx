import type { ReactNode } from 'react'
import { PermissionState, PlanState } from '#web/blocks/states.tsx'
import type { Screen } from '#web/registry.ts'
import { useMe } from '#web/session.ts'

/** Shows a screen to whoever may see it, and the reason to whoever may not. The server decides anyway. */
export function Guarded({ screen, children }: { screen: Screen; children: ReactNode }) {
  const { role, account } = useMe()
  if (screen.needs === 'admin' && role !== 'admin') return <PermissionState title={screen.title} />
  if (screen.tier !== undefined && account.tier !== screen.tier)
    return <PlanState title={screen.title} />
  return children
}
