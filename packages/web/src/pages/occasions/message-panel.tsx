import { SegmentedControl, Stack, Switch, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import type { PreviewBody, SendChoices } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { Panel } from '#web/components/layout/page.tsx'
import {
  PhonePreview,
  type PreviewKind,
  usePreview,
} from '#web/components/layout/phone-preview.tsx'
import { t } from '#web/i18n/occasions.ts'
import { findUnknownField } from '#web/pages/send/merge-fields.ts'
import { MessageFields } from '#web/pages/send/message-fields.tsx'
import type { OccasionFormValues } from './occasion-values.ts'

interface MessagePanelProps {
  form: UseFormReturnType<OccasionFormValues>
  campaigns: SendChoices['campaigns']
}

/** The message of the rule, which takes the place of that of the campaign, and a preview for a sample person. */
export function MessagePanel({ form, campaigns }: MessagePanelProps) {
  const { campaign_id, email_message: message } = form.values
  const campaign = campaigns.find(({ id }) => id === campaign_id)
  const errorOf = (part: 'subject' | 'body') => {
    const error = form.errors[`email_message.${part}`]
    return typeof error === 'string' ? error : undefined
  }
  return (
    <Panel title={t('Message')}>
      <Stack gap="sm">
        <Switch
          label={t('A message of its own in place of the campaign’s')}
          checked={message !== null}
          onChange={(event) =>
            form.setFieldValue(
              'email_message',
              event.currentTarget.checked
                ? (campaign?.email_message ?? { subject: '', body: '' })
                : null,
            )
          }
        />
        {message !== null && (
          <MessageFields
            value={message}
            onChange={(change) => {
              for (const part of Object.keys(change)) form.clearFieldError(`email_message.${part}`)
              form.setFieldValue('email_message', { ...message, ...change })
            }}
            errors={{ subject: errorOf('subject'), body: errorOf('body') }}
          />
        )}
        <MessagePreview values={form.values} />
      </Stack>
    </Panel>
  )
}

const samplePerson = { first_name: 'Ada', last_name: 'Larkin', email: 'ada@example.com' }

function MessagePreview({ values }: { values: OccasionFormValues }) {
  const [show, setShow] = useState<PreviewKind>('mail')
  const { preview, state } = usePreview(
    'occasion',
    (input: PreviewBody) => api.post('/send/preview', input),
    toPreviewInput(values),
  )
  return (
    <Stack gap="sm" align="center">
      <SegmentedControl
        size="xs"
        aria-label={t('Preview')}
        value={show}
        onChange={(value) => setShow(value as PreviewKind)}
        data={[
          { value: 'mail', label: t('Email') },
          { value: 'page', label: t('Page') },
        ]}
      />
      <PhonePreview
        state={state}
        show={show}
        placeholder={t('Choose a campaign, and complete the message, to see a preview.')}
      />
      {preview !== undefined && (
        <Text size="xs" c="dimmed">
          {t('Subject: {subject}', { subject: preview.subject })}
        </Text>
      )}
    </Stack>
  )
}

/** Returns what the server needs for a preview; undefined while a part is missing or has an unknown field. */
function toPreviewInput({
  campaign_id,
  team_id,
  email_message,
}: OccasionFormValues): PreviewBody | undefined {
  if (campaign_id === '') return undefined
  const texts = email_message === null ? [] : [email_message.subject, email_message.body]
  if (texts.some((text) => text.trim() === '' || findUnknownField(text) !== undefined))
    return undefined
  return {
    options: {
      campaign_id,
      ...(team_id !== null && { team_id }),
      ...(email_message !== null && { email_message }),
    },
    recipient: samplePerson,
  }
}
