import './downloads-panel.css'
import { Button, CloseButton, Group, Progress, Text } from '@mantine/core'
import { useEffect, useSyncExternalStore } from 'react'
import { ApiError } from '#web/api.ts'
import { t } from '#web/i18n/common.ts'
import { type Download, downloadStore } from './download-store.ts'

/** A panel on every page with the files that are being downloaded. */
export function DownloadsPanel() {
  const downloads = useSyncExternalStore(downloadStore.subscribe, downloadStore.getSnapshot)
  const isRunning = downloads.some(({ error }) => error === undefined)
  useEffect(() => {
    if (!isRunning) return
    // A reload or a closed tab would end the downloads, so the browser asks the user first.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isRunning])
  if (downloads.length === 0) return null
  return (
    <section className="downloads" aria-label={t('Downloads')}>
      {downloads.map((download) => (
        <DownloadCard key={download.id} {...download} />
      ))}
    </section>
  )
}

function DownloadCard({ label, rows, total, error, cancel, retry }: Download) {
  const percent = total === undefined || total === 0 ? 100 : Math.min(100, (100 * rows) / total)
  return (
    <div className="panel" style={{ padding: '0.75rem 0.875rem' }}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="sm" fw={600} truncate>
          {label}
        </Text>
        {error === undefined ? (
          <Button size="compact-sm" variant="subtle" onClick={cancel}>
            {t('Cancel')}
          </Button>
        ) : (
          <CloseButton size="sm" aria-label={t('Close')} onClick={cancel} />
        )}
      </Group>
      {error === undefined ? (
        <>
          <Progress
            mt={6}
            value={percent}
            animated={total === undefined}
            aria-label={t('Progress')}
          />
          <Text size="xs" c="dimmed" mt={4}>
            {total === undefined
              ? t('{count} rows', { count: rows })
              : t('{done} of {total} rows', { done: Math.min(rows, total), total })}
          </Text>
        </>
      ) : (
        <div role="alert">
          <Text size="sm" mt={4}>
            {error.message} {t('No file was saved.')}
          </Text>
          {error instanceof ApiError && error.requestId !== undefined && (
            <Text size="xs" c="dimmed">
              {t('Request ID {id}', { id: error.requestId })}
            </Text>
          )}
          <Button size="compact-sm" variant="light" mt={6} onClick={retry}>
            {t('Try again')}
          </Button>
        </div>
      )}
    </div>
  )
}
