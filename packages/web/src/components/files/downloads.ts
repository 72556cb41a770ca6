import type { MouseEvent } from 'react'
import { ApiError, apiUrl, fetchSignedIn, type Query, readApiError } from '#web/api.ts'
import { announce } from '#web/components/feedback/announcer.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { t } from '#web/i18n/common.ts'
import { createRowCounter } from './csv-row-counter.ts'
import { downloadStore } from './download-store.ts'
import { downloadsPart } from './downloads-part.ts'
import { saveFile } from './save-file.ts'

/*
 * Downloads of CSV files with progress. A download belongs to the app and not to a page, so it continues
 * while the user visits other pages. The browser saves a file only when the file is complete.
 */

/**
 * Returns the attributes of a link to a CSV file. A click downloads the file and shows the progress. A click
 * with a modifier key downloads the file without progress.
 */
export const downloadLink = (path: string, query: Query, label: string) => ({
  href: apiUrl(path, query),
  download: true,
  onClick: (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    void start(apiUrl(path, query), label)
  },
})

async function start(url: string, label: string): Promise<void> {
  const id = crypto.randomUUID()
  const abort = new AbortController()
  downloadsPart.request()
  downloadStore.add({
    ...{ id, label, rows: 0, total: undefined, error: undefined },
    cancel: () => {
      abort.abort()
      downloadStore.remove(id)
    },
    retry: () => {
      downloadStore.remove(id)
      void start(url, label)
    },
  })
  try {
    const { file, name, rows } = await readFile(url, abort.signal, (change) =>
      downloadStore.update(id, change),
    )
    downloadStore.remove(id)
    saveFile(file, name)
    const message = t('{label}: {count} rows saved.', { count: rows, label })
    toast(message)
    announce(message)
  } catch (error) {
    if (abort.signal.aborted) return
    downloadStore.update(id, {
      error: error instanceof ApiError ? error : new Error(t('The download stopped.')),
    })
  }
}

async function readFile(
  url: string,
  signal: AbortSignal,
  onProgress: (change: { rows: number; total: number | undefined }) => void,
): Promise<{ file: Blob; name: string; rows: number }> {
  const response = await fetchSignedIn(url, { signal })
  if (!response.ok || response.body === null) throw await readApiError(response)
  const [, name = ''] =
    /filename="(.+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  const count = response.headers.get('bestow-row-count')
  const total = count === null ? undefined : Number(count)
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const rows = createRowCounter()
  const reader = response.body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    chunks.push(part.value)
    onProgress({ rows: rows.add(part.value), total })
  }
  const file = new Blob(chunks, { type: 'text/csv' })
  return { file, name, rows: rows.add(new Uint8Array()) }
}
