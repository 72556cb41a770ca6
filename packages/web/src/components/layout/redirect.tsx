import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { PageSkeleton } from '#web/components/feedback/status-views.tsx'

/**
 * Returns whether a path belongs to a page of the service, outside the web app. The consent page of OAuth is
 * one of these pages.
 */
const isServerPage = (href: string) => href.startsWith('/auth/')

/**
 * Navigates only once, even if the old page renders again. With `withReturnPath`, the new URL contains the
 * original destination.
 */
export function Redirect({ to, withReturnPath = false }: { to: string; withReturnPath?: boolean }) {
  const router = useRouter()
  const [href] = useState(() =>
    withReturnPath ? `${to}?next=${encodeURIComponent(router.latestLocation.href)}` : to,
  )
  useEffect(() => {
    if (isServerPage(href)) window.location.replace(href)
    else void router.navigate({ href, replace: true })
  }, [router, href])
  return <PageSkeleton />
}
