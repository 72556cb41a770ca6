import { useState } from 'react'
import type { CatalogueImportReport } from '#web/admin-api.ts'
import { ApiError, api } from '#web/api.ts'
import {
  openTableFile,
  type TableFile,
  type TableKind,
  toBase64,
  toImportFormat,
} from '#web/components/files/table-file.ts'
import { t } from '#web/i18n/catalogue.ts'
import { reloadAfterSeries } from '#web/query-client.ts'
import { catalogueColumns, type TableFormat } from '#web/tables.ts'

export interface ImportState {
  fileName: string | undefined
  content: string
  /** The opened file with its columns. A file from a shop needs it. */
  file: TableFile<CatalogueField> | undefined
  report: CatalogueImportReport | undefined
  busy: 'check' | 'import' | undefined
  error: Error | undefined
  isDone: boolean
  /** The progress of loading pictures from other servers. */
  progress: { done: number; total: number } | undefined
  pictureErrors: { url: string; message: string }[]
}

const initialState: ImportState = {
  fileName: undefined,
  content: '',
  file: undefined,
  report: undefined,
  busy: undefined,
  error: undefined,
  isDone: false,
  progress: undefined,
  pictureErrors: [],
}

const maxBytes = 5_000_000

export type CatalogueField = keyof typeof catalogueColumns

export const catalogueTable: TableKind<CatalogueField> = {
  names: catalogueColumns,
  limits: { maxBytes, maxRows: 10_000, maxColumns: 100 },
}

interface ImportBody {
  content: string
  format?: TableFormat & { columns?: Record<string, number> }
}

/**
 * Returns whether a shop exported the file. A file in the format of the catalogue has the column `sku` and no
 * column titles of a shop.
 */
const isOfShop = ({ table, columns }: TableFile<CatalogueField>): boolean => {
  const nameOf = (field: CatalogueField) =>
    table.columns
      .find(({ index }) => index === columns[field])
      ?.name.trim()
      .toLowerCase()
  return Object.keys(catalogueColumns).some((field) => {
    const name = nameOf(field as CatalogueField)
    return name !== undefined && name.replaceAll(' ', '_') !== field
  })
}

const toBody = (content: string, file: TableFile<CatalogueField>): ImportBody => {
  const { columns, ...format } = toImportFormat(file)
  return { content, format: isOfShop(file) ? { ...format, columns } : format }
}

/** Provides the import: it checks a file, loads its pictures, and imports it. */
export function useImport() {
  const [state, setState] = useState<ImportState>(initialState)
  const update = (change: Partial<ImportState>) =>
    setState((current) => ({ ...current, ...change }))
  const fetchReport = (body: ImportBody) => api.post('/catalogue/import/check', body)

  const check = async (file: File) => {
    setState({ ...initialState, fileName: file.name, busy: 'check' })
    try {
      if (file.size > maxBytes) throw tooLargeError()
      const opened = await openTableFile(file, catalogueTable)
      const content = toBase64(opened.bytes)
      update({ content, ...(isOfShop(opened) && { file: opened }) })
      await checkOpened(content, opened)
    } catch (failure) {
      update({ error: failure as Error })
    } finally {
      update({ busy: undefined })
    }
  }

  /**
   * Checks a file after it was opened. A file in the format of the catalogue has all columns. A file from a
   * shop has only the columns that the user has chosen, so it waits for the column of the SKU.
   */
  const checkOpened = async (content: string, opened: TableFile<CatalogueField>) => {
    if (opened.columns.sku === undefined && isOfShop(opened)) return
    update({ report: await fetchReport(toBody(content, opened)) })
  }

  /** Checks the file again after the user changes the columns or the format. */
  const change = async (read: () => TableFile<CatalogueField>) => {
    const { content } = state
    update({ report: undefined, error: undefined, busy: 'check' })
    try {
      const opened = read()
      update({ file: opened })
      await checkOpened(content, opened)
    } catch (failure) {
      update({ error: failure as Error })
    } finally {
      update({ busy: undefined })
    }
  }

  /** Loads the missing pictures one after the other. Returns the pictures that cannot be loaded. */
  const loadPictures = async (urls: readonly string[]) => {
    const failed: ImportState['pictureErrors'] = []
    for (const [done, url] of urls.entries()) {
      update({ progress: { done, total: urls.length } })
      try {
        await loadPicture(url)
      } catch (failure) {
        if (!(failure instanceof ApiError) || failure.status !== 422) throw failure
        failed.push({ url, message: failure.errors[0]?.message ?? '' })
      }
    }
    return failed
  }

  const importFile = async ({ content, report, file }: ImportState) => {
    const source = file === undefined ? { content } : toBody(content, file)
    let current = report
    // A report lists only the first missing pictures, so a long list takes several rounds.
    while (current !== undefined && current.missing_pictures.length > 0) {
      const pictureErrors = await loadPictures(current.missing_pictures)
      update({ progress: undefined, pictureErrors })
      if (pictureErrors.length > 0) return
      current = await fetchReport(source)
      update({ report: current })
    }
    const body = { ...source, ...(current !== undefined && { digest: current.digest }) }
    update({ report: await api.post('/catalogue/import', body), isDone: true })
  }

  const apply = async () => {
    update({ busy: 'import', error: undefined, pictureErrors: [] })
    try {
      await reloadAfterSeries(() => importFile(state))
    } catch (failure) {
      update({ error: failure as Error })
    } finally {
      update({ busy: undefined, progress: undefined })
    }
  }

  return {
    state,
    check: (file: File) => void check(file),
    change: (read: () => TableFile<CatalogueField>) => void change(read),
    apply: () => void apply(),
  }
}

/** Loads a picture. If a long list reaches the limit of requests, the function waits and tries again. */
async function loadPicture(url: string): Promise<void> {
  try {
    await api.post('/pictures', { url })
  } catch (failure) {
    if (!(failure instanceof ApiError) || failure.retryAfterSeconds === undefined) throw failure
    await wait(failure.retryAfterSeconds * 1_000)
    await loadPicture(url)
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const tooLargeError = () => {
  const message = t('The file is larger than 5 MB. Split it into several files.')
  return new ApiError(422, [{ type: 'validation_error', code: 'too_long', message }])
}
