import type { MouseEvent } from 'react'
import { ApiError, apiUrl, fetchSignedIn, type Query, readApiError } from '#web/api.ts'
import { announce } from '#web/components/announcer.tsx'
import { t } from '#web/i18n/common.ts'
import { createRowCounter } from './csv-row-counter.ts'
import { downloadStore } from './download-store.ts'
import { downloadsPart } from './downloads-part.ts'
import { toast } from './toast.tsx'

/*
 * Downloads of CSV files with progress. They belong to the app and not to a page, so they go on while the user visits other
 * pages. A file is saved only when it is complete.
 */

/** The attributes of a link to a CSV file. A click shows the progress; a click with a modifier key downloads as usual. */
export const downloadLink = (path: string, query: Query, label: string) => ({
  href: apiUrl(path, query),
  download: true,
  onClick: (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    void start(apiUrl(path, query), path.split('/').at(-1) ?? path, label)
  },
})

async function start(url: string, fileName: string, label: string): Promise<void> {
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
      void start(url, fileName, label)
    },
  })
  try {
    const { file, rows } = await readFile(url, abort.signal, (change) =>
      downloadStore.update(id, change),
    )
    downloadStore.remove(id)
    save(file, fileName)
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
): Promise<{ file: Blob; rows: number }> {
  const response = await fetchSignedIn(url, { signal })
  if (!response.ok || response.body === null) throw await readApiError(response)
  const count = response.headers.get('bestow-row-count')
  const total = count === null ? undefined : Number(count)
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const rows = createRowCounter()
  const reader = response.body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    chunks.push(part.value)
    onProgress({ rows: rows.add(part.value), total })
  }
  return { file: new Blob(chunks, { type: 'text/csv' }), rows: rows.add(new Uint8Array()) }
}

const revokeAfterMs = 60_000

function save(file: Blob, fileName: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), revokeAfterMs)
}
