import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { type ErrorComponentProps, useMatches, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { EmptyState, ErrorState } from '#web/blocks/states.tsx'
import { connection } from '#web/connection.ts'
import { LoadError } from '#web/lazy-screen.tsx'
import type { Screen } from '#web/registry.ts'

const reloadedKey = 'bestow.reloaded'
const minReloadIntervalMs = 60_000

/** Stands in for a screen whose code did not load or threw, inside the frame. Retries when the connection returns. */
export function ScreenError({ error }: ErrorComponentProps) {
  const router = useRouter()
  const screen = useMatches().find(({ status }) => status === 'error')?.staticData as
    | { screen?: Screen }
    | undefined
  const [isBusy, setBusy] = useState(false)
  const retry = async () => {
    setBusy(true)
    await router.invalidate()
    setBusy(false)
    if (router.state.matches.some((match) => match.error instanceof LoadError))
      await reloadIfReplaced()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: retry always does the same
  useEffect(() => {
    if (!(error instanceof LoadError)) return
    const run = () => void retry()
    window.addEventListener('online', run)
    const stop = connection.onRestored(run)
    return () => {
      window.removeEventListener('online', run)
      stop()
    }
  }, [error])
  if (!(error instanceof LoadError))
    return <ErrorState error={toError(error)} retry={() => void router.invalidate()} />
  return (
    <EmptyState
      order={1}
      title={`${screen?.screen?.title ?? 'This page'} could not be loaded`}
      action={
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={isBusy}
          onClick={() => void retry()}
        >
          Try again
        </Button>
      }
    >
      Can’t reach the server. The page loads by itself when the connection is back.
    </EmptyState>
  )
}

const toError = (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown)))

/** The service responds but the script is gone: a newer version runs there, and its page names newer scripts. */
async function reloadIfReplaced(): Promise<void> {
  const last = Number(sessionStorage.getItem(reloadedKey))
  if (Date.now() - last < minReloadIntervalMs) return
  const isThere = await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (!isThere) return
  sessionStorage.setItem(reloadedKey, String(Date.now()))
  window.location.reload()
}
