import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { PageSkeleton } from './status-views.tsx'

/**
 * Sends the person on, once: a page that is being left may be drawn again on the way. With `remember`,
 * the new address says where they wanted to go.
 */
export function Redirect({ to, withReturnPath = false }: { to: string; withReturnPath?: boolean }) {
  const router = useRouter()
  const [href] = useState(() =>
    withReturnPath ? `${to}?next=${encodeURIComponent(router.latestLocation.href)}` : to,
  )
  useEffect(() => {
    void router.navigate({ href, replace: true })
  }, [router, href])
  return <PageSkeleton />
}
