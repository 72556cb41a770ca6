import {
  Alert,
  Button,
  Checkbox,
  FileButton,
  Group,
  Modal,
  Stack,
  Text,
  Textarea,
} from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type {
  CodeImportResult,
  LineProblem,
  ProductDetail,
  Variant,
  VariantContent,
} from '#web/admin-api.ts'
import { ApiError, api } from '#web/api.ts'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/i18n/catalogue.ts'
import { useReloadProduct } from './use-reload-product.ts'

interface ImportProps {
  product: ProductDetail
  variant: Variant & { content: VariantContent }
  close: () => void
}

/** Imports codes in two steps: the check names the lines with problems, then the import adds all other codes. */
export function ImportDialog({ product, variant, close }: ImportProps) {
  const [text, setText] = useState('')
  const [skipDuplicates, setSkipDuplicates] = useState(false)
  const reload = useReloadProduct(product.id)
  const noun = variant.content.delivery === 'link' ? 'links' : 'codes'
  const path = `/catalogue/variants/${variant.id}/codes/import` as const
  const check = useMutation({
    mutationFn: () => api.post(path, { text, dry_run: true }),
  })
  const save = useMutation({
    mutationFn: () => api.post(path, { text, skip_duplicates: skipDuplicates }),
    onSuccess: async ({ new_count }) => {
      await reload()
      close()
      toast(t('{new_count} {noun} imported.', { new_count, noun }))
    },
  })
  const change = (next: string) => {
    setText(next)
    check.reset()
    save.reset()
    setSkipDuplicates(false)
  }
  const result = check.data
  const error = save.error ?? check.error
  return (
    <Modal
      opened
      onClose={close}
      title={t('Import {noun}: {name}', { noun, name: variant.name })}
      size="lg"
    >
      <Stack>
        <CodesInput text={text} noun={noun} onChange={change} />
        {error !== null && <ImportError error={error} />}
        {result !== undefined && (
          <CheckResult
            result={result}
            noun={noun}
            skipDuplicates={skipDuplicates}
            setSkipDuplicates={setSkipDuplicates}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('Cancel')}
          </Button>
          {result === undefined ? (
            <Button
              disabled={text.trim() === ''}
              loading={check.isPending}
              onClick={() => check.mutate()}
            >
              {t('Check')}
            </Button>
          ) : (
            <Button
              disabled={!canImport(result, skipDuplicates)}
              loading={save.isPending}
              onClick={() => save.mutate()}
            >
              {t('Import {new_count} {noun}', { new_count: result.new_count, noun })}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

const canImport = (
  { new_count, duplicate_count, invalid_count }: CodeImportResult,
  skipDuplicates: boolean,
) => new_count > 0 && invalid_count === 0 && (duplicate_count === 0 || skipDuplicates)

function CodesInput({
  text,
  noun,
  onChange,
}: {
  text: string
  noun: string
  onChange: (text: string) => void
}) {
  return (
    <>
      <Textarea
        label={t('Paste your {noun}, one per line', { noun })}
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
        accept=".csv,.txt,text/csv,text/plain"
        onChange={(file) => {
          if (file !== null) void file.text().then(onChange)
        }}
      >
        {(props) => (
          <Button {...props} variant="default" size="xs" style={{ alignSelf: 'flex-start' }}>
            {t('Choose a CSV file')}
          </Button>
        )}
      </FileButton>
    </>
  )
}

function CheckResult({
  result,
  noun,
  skipDuplicates,
  setSkipDuplicates,
}: {
  result: CodeImportResult
  noun: string
  skipDuplicates: boolean
  setSkipDuplicates: (value: boolean) => void
}) {
  const { new_count, duplicate_count, invalid_count } = result
  return (
    <Alert
      color={invalid_count > 0 ? 'red' : duplicate_count > 0 ? 'yellow' : 'green'}
      variant="light"
      role="status"
    >
      <Text size="sm" fw={600} c="var(--mantine-color-text)">
        {[
          t('{new_count} new', { new_count }),
          ...(duplicate_count > 0 ? [t('{duplicate_count} duplicate', { duplicate_count })] : []),
          ...(invalid_count > 0 ? [t('{invalid_count} not valid', { invalid_count })] : []),
        ].join(', ')}
      </Text>
      <ProblemList problems={[...result.invalid, ...result.duplicates]} />
      {invalid_count > 0 && (
        <Text size="sm" mt="xs" c="var(--mantine-color-text)">
          {t('Correct these lines, and check again. Nothing is imported yet.')}
        </Text>
      )}
      {invalid_count === 0 && duplicate_count > 0 && new_count > 0 && (
        <Checkbox
          mt="sm"
          label={t('Leave out the duplicates and import the other {noun}', { noun })}
          checked={skipDuplicates}
          onChange={(event) => setSkipDuplicates(event.currentTarget.checked)}
        />
      )}
    </Alert>
  )
}

const maxShown = 20

function ProblemList({ problems }: { problems: readonly LineProblem[] }) {
  if (problems.length === 0) return null
  return (
    <ul className="problems">
      {problems.slice(0, maxShown).map(({ line, message }) => (
        <li key={`${line} ${message}`}>{t('Line {line} {message}', { line, message })}</li>
      ))}
      {problems.length > maxShown && <li>{t('And more.')}</li>}
    </ul>
  )
}

const ImportError = ({ error }: { error: Error }) => (
  <Alert color="red" variant="light" role="alert" title={t('Not imported')}>
    {error instanceof ApiError
      ? error.errors
          .slice(0, 5)
          .map(({ param, message }) => (
            <div key={message}>
              {param === undefined ? message : t('The list {message}.', { message })}
            </div>
          ))
      : error.message}
  </Alert>
)
