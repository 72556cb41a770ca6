import { Stack, Switch, Text } from '@mantine/core'
import { useMemo } from 'react'
import { GreetingPicker } from '#web/components/forms/greeting-picker.tsx'
import { t } from '#web/i18n/send.ts'
import { findUsedRowFields, listRowFields } from './merge-fields.ts'
import { MessageFields } from './message-fields.tsx'
import { clearResults } from './recipient-rows.ts'
import { findCampaign, type SendDraft } from './send-draft.ts'
import type { StepProps } from './step-props.ts'

/** The step for the message. If a field is empty, the gift uses the text of the campaign. */
export function MessageStep({ draft, change, choices }: StepProps) {
  const campaign = findCampaign(draft, choices)
  const rowFields = useMemo(() => listRowFields(draft.rows), [draft.rows])
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
        onChange={(message) => change((current) => toChange(current, message))}
        placeholder={defaultMessage}
        rowFields={rowFields}
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

/** Returns the change of a message. The rows are checked again if it contains other columns of the list than before. */
function toChange(draft: SendDraft, message: Partial<SendDraft>): Partial<SendDraft> {
  const { rows } = draft
  const before = findUsedRowFields(draft, rows)
  const after = findUsedRowFields({ ...draft, ...message }, rows)
  return before.join() === after.join() ? message : { ...message, rows: rows.map(clearResults) }
}
