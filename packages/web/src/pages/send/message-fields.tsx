import { Button, Group, Text, Textarea, TextInput } from '@mantine/core'
import { useRef } from 'react'
import { t } from '#web/i18n/send.ts'
import { findUnknownField, mergeFields } from './merge-fields.ts'

interface Message {
  subject: string
  body: string
}

interface MessageFieldsProps {
  value: Message
  onChange: (change: Partial<Message>) => void
  /** The message that is sent while the fields are empty. */
  placeholder?: Message | undefined
  /** The columns of the list of recipients, which the message can contain too. */
  rowFields?: readonly string[]
  /** What else is wrong with a field. An unknown merge field is always an error. */
  errors: { [Part in keyof Message]?: string | undefined }
}

/** Edits the subject and the text of an invitation, with buttons for the fields of the recipient. */
export function MessageFields({
  value,
  onChange,
  placeholder,
  rowFields = [],
  errors,
}: MessageFieldsProps) {
  const names = [...mergeFields, ...rowFields]
  const { subject, body } = value
  const bodyRef = useRef<HTMLTextAreaElement>(null)
  const insertAtCursor = (text: string, field: string) => {
    const { selectionStart = text.length, selectionEnd = text.length } = bodyRef.current ?? {}
    return `${text.slice(0, selectionStart)}${field}${text.slice(selectionEnd)}`
  }
  return (
    <>
      <TextInput
        label={t('Subject')}
        maxLength={255}
        placeholder={placeholder?.subject ?? t('A gift for you')}
        value={subject}
        error={findUnknownField(subject, names) ?? errors.subject}
        onChange={(event) => onChange({ subject: event.currentTarget.value })}
      />
      <Textarea
        label={t('Message')}
        autosize
        minRows={4}
        maxRows={14}
        maxLength={10_000}
        placeholder={placeholder?.body ?? t('Write a personal message')}
        value={body}
        ref={bodyRef}
        error={findUnknownField(body, names) ?? errors.body}
        onChange={(event) => onChange({ body: event.currentTarget.value })}
      />
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          {rowFields.length === 0
            ? t('Insert the recipient’s name:')
            : t('Insert a column of each row:')}
        </Text>
        {names.map((field) => (
          <Button
            key={field}
            size="compact-xs"
            variant="default"
            className="mono"
            aria-label={t('Insert {field}', { field: `{${field}}` })}
            onClick={() => onChange({ body: insertAtCursor(body, `{${field}}`) })}
          >
            {`{${field}}`}
          </Button>
        ))}
      </Group>
    </>
  )
}
