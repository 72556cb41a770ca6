import { Stack, Switch, Text } from '@mantine/core'
import { GreetingPicker } from '#web/components/forms/greeting-picker.tsx'
import { t } from '#web/i18n/send.ts'
import { MessageFields } from './message-fields.tsx'
import { findCampaign } from './send-draft.ts'
import type { StepProps } from './step-props.ts'

/** The step for the message. If a field is empty, the gift uses the text of the campaign. */
export function MessageStep({ draft, change, choices }: StepProps) {
  const campaign = findCampaign(draft, choices)
  const defaultMessage = campaign?.email_message
  const { subject, body } = draft
  const isIncomplete = (subject.trim() === '') !== (body.trim() === '')
  return (
    <Stack gap="sm">
      {defaultMessage !== undefined && (
        <Text size="sm" c="dimmed">
          {t('Leave both fields empty to use the campaign’s message, shown in grey.')}
        </Text>
      )}
      <MessageFields
        value={{ subject, body }}
        onChange={change}
        placeholder={defaultMessage}
        errors={{
          ...(isIncomplete &&
            subject.trim() === '' && { subject: t('A message needs a subject too.') }),
          ...(isIncomplete && body.trim() === '' && { body: t('A subject needs a message too.') }),
        }}
      />
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
