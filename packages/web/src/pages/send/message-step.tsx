import { Button, Group, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { useRef } from 'react'
import { GreetingPicker } from '#web/components/forms/greeting-picker.tsx'
import { t } from '#web/i18n/send.ts'
import { findUnknownField, mergeFields } from './merge-fields.ts'
import { findCampaign } from './send-draft.ts'
import type { StepProps } from './step-props.ts'

/** The step for the message. If a field is empty, the gift uses the text of the campaign. */
export function MessageStep({ draft, change, choices }: StepProps) {
  const campaign = findCampaign(draft, choices)
  const defaultMessage = campaign?.email_message
  const bodyRef = useRef<HTMLTextAreaElement>(null)
  const insertAtCursor = (text: string, field: string) => {
    const { selectionStart = text.length, selectionEnd = text.length } = bodyRef.current ?? {}
    return `${text.slice(0, selectionStart)}${field}${text.slice(selectionEnd)}`
  }
  const isIncomplete = (draft.subject.trim() === '') !== (draft.body.trim() === '')
  return (
    <Stack gap="sm">
      {defaultMessage !== undefined && (
        <Text size="sm" c="dimmed">
          {t('Leave both fields empty to use the campaign’s message, shown in grey.')}
        </Text>
      )}
      <TextInput
        label={t('Subject')}
        maxLength={255}
        placeholder={defaultMessage?.subject ?? t('A gift for you')}
        value={draft.subject}
        error={
          findUnknownField(draft.subject) ??
          (isIncomplete && draft.subject.trim() === '' && t('A message needs a subject too.'))
        }
        onChange={(event) => change({ subject: event.currentTarget.value })}
      />
      <Textarea
        label={t('Message')}
        autosize
        minRows={4}
        maxRows={14}
        maxLength={10_000}
        placeholder={defaultMessage?.body ?? t('Write a personal message')}
        value={draft.body}
        ref={bodyRef}
        error={
          findUnknownField(draft.body) ??
          (isIncomplete && draft.body.trim() === '' && t('A subject needs a message too.'))
        }
        onChange={(event) => change({ body: event.currentTarget.value })}
      />
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          {t('Insert the recipient’s name:')}
        </Text>
        {mergeFields.map((field) => (
          <Button
            key={field}
            size="compact-xs"
            variant="default"
            className="mono"
            aria-label={t('Insert {field}', { field: `{${field}}` })}
            onClick={() => change({ body: insertAtCursor(draft.body, `{${field}}`) })}
          >
            {`{${field}}`}
          </Button>
        ))}
      </Group>
      <Switch
        label={draft.is_ad_hoc ? t('Add a card') : t('Use a different card from the campaign’s')}
        checked={draft.greeting != null}
        onChange={(event) =>
          change({ greeting: event.currentTarget.checked ? { card: null, media_id: null } : null })
        }
      />
      {draft.greeting != null && (
        <GreetingPicker value={draft.greeting} onChange={(greeting) => change({ greeting })} />
      )}
    </Stack>
  )
}
