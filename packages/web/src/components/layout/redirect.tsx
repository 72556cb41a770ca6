import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { PageSkeleton } from '#web/components/feedback/status-views.tsx'

/** The consent page of OAuth is a page of the service, outside the web app. */
const isServerPage = (href: string) => href.startsWith('/auth/')

/**
 * Navigates once, even if the page that is being left renders again. With `remember`, the new URL contains the
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
