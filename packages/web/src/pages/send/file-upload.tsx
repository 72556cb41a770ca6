import { Alert, Button, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { Notice } from '#web/components/feedback/notice.tsx'
import { FileDrop } from '#web/components/files/file-drop.tsx'
import { describeTableError } from '#web/components/files/table-error-text.ts'
import { openTableFile, parseTableFile } from '#web/components/files/table-file.ts'
import { TableSettings } from '#web/components/files/table-settings.tsx'
import { formatValues } from '#web/i18n/format.ts'
import { t } from '#web/i18n/send.ts'
import type { TableFormat } from '#web/tables.ts'
import { loadMapping, saveMapping } from './column-mapping-storage.ts'
import {
  findCountryChanges,
  findLostZeros,
  type RecipientFile,
  recipientTable,
  toRows,
} from './parse-recipients.ts'
import type { Mapping } from './recipient-columns.ts'
import { fieldLabels, fieldsOf, labelOf, withText } from './recipient-rows.ts'
import { nameRowFields } from './row-fields.ts'
import { isDirectSend } from './send-draft.ts'
import type { StepProps } from './step-props.ts'

/** An input that reads a file in the browser. The browser sends only the rows to the server. */
export function FileUpload(stepProps: StepProps) {
  const { draft, change } = stepProps
  const [parsed, setParsed] = useState<RecipientFile>()
  const [error, setError] = useState<string>()
  const lastFile = useRef<File>(undefined)
  const apply = (next: RecipientFile) => {
    setParsed(next)
    saveMapping(headerOf(next), next.columns)
    change({ rows: toRows(next.table, next.columns), file: next.name })
  }
  const fail = (failure: unknown) => {
    setError(describeTableError(failure))
    change({ rows: [], file: null })
  }
  const load = async (file: File) => {
    lastFile.current = file
    // If the new file cannot be read, the list of the previous file must not stay.
    setParsed(undefined)
    setError(undefined)
    change({ rows: [], file: null })
    try {
      const opened = await openTableFile(file, recipientTable)
      if (lastFile.current !== file) return
      apply({ ...opened, columns: loadMapping(headerOf(opened)) ?? opened.columns })
    } catch (failure) {
      if (lastFile.current === file) fail(failure)
    }
  }
  const reformat = (format: TableFormat) => {
    if (parsed === undefined) return
    setError(undefined)
    try {
      apply(parseTableFile(parsed.name, parsed.bytes, recipientTable, format))
    } catch (failure) {
      fail(failure)
    }
  }
  return (
    <Stack gap="sm">
      <FileDrop onFile={(file) => void load(file)}>
        {draft.file === null
          ? t(
              'or drop it here: CSV or Excel (.xlsx), one person per row. A header row is optional.',
            )
          : t('{file}: {count} rows', { count: draft.rows.length, file: draft.file })}
      </FileDrop>
      {error !== undefined && (
        <Notice tone="bad" title={t('This file cannot be used')}>
          {error}
        </Notice>
      )}
      {parsed !== undefined && (
        <ImportSettings
          parsed={parsed}
          stepProps={stepProps}
          onFormat={reformat}
          onColumns={(columns) => apply({ ...parsed, columns })}
        />
      )}
    </Stack>
  )
}

const headerOf = ({ table }: RecipientFile): string[] =>
  table.format.header_line === 0 ? [] : table.columns.map(({ name }) => name)

interface ImportSettingsProps {
  parsed: RecipientFile
  stepProps: StepProps
  onFormat: (format: TableFormat) => void
  onColumns: (columns: Mapping) => void
}

/** The detected format of the file, and the changes that were made to its cells. */
function ImportSettings({ parsed, stepProps, onFormat, onColumns }: ImportSettingsProps) {
  const { draft, choices } = stepProps
  const names = fieldsOf(isDirectSend(draft, choices), choices.can_send_sms)
  const countries = findCountryChanges(parsed.table, parsed.columns)
  const rowFields = nameRowFields(parsed.table, parsed.columns)
  return (
    <Stack gap="xs">
      <TableSettings
        file={parsed}
        fields={[
          ...[...names, 'item' as const].map((name) => ({ value: name, label: fieldLabels[name] })),
          ...(parsed.columns.first_name === undefined
            ? [{ value: 'name' as const, label: t('Full name') }]
            : []),
        ]}
        required={['email']}
        ownColumns={rowFields.map(({ index }) => index)}
        onFormat={onFormat}
        onColumns={onColumns}
      />
      {rowFields.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('Columns for the message: {fields}.', {
            fields: formatValues(rowFields.map(({ name }) => labelOf(name))),
          })}
        </Text>
      )}
      {countries.length > 0 && names.includes('country') && (
        <Text size="sm" c="dimmed">
          {t('Names of countries: {changes}.', {
            changes: formatValues(countries.slice(0, 12).map(({ from, to }) => `${from} → ${to}`)),
          })}
        </Text>
      )}
      <LostZeros {...stepProps} />
    </Stack>
  )
}

/**
 * A notice about zeros at the beginning of postcodes that a spreadsheet has removed. It offers to add them
 * again.
 */
function LostZeros({ draft, change, choices }: StepProps) {
  const full = isDirectSend(draft, choices) ? findLostZeros(draft.rows) : new Map<number, string>()
  const [first] = full
  if (first === undefined) return null
  const [index, example] = first
  const restore = () =>
    change({
      rows: draft.rows.map((row, at) => {
        const postal_code = full.get(at)
        return postal_code === undefined ? row : withText(row, 'postal_code', postal_code)
      }),
    })
  return (
    <Alert color="yellow" variant="light" role="status">
      <Stack gap="xs" align="flex-start">
        {t(
          '{count} postal codes have probably lost a zero at their beginning, such as {from}, which is {to}.',
          { count: full.size, from: draft.rows[index]?.cells.postal_code ?? '', to: example },
        )}
        <Button size="xs" variant="default" onClick={restore}>
          {t('Add the zeros')}
        </Button>
      </Stack>
    </Alert>
  )
}
