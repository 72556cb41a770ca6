import { Button, Group, Progress, Radio, Select, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { announce } from '#web/components/feedback/announcer.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { FileDrop } from '#web/components/files/file-drop.tsx'
import { describeImportError } from '#web/components/files/table-error-text.ts'
import { TableSettings } from '#web/components/files/table-settings.tsx'
import { PageLink } from '#web/components/layout/link.tsx'
import { Page, Panel } from '#web/components/layout/page.tsx'
import { t } from '#web/i18n/contacts.ts'
import { reloadAfterSeries } from '#web/query-client.ts'
import { type PresetName, presetNames, presets, type TableFormat } from '#web/tables.ts'
import {
  type CheckedFile,
  type ColumnName,
  type ContactFile,
  checkFile,
  columnChoices,
  type DateOrder,
  downloadRejected,
  importFile,
  openContactFile,
  ownColumnsOf,
  reformat,
} from './contact-import.ts'
import { ImportedRows } from './imported-rows.tsx'

/** The page that imports contacts from a file. It checks the whole file before the import. */
export function ImportContactsPage() {
  const run = useContactImport()
  const { file, checked, error, isBusy, dateOrder } = run
  return (
    <Page
      title={t('Import contacts')}
      about={t(
        'From your HR system or address book. Nothing changes until you have reviewed the result.',
      )}
    >
      <Panel
        title={t('File')}
        about={t(
          'CSV, Excel (.xlsx) or vCard (.vcf), up to 10,000 people and 5 MB. People are matched by external ID or email address.',
        )}
      >
        <Stack>
          <FileDrop onFile={run.choose} isDisabled={isBusy}>
            {file?.name ?? t('or drop it here')}
          </FileDrop>
          {file?.table !== undefined && (
            <PresetChoice value={file.preset} onChange={run.setPreset} />
          )}
          {file?.table !== undefined && (
            <TableSettings
              file={file.table}
              fields={columnChoices}
              ownColumns={ownColumnsOf(file.table)}
              onFormat={run.setFormat}
              onColumns={run.setColumns}
            />
          )}
          {(checked?.needs_date_order === true || dateOrder !== undefined) && (
            <DateOrderChoice value={dateOrder} onChange={run.setDateOrder} />
          )}
        </Stack>
      </Panel>
      {error !== undefined && (
        <Notice tone="bad" title={t('This file cannot be imported')}>
          {error}
        </Notice>
      )}
      {checked !== undefined && <ResultPanel run={run} checked={checked} />}
    </Page>
  )
}

type ContactImport = ReturnType<typeof useContactImport>

interface PresetProps {
  value: PresetName | undefined
  onChange: (preset: PresetName | undefined) => void
}

const noPreset = 'other'

/** The product that the file is from, and what that changes. */
const PresetChoice = ({ value, onChange }: PresetProps) => (
  <Select
    label={t('File from')}
    maw={420}
    allowDeselect={false}
    data={[
      { value: noPreset, label: t('Another program') },
      ...presetNames.map((name) => ({ value: name, label: presets[name].title })),
    ]}
    value={value ?? noPreset}
    onChange={(name) => onChange(presetNames.find((each) => each === name))}
    description={
      value !== undefined &&
      t(
        'Dates are read as month/day/year. Birthdays in {year} get no year: {product} adds this one if there is none.',
        { product: presets[value].title, year: presets[value].unknown_year },
      )
    }
    inputWrapperOrder={['label', 'input', 'description']}
  />
)

interface DateOrderProps {
  value: DateOrder | undefined
  onChange: (order: DateOrder) => void
}

const DateOrderChoice = ({ value, onChange }: DateOrderProps) => (
  <Radio.Group
    label={t('What does 03/04/2024 mean in this file?')}
    value={value ?? null}
    onChange={(order) => onChange(order as DateOrder)}
  >
    <Stack gap="xs" mt="xs">
      <Radio value="day_first" label={t('3 April: the day comes first')} />
      <Radio value="month_first" label={t('March 4: the month comes first')} />
    </Stack>
  </Radio.Group>
)

function ResultPanel({ run, checked }: { run: ContactImport; checked: CheckedFile }) {
  const { isBusy, isDone, progress } = run
  const { rows } = checked
  const count = (...statuses: string[]) =>
    rows.filter(({ status }) => statuses.includes(status)).length
  const [created, changed] = [count('created'), count('changed')]
  const refused = rows.filter(({ status }) => status === 'rejected' || status === 'skipped')
  const summary = { created, changed, unchanged: count('unchanged'), refused: refused.length }
  return (
    <Panel
      title={isDone ? t('Result') : t('Check')}
      about={
        isDone
          ? t(
              '{created} added, {changed} changed, {unchanged} up to date already, {refused} not imported.',
              summary,
            )
          : t(
              '{created} to add, {changed} to change, {unchanged} up to date already, {refused} that cannot be imported.',
              summary,
            )
      }
      action={
        <Group gap="xs">
          {refused.length > 0 && (
            <Button variant="default" onClick={() => downloadRejected(refused)}>
              {t('Download problems')}
            </Button>
          )}
          {!isDone && progress === undefined && created + changed > 0 && (
            <Button onClick={run.start} disabled={isBusy}>
              {t('Import {count} contacts', { count: created + changed })}
            </Button>
          )}
          {progress !== undefined && (
            <Button variant="default" onClick={run.stop}>
              {t('Stop')}
            </Button>
          )}
          {isDone && <PageLink to="/contacts">{t('View contacts')}</PageLink>}
        </Group>
      }
    >
      <Stack>
        {progress !== undefined && (
          <Progress value={progress} aria-label={t('Imported contacts')} transitionDuration={0} />
        )}
        {!isDone && refused.length > 0 && (
          <Text size="sm" c="dimmed">
            {t(
              'Rows with errors are left out. You can fix the file and import it again: nothing happens twice.',
            )}
          </Text>
        )}
        <ImportedRows rows={rows} isDone={isDone} />
      </Stack>
    </Panel>
  )
}

/** Provides the import: the file, the result of its check, and the progress. */
function useContactImport() {
  const [file, setFile] = useState<ContactFile>()
  const [checked, setChecked] = useState<CheckedFile>()
  const [dateOrder, setDateOrderValue] = useState<DateOrder>()
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [isDone, setDone] = useState(false)
  const [progress, setProgress] = useState<number>()
  const abortController = useRef<AbortController>(undefined)
  useEffect(() => () => abortController.current?.abort(), [])

  /** Runs a part of the import. An error appears on the page. */
  const attempt = async (action: () => Promise<void>) => {
    setBusy(true)
    setError(undefined)
    try {
      await action()
    } catch (failure) {
      setError(describeImportError(failure as Error, 'content'))
    } finally {
      setBusy(false)
      setProgress(undefined)
    }
  }
  const check = (open: () => ContactFile | Promise<ContactFile>, order: DateOrder | undefined) =>
    attempt(async () => {
      setChecked(undefined)
      setDone(false)
      const next = await open()
      setFile(next)
      const used = order ?? (next.preset && presets[next.preset].date_order)
      setDateOrderValue(used)
      const result = await checkFile(next, used)
      setChecked(result)
      announce(t('{count} rows checked.', { count: result.rows.length }))
    })
  const start = () =>
    attempt(async () => {
      if (file === undefined || checked === undefined) return
      const controller = new AbortController()
      abortController.current = controller
      setProgress(0)
      await importFile({
        ...{ file, checked, date_order: dateOrder, signal: controller.signal },
        onProgress: (done, total) => setProgress((done / total) * 100),
      })
      if (!controller.signal.aborted) setDone(true)
    })
  return {
    ...{ file, checked, dateOrder, error, isBusy, isDone, progress },
    choose: (next: File) => {
      setFile(undefined)
      setDateOrderValue(undefined)
      void check(() => openContactFile(next), undefined)
    },
    setFormat: (format: TableFormat) => {
      if (file !== undefined) void check(() => reformat(file, format), dateOrder)
    },
    setColumns: (columns: Partial<Record<ColumnName, number>>) => {
      const { table } = file ?? {}
      if (file !== undefined && table !== undefined)
        void check(() => ({ ...file, table: { ...table, columns } }), dateOrder)
    },
    setPreset: (preset: PresetName | undefined) => {
      setDateOrderValue(undefined)
      if (file !== undefined) void check(() => ({ ...file, preset }), undefined)
    },
    setDateOrder: (order: DateOrder) => {
      setDateOrderValue(order)
      if (file !== undefined) void check(() => file, order)
    },
    start: () => void reloadAfterSeries(start),
    stop: () => abortController.current?.abort(),
  }
}
