import { t } from '#web/i18n/catalogue.ts'
import { formatValues } from '#web/i18n/format.ts'
import './catalogue.css'
import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { CatalogueImportReport } from '#web/admin-api.ts'
import { apiUrl } from '#web/api.ts'
import { Notice } from '#web/components/feedback/notice.tsx'
import { ErrorState } from '#web/components/feedback/status-views.tsx'
import { FileDrop } from '#web/components/files/file-drop.tsx'
import { describeTableError } from '#web/components/files/table-error-text.ts'
import { parseTableFile, type TableFile } from '#web/components/files/table-file.ts'
import { TablePreview } from '#web/components/files/table-preview.tsx'
import { TableSettings } from '#web/components/files/table-settings.tsx'
import { PageLink } from '#web/components/layout/link.tsx'
import { Page, Panel } from '#web/components/layout/page.tsx'
import { DetailTable } from '#web/components/lists/detail-table.tsx'
import { catalogueColumns, cleanValue, TableError, toPlainText } from '#web/tables.ts'
import { type CatalogueField, catalogueTable, type ImportState, useImport } from './use-import.ts'

/**
 * The page that imports products, variants and stock from a CSV file. It checks the file before the import.
 */
export function ImportPage() {
  const catalogueImport = useImport()
  const { state } = catalogueImport
  return (
    <Page
      title={t('Import and export')}
      about={t('Products, variants and stock as a CSV file. Rows are matched by SKU.')}
      action={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          component="a"
          href={apiUrl('/catalogue/export.csv')}
          download
        >
          {t('Export catalogue')}
        </Button>
      }
    >
      <Stack gap="lg" maw={1000}>
        <Panel
          title={t('File')}
          about={t(
            'Start from an export. Columns that are missing change nothing; an empty cell clears its value, except stock.',
          )}
        >
          <FileField state={state} check={catalogueImport.check} />
        </Panel>
        {state.file !== undefined && !state.isDone && (
          <ShopColumns file={state.file} change={catalogueImport.change} />
        )}
        {state.error instanceof TableError ? (
          <Notice tone="bad" title={t('This file cannot be used')}>
            {describeTableError(state.error)}
          </Notice>
        ) : (
          state.error !== undefined && <ErrorState error={state.error} />
        )}
        {state.report !== undefined && (
          <Report report={state.report} catalogueImport={catalogueImport} />
        )}
      </Stack>
    </Page>
  )
}

const toStored = (field: CatalogueField, cell: string): string =>
  field === 'sku' ? cleanValue(cell) : field === 'description' ? toPlainText(cell) : cell.trim()

/** The choice of the columns in a file that a shop has exported. */
function ShopColumns({
  file,
  change,
}: {
  file: TableFile<CatalogueField>
  change: ReturnType<typeof useImport>['change']
}) {
  const fields = Object.keys(catalogueColumns).map((value) => ({
    value: value as CatalogueField,
    label: value,
  }))
  return (
    <Panel
      title={t('Columns of another program')}
      about={t('Other columns of the file are ignored.')}
    >
      <Stack>
        <TableSettings
          file={file}
          fields={fields}
          required={['sku']}
          onFormat={(format) =>
            change(() => parseTableFile(file.name, file.bytes, catalogueTable, format))
          }
          onColumns={(columns) => change(() => ({ ...file, columns }))}
        />
        <TablePreview file={file} fields={fields} toStored={toStored} />
      </Stack>
    </Panel>
  )
}

function FileField({ state, check }: { state: ImportState; check: (file: File) => void }) {
  return (
    <FileDrop onFile={check} buttonProps={{ loading: state.busy === 'check' }}>
      {state.fileName ?? t('or drop it here: CSV or Excel (.xlsx), up to 10,000 rows and 5 MB.')}
    </FileDrop>
  )
}

function Report({
  report,
  catalogueImport,
}: {
  report: CatalogueImportReport
  catalogueImport: ReturnType<typeof useImport>
}) {
  const { state, apply } = catalogueImport
  if (state.isDone)
    return (
      <Notice tone="good" title={t('Catalogue imported')}>
        {t('{summary}.', { summary: summarize(report) })}{' '}
        <PageLink size="sm" to="/catalogue">
          {t('View the catalogue')}
        </PageLink>
      </Notice>
    )
  if (report.error_count > 0) return <ErrorTable report={report} />
  if (report.change_count === 0 && report.missing_picture_count === 0)
    return (
      <Notice tone="info" title={t('Nothing to change')}>
        {t('All {count} rows match the catalogue.', { count: report.rows })}
      </Notice>
    )
  return (
    <Stack>
      <Notice tone="info" title={t('{summary}.', { summary: summarize(report) })}>
        {t('Nothing is changed yet. The import changes everything or nothing.')}
      </Notice>
      <PictureErrors state={state} />
      <ChangeTable report={report} />
      {state.progress !== undefined && (
        <div>
          <Progress
            value={(state.progress.done / state.progress.total) * 100}
            aria-label={t('Loading pictures')}
          />
          <Text size="sm" mt={4} role="status">
            {t('Loading pictures: {done} of {total}', {
              done: state.progress.done,
              total: state.progress.total,
            })}
          </Text>
        </div>
      )}
      <Group justify="flex-end">
        <Button onClick={apply} loading={state.busy === 'import'}>
          {t('Import {count} rows', { count: report.change_count })}
        </Button>
      </Group>
    </Stack>
  )
}

/** Describes the counts of a report in one line. */
function summarize({
  products,
  variants,
  stock_changed,
  missing_picture_count,
}: CatalogueImportReport) {
  const parts = [
    products.created > 0 && t('{count} new products', { count: products.created }),
    products.changed > 0 && t('{count} changed products', { count: products.changed }),
    variants.created > 0 && t('{count} new variants', { count: variants.created }),
    variants.changed > 0 && t('{count} changed variants', { count: variants.changed }),
    stock_changed > 0 && t('{count} stock counts', { count: stock_changed }),
    missing_picture_count > 0 && t('{count} pictures to load', { count: missing_picture_count }),
  ].filter((part) => part !== false)
  return parts.length === 0 ? t('No changes') : formatValues(parts)
}

/** A table with the errors of the file and their lines. */
function ErrorTable({ report: { errors, error_count } }: { report: CatalogueImportReport }) {
  return (
    <Stack>
      <Notice tone="bad" title={t('{count} errors in the file', { count: error_count })}>
        {t('Nothing was imported. Correct the file and choose it again.')}
        {error_count > errors.length &&
          ` ${t('These are the first {count}.', { count: errors.length })}`}
      </Notice>
      <DetailTable
        label={t('Errors')}
        isPanel
        hasNoHeading
        rows={errors}
        rowKey={({ line, column, message }) => `${line} ${column} ${message}`}
        columns={[
          { header: t('Line'), cell: ({ line }) => line ?? '–' },
          { header: t('Column'), cell: ({ column }) => column ?? '–', className: 'mono' },
          { header: t('Value'), cell: ({ value }) => value || '–', className: 'wrap' },
          {
            header: t('Error'),
            cell: ({ column, message }) => toSentence(column, message),
            isFullWidth: true,
            className: 'wrap',
          },
        ]}
      />
    </Stack>
  )
}

const toSentence = (column: string | null, message: string): string =>
  t(column === null ? 'This file or row {message}.' : 'This {message}.', { message })

function PictureErrors({ state: { pictureErrors } }: { state: ImportState }) {
  if (pictureErrors.length === 0) return null
  return (
    <Notice
      tone="bad"
      title={t('{count} pictures could not be loaded', { count: pictureErrors.length })}
    >
      {pictureErrors.slice(0, 10).map(({ url, message }) => (
        <div key={url} style={{ overflowWrap: 'anywhere' }}>
          {url} {message}
        </div>
      ))}
    </Notice>
  )
}

/** A table with the first changes and their lines in the file. */
function ChangeTable({ report: { changes, change_count } }: { report: CatalogueImportReport }) {
  if (changes.length === 0) return null
  return (
    <>
      <DetailTable
        label={t('Changes')}
        isPanel
        hasNoHeading
        rows={changes}
        rowKey={({ line }) => line}
        columns={[
          { header: t('Line'), cell: ({ line }) => line },
          { header: 'SKU', cell: ({ sku }) => sku, className: 'mono' },
          {
            header: t('Change'),
            cell: ({ is_new, columns }) => (is_new ? t('New') : <CellChanges columns={columns} />),
            isFullWidth: true,
            className: 'wrap',
          },
        ]}
      />
      {change_count > changes.length && (
        <Text size="sm" c="dimmed">
          {t('The first {shown} of {count} rows', { shown: changes.length, count: change_count })}
        </Text>
      )}
    </>
  )
}

const CellChanges = ({ columns }: Pick<CatalogueImportReport['changes'][number], 'columns'>) => (
  <ul className="cell-changes">
    {columns.map(({ column, from, to }) => (
      <li key={column}>
        <span className="mono">{column}</span>: {from || t('empty')} → {to || t('empty')}
      </li>
    ))}
  </ul>
)
