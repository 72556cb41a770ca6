import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Me } from '#web/admin-api.ts'
import { modalsPart } from '#web/components/dialogs/modals.ts'
import { toastsPart } from '#web/components/feedback/toast.tsx'
import { pageRoutes } from '#web/routes.ts'
import { hasPermission, useMe } from '#web/session.ts'
import { preloadAccountMenu } from './account-menu.tsx'
import { preloadShortcutsDialog } from './keyboard-shortcuts.tsx'
import { preloadNotifications } from './notifications.tsx'
import { palettePart } from './open-command-palette.ts'
import { whenIdle } from './when-idle.ts'

type Preload = () => Promise<unknown>

/** The functions that load the other parts of the shell after the first page. */
const parts: readonly Preload[] = [
  toastsPart.preload,
  palettePart.preload,
  preloadAccountMenu,
  preloadNotifications,
  modalsPart.preload,
  preloadShortcutsDialog,
]

/**
 * Loads the other parts of the shell and the other pages one after the other while the browser is idle. In
 * data-saver mode, it loads nothing.
 */
export function usePrefetchedPages(): void {
  const router = useRouter()
  const me = useMe()
  useEffect(() => {
    if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return
    let isStopped = false
    const queue = [...parts, ...listPagePreloads(router, me)]
    const next = () => {
      const preload = isStopped ? undefined : queue.shift()
      void preload?.().then(
        () => whenIdle(next),
        () => {}, // there is no connection
      )
    }
    whenIdle(next)
    return () => {
      isStopped = true
    }
  }, [router, me])
}

function listPagePreloads(router: AnyRouter, me: Me): Preload[] {
  const components = new Map(
    Object.values(router.routesById).map(({ options }) => [
      (options.staticData as { page?: unknown } | undefined)?.page,
      options.component as { preload?: Preload } | undefined,
    ]),
  )
  return pageRoutes
    .filter(({ permission }) => hasPermission(me, permission))
    .flatMap((page) => components.get(page)?.preload ?? [])
}
