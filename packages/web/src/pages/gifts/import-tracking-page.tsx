import { Button, Group, Progress, Radio, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { TrackingImportRow } from '#web/admin-api.ts'
import { announce } from '#web/components/feedback/announcer.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { FileDrop } from '#web/components/files/file-drop.tsx'
import { describeImportError } from '#web/components/files/table-error-text.ts'
import { openTableFile, parseTableFile, type TableFile } from '#web/components/files/table-file.ts'
import { TableSettings } from '#web/components/files/table-settings.tsx'
import { Page, Panel } from '#web/components/layout/page.tsx'
import { t } from '#web/i18n/gifts.ts'
import { reloadAfterSeries } from '#web/query-client.ts'
import type { TableFormat } from '#web/tables.ts'
import { ImportTable } from './import-table.tsx'
import {
  type ColumnName,
  canCheck,
  checkFile,
  type DefaultState,
  downloadResults,
  downloadTemplate,
  importRows,
  trackingFields,
  trackingTable,
} from './tracking-import.ts'

/**
 * The page that imports the tracking numbers of parcels that are shipped by hand. It checks the whole file
 * before the import.
 */
export function ImportTrackingPage() {
  const run = useTrackingImport()
  return (
    <Page
      title={t('Import tracking numbers')}
      about={t(
        'Upload the file that your carrier or warehouse gave you. Nothing changes until you have reviewed the result.',
      )}
      action={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={downloadTemplate}
        >
          {t('Download a template')}
        </Button>
      }
    >
      <FilePanel run={run} />
      {run.error !== undefined && (
        <Notice tone="bad" title={t('This file cannot be imported')}>
          {run.error}
        </Notice>
      )}
      {run.rows !== undefined && <ResultPanel run={run} rows={run.rows} />}
    </Page>
  )
}

type TrackingImport = ReturnType<typeof useTrackingImport>

function FilePanel({ run }: { run: TrackingImport }) {
  const { file, isBusy, defaultState, choose, setDefaultState, setFormat, setColumns } = run
  return (
    <Panel
      title={t('File')}
      about={t(
        'CSV or Excel (.xlsx) with up to 5,000 rows and 1 MB, with columns for parcel and tracking number, and optionally carrier, state and date.',
      )}
    >
      <Stack>
        <FileDrop onFile={choose} isDisabled={isBusy}>
          {file?.name ?? t('or drop it here')}
        </FileDrop>
        {file !== undefined && (
          <TableSettings
            file={file}
            fields={trackingFields}
            required={['parcel', 'tracking_number']}
            onFormat={setFormat}
            onColumns={setColumns}
          />
        )}
        <Radio.Group
          label={t('Rows without a state')}
          value={defaultState ?? 'none'}
          onChange={(value) => setDefaultState(value === 'none' ? null : 'in_transit')}
        >
          <Stack gap="xs" mt="xs">
            <Radio
              value="in_transit"
              label={t('Mark the parcel as in transit')}
              description={t(
                'The gift is dispatched, and the recipient gets an email with the tracking link.',
              )}
              disabled={isBusy}
            />
            <Radio
              value="none"
              label={t('Save the tracking number only')}
              description={t('The parcel stays where it is.')}
              disabled={isBusy}
            />
          </Stack>
        </Radio.Group>
      </Stack>
    </Panel>
  )
}

function ResultPanel({ run, rows }: { run: TrackingImport; rows: readonly TrackingImportRow[] }) {
  const count = (status: TrackingImportRow['status']) =>
    rows.filter((row) => row.status === status).length
  const { isBusy, isDone, progress, start, stop } = run
  const ready = count('changed')
  const others = { unchanged: count('unchanged'), rejected: count('rejected') }
  return (
    <Panel
      title={isDone ? t('Result') : t('Check')}
      about={
        isDone
          ? t('{count} rows imported, {unchanged} up to date already, {rejected} not imported.', {
              count: ready,
              ...others,
            })
          : t('{count} rows ready to import, {unchanged} up to date already, {rejected} to fix.', {
              count: ready,
              ...others,
            })
      }
      action={
        <Group gap="xs">
          {(isDone || others.rejected > 0) && (
            <Button variant="default" onClick={() => downloadResults(rows)}>
              {t('Download result')}
            </Button>
          )}
          {!isDone && progress === undefined && ready > 0 && (
            <Button onClick={start} disabled={isBusy}>
              {t('Import {count} rows', { count: ready })}
            </Button>
          )}
          {progress !== undefined && (
            <Button variant="default" onClick={stop}>
              {t('Stop')}
            </Button>
          )}
        </Group>
      }
    >
      <Stack>
        {progress !== undefined && (
          <Progress value={progress} aria-label={t('Imported rows')} transitionDuration={0} />
        )}
        {!isDone && ready > 0 && (
          <Text size="sm" c="dimmed">
            {t(
              'Progress of parcels cannot be undone. Rows with errors are left out; you can fix the file and upload it again, and nothing happens twice.',
            )}
          </Text>
        )}
        <ImportTable rows={rows} isDone={isDone} />
      </Stack>
    </Panel>
  )
}

/** Returns the state of the import: the file, the result of its check, and the progress. */
function useTrackingImport() {
  const [file, setFile] = useState<TableFile<ColumnName>>()
  const [defaultState, setDefaultStateValue] = useState<DefaultState>('in_transit')
  const [rows, setRows] = useState<readonly TrackingImportRow[]>()
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [isDone, setDone] = useState(false)
  const [progress, setProgress] = useState<number>()
  const abortController = useRef<AbortController>(undefined)
  useEffect(() => () => abortController.current?.abort(), [])

  /** Reads and checks a file. Before that, it clears the results of the previous file. */
  const check = async (
    open: () => TableFile<ColumnName> | Promise<TableFile<ColumnName>>,
    state: DefaultState,
  ) => {
    setBusy(true)
    setError(undefined)
    setRows(undefined)
    setDone(false)
    try {
      const next = await open()
      setFile(next)
      if (!canCheck(next)) return
      const checked = await checkFile(next, state)
      setRows(checked)
      announce(t('{count} rows checked.', { count: checked.length }))
    } catch (failure) {
      setError(describeImportError(failure as Error, 'csv'))
    } finally {
      setBusy(false)
    }
  }
  const start = async () => {
    if (rows === undefined || isBusy) return
    const controller = new AbortController()
    abortController.current = controller
    setBusy(true)
    setProgress(0)
    const ready = rows.filter(({ status }) => status === 'changed')
    let done = 0
    try {
      await importRows({
        rows: ready,
        default_state: defaultState,
        signal: controller.signal,
        onProgress: (results) => {
          done += results.size
          setProgress((done / ready.length) * 100)
          setRows((current) => current?.map((row) => results.get(row.line) ?? row))
        },
      })
      if (done === ready.length) {
        setDone(true)
        announce(t('{count} rows imported.', { count: done }))
      }
    } catch (failure) {
      setError(describeImportError(failure as Error, 'csv'))
    } finally {
      setBusy(false)
      setProgress(undefined)
    }
  }
  return {
    file,
    defaultState,
    rows,
    error,
    isBusy,
    isDone,
    progress,
    choose: (next: File) => {
      setFile(undefined)
      void check(() => openTableFile(next, trackingTable), defaultState)
    },
    setFormat: (format: TableFormat) => {
      if (file === undefined) return
      const { name, bytes } = file
      void check(() => parseTableFile(name, bytes, trackingTable, format), defaultState)
    },
    setColumns: (columns: TableFile<ColumnName>['columns']) => {
      if (file !== undefined) void check(() => ({ ...file, columns }), defaultState)
    },
    setDefaultState: (state: DefaultState) => {
      setDefaultStateValue(state)
      if (file !== undefined) void check(() => file, state)
    },
    start: () => void reloadAfterSeries(start),
    stop: () => abortController.current?.abort(),
  }
}
