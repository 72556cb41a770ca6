import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { type ErrorComponentProps, useMatches, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { EmptyState, ErrorState, PageSkeleton } from '#web/components/feedback/status-views.tsx'
import { connection } from '#web/connection.ts'
import { t } from '#web/i18n/common.ts'
import { LoadError } from '#web/lazy-page.tsx'
import type { PageRoute } from '#web/routes.ts'

/** A page that replaces a page whose code did not load or threw an error. The shell stays visible. */
export function PageError({ error }: ErrorComponentProps) {
  const router = useRouter()
  if (error instanceof LoadError) return <LoadFailed />
  const thrown = error instanceof Error ? error : new Error(String(error))
  return <ErrorState error={thrown} retry={() => void router.invalidate()} />
}

/**
 * A message about a page whose code did not load. It reloads the document as soon as the server is reachable.
 * Browsers do not retry a failed import, and a newer version of the app may have replaced the script.
 */
function LoadFailed() {
  const page = useMatches().find(({ status }) => status === 'error')?.staticData as
    | { page?: PageRoute }
    | undefined
  const [isChecking, setChecking] = useState(true)
  const check = useCallback(async (isManual: boolean) => {
    setChecking(true)
    if ((isManual || !wasJustReloaded()) && (await isReachable())) return reload()
    setChecking(false)
  }, [])
  useEffect(() => {
    void check(false)
    const stop = connection.onRestored(() => void check(false))
    return () => void stop()
  }, [check])
  if (isChecking) return <PageSkeleton />
  return (
    <EmptyState
      order={1}
      title={t('{page} could not be loaded', { page: page?.page?.title ?? t('This page') })}
      action={
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => void check(true)}
        >
          {t('Try again')}
        </Button>
      }
    >
      {t('Can’t reach the server. The page reloads automatically when the connection is back.')}
    </EmptyState>
  )
}

const reloadedKey = 'bestow.reloaded'
const minReloadIntervalMs = 30_000

/**
 * Returns whether the page was reloaded a moment ago. This prevents an endless reload if a script is
 * permanently broken.
 */
const wasJustReloaded = () =>
  Date.now() - Number(sessionStorage.getItem(reloadedKey)) < minReloadIntervalMs

const isReachable = () =>
  fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

function reload(): void {
  sessionStorage.setItem(reloadedKey, String(Date.now()))
  window.location.reload()
}
