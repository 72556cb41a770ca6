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
import { plural, t } from '#web/i18n/catalogue.ts'
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
  const isLinks = variant.content.delivery === 'link'
  const path = `/catalogue/variants/${variant.id}/codes/import` as const
  const check = useMutation({
    mutationFn: () => api.post(path, { text, dry_run: true }),
  })
  const save = useMutation({
    mutationFn: () => api.post(path, { text, skip_duplicates: skipDuplicates }),
    onSuccess: async ({ new_count }) => {
      await reload()
      close()
      toast(
        isLinks
          ? plural(new_count, '{count} link imported.', '{count} links imported.')
          : plural(new_count, '{count} code imported.', '{count} codes imported.'),
      )
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
      title={t(isLinks ? 'Import links: {name}' : 'Import codes: {name}', { name: variant.name })}
      size="lg"
    >
      <Stack>
        <CodesInput text={text} isLinks={isLinks} onChange={change} />
        {error !== null && <ImportError error={error} />}
        {result !== undefined && (
          <CheckResult
            result={result}
            isLinks={isLinks}
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
              {isLinks
                ? plural(result.new_count, 'Import {count} link', 'Import {count} links')
                : plural(result.new_count, 'Import {count} code', 'Import {count} codes')}
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
  isLinks,
  onChange,
}: {
  text: string
  isLinks: boolean
  onChange: (text: string) => void
}) {
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
  isLinks,
  skipDuplicates,
  setSkipDuplicates,
}: {
  result: CodeImportResult
  isLinks: boolean
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
          plural(new_count, '{count} new', '{count} new'),
          ...(duplicate_count > 0
            ? [plural(duplicate_count, '{count} duplicate', '{count} duplicate')]
            : []),
          ...(invalid_count > 0
            ? [plural(invalid_count, '{count} not valid', '{count} not valid')]
            : []),
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
          label={t(
            isLinks
              ? 'Leave out the duplicates and import the other links'
              : 'Leave out the duplicates and import the other codes',
          )}
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
