import { Suspense } from 'react'
import { lazyPart } from '#web/components/layout/on-demand.tsx'
import { usePermission } from '#web/session.ts'
import { useRead } from '#web/use-read.ts'

const pollIntervalMs = 60_000

const EmailProblem = lazyPart(() => import('./email-problem.tsx').then((m) => m.EmailProblem))

/**
 * A banner for admins on every page while the service cannot send emails. The admin cannot dismiss it,
 * because gifts depend on email.
 */
export function EmailBanner() {
  const isAdmin = usePermission('administration')
  const { data } = useRead('/email-status', undefined, {
    refetchInterval: pollIntervalMs,
    enabled: isAdmin,
  })
  if (!isAdmin || data === undefined) return null
  if (data.is_configured && data.error === null) return null
  return (
    <Suspense fallback={null}>
      <EmailProblem data={data} />
    </Suspense>
  )
}
