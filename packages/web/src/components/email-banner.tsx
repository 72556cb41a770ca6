import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ComponentType, lazy, Suspense } from 'react'
import { api } from '#web/api.ts'
import { useIsAdmin } from '#web/session.ts'
import type { EmailProblem as View } from './email-problem.tsx'

const pollIntervalMs = 60_000

const EmailProblem = lazy<ComponentType<ComponentProps<typeof View>>>(() =>
  import('./email-problem.tsx').then(
    ({ EmailProblem }) => ({ default: EmailProblem }),
    () => ({ default: () => null }), // no connection: the page stays usable
  ),
)

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
