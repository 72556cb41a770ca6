import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { PageSkeleton } from './states.tsx'

/**
 * Sends the person on, once: a page that is being left may be drawn again on the way. With `remember`,
 * the new address says where they wanted to go.
 */
export function Go({ to, remember = false }: { to: string; remember?: boolean }) {
  const router = useRouter()
  const [href] = useState(() =>
    remember ? `${to}?next=${encodeURIComponent(router.latestLocation.href)}` : to,
  )
  useEffect(() => {
    void router.navigate({ href, replace: true })
  }, [router, href])
  return <PageSkeleton />
}
