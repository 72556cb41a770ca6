import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { pageRoutes } from '#web/routes.ts'
import { hasRole, useMe } from '#web/session.ts'

/** Loads the code of the other pages one by one while the browser is idle, except in data-saver mode. */
export function usePrefetchedPages(): void {
  const router = useRouter()
  const { role } = useMe()
  useEffect(() => {
    if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return
    let isStopped = false
    const pages = pageRoutes.filter(({ requiredRole }) => hasRole(role, requiredRole))
    const next = () => {
      const page = pages.shift()
      if (page === undefined || isStopped) return
      const route = Object.values(router.routesById).find(
        ({ options }) => (options.staticData as { page?: unknown })?.page === page,
      )
      const { preload } = (route?.options.component ?? {}) as { preload?: () => Promise<void> }
      void preload?.().then(
        () => whenIdle(next),
        () => {},
      )
    }
    whenIdle(next)
    return () => {
      isStopped = true
    }
  }, [router, role])
}

/** Safari has no `requestIdleCallback`. */
const whenIdle = (run: () => void): unknown =>
  'requestIdleCallback' in window
    ? window.requestIdleCallback(run, { timeout: 10_000 })
    : setTimeout(run, 2_000)
