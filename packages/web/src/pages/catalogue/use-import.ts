import { useState } from 'react'
import type { CatalogueImportReport } from '#web/admin-api.ts'
import { ApiError, api } from '#web/api.ts'
import { t } from '#web/i18n/catalogue.ts'
import { queryClient } from '#web/query-client.ts'

export interface ImportState {
  fileName: string | undefined
  content: string
  report: CatalogueImportReport | undefined
  busy: 'check' | 'import' | undefined
  error: Error | undefined
  isDone: boolean
  /** How many pictures of other servers are loaded. */
  progress: { done: number; total: number } | undefined
  pictureErrors: { url: string; message: string }[]
}

const initialState: ImportState = {
  fileName: undefined,
  content: '',
  report: undefined,
  busy: undefined,
  error: undefined,
  isDone: false,
  progress: undefined,
  pictureErrors: [],
}

const maxBytes = 5_000_000

/** Checks a file, loads its pictures, and imports it. */
export function useImport() {
  const [state, setState] = useState<ImportState>(initialState)
  const update = (change: Partial<ImportState>) =>
    setState((current) => ({ ...current, ...change }))
  const fetchReport = (content: string) => api.post('/catalogue/import/check', { content })

  const check = async (file: File) => {
    setState({ ...initialState, fileName: file.name, busy: 'check' })
    try {
      if (file.size > maxBytes) throw tooLargeError()
      const content = toBase64(new Uint8Array(await file.arrayBuffer()))
      update({ content, report: await fetchReport(content) })
    } catch (failure) {
      update({ error: failure as Error })
    } finally {
      update({ busy: undefined })
    }
  }

  /** Loads the missing pictures one after the other. Returns those that cannot be loaded. */
  const loadPictures = async (urls: readonly string[]) => {
    const failed: ImportState['pictureErrors'] = []
    for (const [done, url] of urls.entries()) {
      update({ progress: { done, total: urls.length } })
      try {
        await api.post('/catalogue/images/load', { url })
      } catch (failure) {
        if (!(failure instanceof ApiError) || failure.status !== 422) throw failure
        failed.push({ url, message: failure.errors[0]?.message ?? '' })
      }
    }
    return failed
  }

  const importFile = async ({ content, report }: ImportState) => {
    let current = report
    // A report lists the first missing pictures only, so a long list takes several rounds.
    while (current !== undefined && current.missing_pictures.length > 0) {
      const pictureErrors = await loadPictures(current.missing_pictures)
      update({ progress: undefined, pictureErrors })
      if (pictureErrors.length > 0) return
      current = await fetchReport(content)
      update({ report: current })
    }
    const body = { content, ...(current !== undefined && { digest: current.digest }) }
    update({ report: await api.post('/catalogue/import', body), isDone: true })
    await queryClient.invalidateQueries()
  }

  const apply = async () => {
    update({ busy: 'import', error: undefined, pictureErrors: [] })
    try {
      await importFile(state)
    } catch (failure) {
      update({ error: failure as Error })
    } finally {
      update({ busy: undefined, progress: undefined })
    }
  }

  return { state, check: (file: File) => void check(file), apply: () => void apply() }
}

const tooLargeError = () => {
  const message = t('The file is larger than 5 MB. Split it into several files.')
  return new ApiError(422, [{ type: 'validation_error', code: 'too_long', message }])
}

function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let first = 0; first < bytes.length; first += 0x8000)
    text += String.fromCharCode(...bytes.subarray(first, first + 0x8000))
  return btoa(text)
}
