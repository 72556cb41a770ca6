import { Button, Group, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { toast } from '#web/components/feedback/toast.tsx'
import { describeTableError } from '#web/components/files/table-error-text.ts'
import { CountrySelect } from '#web/components/forms/country-select.tsx'
import { t } from '#web/i18n/send.ts'
import { ContactPicker } from './contact-picker.tsx'
import { FileUpload } from './file-upload.tsx'
import { parsePasted } from './parse-recipients.ts'
import {
  addressFields,
  type Field,
  fieldLabels,
  getFieldError,
  personFields,
  type RecipientRow,
} from './recipient-rows.ts'
import { RecipientTable } from './recipient-table.tsx'
import { isDirectSend, type SendDraft } from './send-draft.ts'
import type { StepProps } from './step-props.ts'

/** The step for the recipients. The user enters one person, pastes a list, or uploads a file. */
export function RecipientsStep(stepProps: StepProps) {
  const { draft, change } = stepProps
  return (
    <Stack>
      <SegmentedControl
        aria-label={t('Recipients')}
        value={draft.input_method}
        onChange={(input_method) =>
          change({
            input_method: input_method as SendDraft['input_method'],
            ...(input_method === 'one' && { rows: draft.rows.slice(0, 1), file: null }),
            ...(input_method !== 'one' && draft.input_method === 'one' && { rows: [] }),
          })
        }
        data={[
          { value: 'one', label: t('One person') },
          { value: 'paste', label: t('Pasted list') },
          { value: 'file', label: t('File') },
          { value: 'contacts', label: t('Contacts') },
        ]}
      />
      {draft.input_method === 'one' && <SingleRecipient {...stepProps} />}
      {draft.input_method === 'paste' && <PasteList {...stepProps} />}
      {draft.input_method === 'file' && <FileUpload {...stepProps} />}
      {draft.input_method === 'contacts' && <ContactPicker {...stepProps} />}
      {draft.input_method !== 'one' && draft.rows.length > 0 && <RecipientTable {...stepProps} />}
    </Stack>
  )
}

function SingleRecipient({ draft, change, choices }: StepProps) {
  const row: RecipientRow = draft.rows[0] ?? { line: 1, cells: {} }
  const set = (field: Field, value: string) =>
    change({ rows: [{ line: 1, cells: { ...row.cells, [field]: value } }] })
  const renderInput = (field: Field) =>
    field === 'country' ? (
      <CountrySelect
        key={field}
        label={fieldLabels[field]}
        value={row.cells[field]?.toUpperCase() ?? null}
        error={getFieldError(row, field)}
        onChange={(value) => set(field, value ?? '')}
      />
    ) : (
      <TextInput
        key={field}
        label={fieldLabels[field]}
        {...(field === 'email' && { type: 'email' })}
        autoComplete="off"
        value={row.cells[field] ?? ''}
        error={getFieldError(row, field)}
        onChange={(event) => set(field, event.currentTarget.value)}
      />
    )
  return (
    <Stack gap="sm">
      <Group grow align="flex-start">
        {personFields.slice(0, 2).map(renderInput)}
      </Group>
      {renderInput('email')}
      {!isDirectSend(draft, choices) && choices.can_send_sms && (
        <TextInput
          label={t('Mobile number (optional)')}
          description={t(
            'The recipient also gets the link as a text message. Include the country code, for example +49\u00a0151\u00a012345678.',
          )}
          type="tel"
          autoComplete="off"
          value={row.cells.phone ?? ''}
          error={getFieldError(row, 'phone')}
          onChange={(event) => set('phone', event.currentTarget.value)}
        />
      )}
      {isDirectSend(draft, choices) && (
        <>
          {addressFields.slice(0, 2).map(renderInput)}
          <Group grow align="flex-start">
            {addressFields.slice(2, 4).map(renderInput)}
          </Group>
          <Group grow align="flex-start">
            {addressFields.slice(4, 6).map(renderInput)}
          </Group>
          {addressFields.slice(6).map(renderInput)}
        </>
      )}
    </Stack>
  )
}

/** Parses the pasted people. If the text cannot be read, the function sets an error and returns undefined. */
function tryParse(text: string, setError: (error: string) => void): RecipientRow[] | undefined {
  try {
    const rows = parsePasted(text)
    if (rows.length > 0) return rows
    setError(t('This text has no email address.'))
  } catch (failure) {
    setError(describeTableError(failure))
  }
  return undefined
}

function PasteList({ draft, change }: StepProps) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const add = () => {
    const parsed = tryParse(text, setError)
    if (parsed === undefined) return
    const rows = [...draft.rows, ...parsed].map((row, at) => ({ ...row, line: at + 1 }))
    change({ rows, file: null })
    setText('')
    toast(t('{count} people added.', { count: parsed.length }))
  }
  return (
    <Stack gap="xs">
      <Textarea
        label={t('Recipients to add')}
        description={t(
          '{example}, in lines or in one line as in an email, or cells copied from a spreadsheet.',
          {
            example: 'Ada Larkin <ada@example.com>',
          },
        )}
        autosize
        minRows={4}
        maxRows={12}
        value={text}
        error={error}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setError(undefined)
        }}
      />
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {draft.rows.length === 0 ? '' : t('{count} in the list', { count: draft.rows.length })}
        </Text>
        <Button variant="default" disabled={text.trim() === ''} onClick={add}>
          {t('Add to list')}
        </Button>
      </Group>
    </Stack>
  )
}
