import { Alert, Button, FileButton, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { CodeImportResult, Variant, VariantContent } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { toast } from '#web/components/feedback/toast.tsx'
import { describeTableError } from '#web/components/files/table-error-text.ts'
import {
  openTableFile,
  parseTableFile,
  type TableFile,
  type TableKind,
  toBase64,
  toImportFormat,
} from '#web/components/files/table-file.ts'
import { TableSettings } from '#web/components/files/table-settings.tsx'
import { t } from '#web/i18n/catalogue.ts'
import { codeColumns, guessColumns } from '#web/tables.ts'
import { CheckResult, ImportError } from './import-codes-result.tsx'

interface ImportProps {
  variant: Variant & { digital: VariantContent }
  close: () => void
}

/**
 * A dialog that imports codes in two steps. The check names the lines with problems. Then the import adds all
 * other codes.
 */
export function ImportDialog({ variant, close }: ImportProps) {
  const [text, setText] = useState('')
  const [file, setFile] = useState<TableFile<CodeField>>()
  const [fileError, setFileError] = useState<string>()
  const [includesSimilar, setIncludesSimilar] = useState(false)
  const [skipDuplicates, setSkipDuplicates] = useState(false)
  const isLinks = variant.digital.delivery === 'link'
  const path = `/catalogue/variants/${variant.id}/codes/import` as const
  const check = useMutation({
    mutationFn: () => api.post(path, { ...toBody(text, file), dry_run: true }),
  })
  const save = useMutation({
    mutationFn: () =>
      api.post(path, {
        ...toBody(text, file),
        skip_duplicates: skipDuplicates || (check.data?.similar_count ?? 0) > 0,
        include_similar: includesSimilar,
      }),
    onSuccess: async ({ new_count }) => {
      close()
      toast(
        isLinks
          ? t('{count} links imported.', { count: new_count })
          : t('{count} codes imported.', { count: new_count }),
      )
    },
  })
  const change = (next: { text?: string; file?: TableFile<CodeField>; error?: string }) => {
    setText(next.text ?? '')
    setFile(next.file)
    setFileError(next.error)
    check.reset()
    save.reset()
    setSkipDuplicates(false)
    setIncludesSimilar(false)
  }
  const open = async (read: () => TableFile<CodeField> | Promise<TableFile<CodeField>>) => {
    change({})
    try {
      change({ file: await read() })
    } catch (failure) {
      change({ error: describeTableError(failure) })
    }
  }
  const result = check.data
  const error = save.error ?? check.error
  return (
    <Modal
      opened
      onClose={close}
      title={t(isLinks ? 'Import links: {name}' : 'Import codes: {name}', { name: variant.name })}
      size="lg"
    >
      <Stack>
        <CodesInput
          text={text}
          isLinks={isLinks}
          onChange={(next) => change({ text: next })}
          onFile={(chosen) => void open(() => openTableFile(chosen, codeTable))}
        />
        {fileError !== undefined && (
          <Alert color="red" variant="light" role="alert" title={t('This file cannot be used')}>
            {fileError}
          </Alert>
        )}
        {file !== undefined && (
          <>
            <Text size="sm">
              {t('{file}: {count} rows', { count: file.table.rows.length, file: file.name })}
            </Text>
            <TableSettings
              file={file}
              fields={codeFields}
              required={['code']}
              onFormat={(format) =>
                void open(() => parseTableFile(file.name, file.bytes, codeTable, format))
              }
              onColumns={(columns) => change({ file: { ...file, columns } })}
            />
          </>
        )}
        {error !== null && <ImportError error={error} />}
        {result !== undefined && (
          <CheckResult
            result={result}
            isLinks={isLinks}
            skipDuplicates={skipDuplicates}
            setSkipDuplicates={setSkipDuplicates}
            includesSimilar={includesSimilar}
            setIncludesSimilar={setIncludesSimilar}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('Cancel')}
          </Button>
          {result === undefined ? (
            <Button
              disabled={file === undefined ? text.trim() === '' : file.columns.code === undefined}
              loading={check.isPending}
              onClick={() => check.mutate()}
            >
              {t('Check')}
            </Button>
          ) : (
            <Button
              disabled={!canImport(result, skipDuplicates, includesSimilar)}
              loading={save.isPending}
              onClick={() => save.mutate()}
            >
              {isLinks
                ? t('Import {count} links', { count: countNew(result, includesSimilar) })
                : t('Import {count} codes', { count: countNew(result, includesSimilar) })}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

type CodeField = 'code' | 'pin' | 'expires_on'

const codeTable: TableKind<CodeField> = {
  names: codeColumns,
  limits: { maxBytes: 4_000_000, maxRows: 50_000, maxColumns: 100 },
  // If a list has only one column, this column contains the codes, whatever its header says.
  guess: (table) => {
    const columns = guessColumns(table, codeColumns)
    const [only, ...others] = table.columns
    return others.length === 0 && only !== undefined ? { code: only.index } : columns
  },
}

const codeFields = [
  { value: 'code', label: t('Code') },
  { value: 'pin', label: t('PIN') },
  { value: 'expires_on', label: t('Expiry date') },
] as const

const toBody = (text: string, file: TableFile<CodeField> | undefined) =>
  file === undefined ? { text } : { content: toBase64(file.bytes), format: toImportFormat(file) }

const countNew = ({ new_count, similar_count }: CodeImportResult, includesSimilar: boolean) =>
  new_count + (includesSimilar ? similar_count : 0)

const canImport = (result: CodeImportResult, skipDuplicates: boolean, includesSimilar: boolean) =>
  countNew(result, includesSimilar) > 0 &&
  result.invalid_count === 0 &&
  (result.duplicate_count === 0 || skipDuplicates)

interface CodesInputProps {
  text: string
  isLinks: boolean
  onChange: (text: string) => void
  onFile: (file: File) => void
}

function CodesInput({ text, isLinks, onChange, onFile }: CodesInputProps) {
  return (
    <>
      <Textarea
        label={t(isLinks ? 'Paste your links, one per line' : 'Paste your codes, one per line')}
        description={t(
          'Or CSV with a header line: code, pin, expires_on (for example 2027-12-31). Up to 50,000 lines and 4 MB.',
        )}
        autosize
        minRows={6}
        maxRows={14}
        spellCheck={false}
        autoComplete="off"
        classNames={{ input: 'mono' }}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
        data-autofocus
      />
      <FileButton
        accept=".csv,.txt,.xlsx,text/csv,text/plain"
        onChange={(file) => {
          if (file !== null) onFile(file)
        }}
      >
        {(props) => (
          <Button {...props} variant="default" size="xs" style={{ alignSelf: 'flex-start' }}>
            {t('Choose a file (CSV or Excel)')}
          </Button>
        )}
      </FileButton>
    </>
  )
}
