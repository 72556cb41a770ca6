import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { api } from '#web/api.ts'
import { useIsAdmin } from '#web/session.ts'
import { lazyPart } from './on-demand.tsx'

const pollIntervalMs = 60_000

const EmailProblem = lazyPart(() => import('./email-problem.tsx').then((m) => m.EmailProblem))

/**
 * Shown to admins on every page while email cannot be sent. It cannot be dismissed, because gifts depend on
 * email.
 */
export function EmailBanner() {
  const isAdmin = useIsAdmin()
  const { data } = useQuery({
    queryKey: ['email-status'],
    queryFn: () => api.get('/email-status'),
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
