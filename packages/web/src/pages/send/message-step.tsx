import { Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { GreetingPicker } from '#web/components/greeting-picker.tsx'
import { t } from '#web/i18n/send.ts'
import { findCampaign } from './send-draft.ts'
import type { StepProps } from './step-props.ts'

/** The message. Empty fields use the message of the campaign. */
export function MessageStep({ draft, change, choices }: StepProps) {
  const campaign = findCampaign(draft, choices)
  const defaultMessage = campaign?.email_message
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
        error={isIncomplete && draft.subject.trim() === '' && t('A message needs a subject too.')}
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
        error={isIncomplete && draft.body.trim() === '' && t('A subject needs a message too.')}
        onChange={(event) => change({ body: event.currentTarget.value })}
      />
      <Switch
        label={draft.is_ad_hoc ? t('Add a card') : t('Choose another card than the campaign’s')}
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
