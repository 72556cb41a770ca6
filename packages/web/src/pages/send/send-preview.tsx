import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { PreviewBody, SendChoices } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { toast } from '#web/components/feedback/toast.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import {
  PhonePreview,
  type PreviewKind,
  usePreview,
} from '#web/components/layout/phone-preview.tsx'
import { t } from '#web/i18n/send.ts'
import { findUsedRowFields } from './merge-fields.ts'
import { toRequestRow } from './recipient-rows.ts'
import { hasItemPerRow, isDirectSend, type SendDraft, toSendRequest } from './send-draft.ts'

/** The sample recipient for the preview. It is used while the list is empty. */
const sampleRecipient = { first_name: 'Ada', last_name: 'Larkin', email: 'ada@example.com' }

/** A preview of the email and the page of the first recipient. */
export function SendPreview({ draft, choices }: { draft: SendDraft; choices: SendChoices }) {
  const [show, setShow] = useState<PreviewKind>('mail')
  const input = toPreviewInput(draft, choices)
  const { debouncedInput, preview, state } = usePreview(
    'send',
    (input: PreviewBody) => api.post('/send/preview', input),
    input,
  )
  const test = useAction(
    (input: PreviewBody) => api.post('/send/test', input),
    ({ email }) => toast(t('A test email is being sent to {email}.', { email })),
  )
  const isDirect = isDirectSend(draft, choices)
  const activeView = isDirect && show === 'choose' ? 'page' : show
  return (
    <aside aria-label={t('Preview')} data-empty={input === undefined || undefined}>
      <Stack gap="sm">
        <SegmentedControl
          size="xs"
          aria-label={t('Preview type')}
          value={activeView}
          onChange={(value) => setShow(value as PreviewKind)}
          data={[
            { value: 'mail', label: t('Email') },
            { value: 'page', label: t('Page') },
            ...(isDirect ? [] : [{ value: 'choose', label: t('Choosing') }]),
          ]}
        />
        <PhonePreview
          state={state}
          show={activeView}
          placeholder={t('Choose a gift to see a preview.')}
        />
        {debouncedInput !== undefined && preview !== undefined && (
          <Group justify="space-between" gap="xs">
            <Text size="xs" c="dimmed" style={{ flex: '1 1 8rem' }}>
              {activeView === 'mail'
                ? t('Subject: {subject}', { subject: preview.subject })
                : t('Recipient page on a phone')}
            </Text>
            <Button
              size="compact-sm"
              variant="default"
              loading={test.isPending}
              onClick={() => test.mutate(debouncedInput)}
            >
              {t('Send a test to myself')}
            </Button>
          </Group>
        )}
      </Stack>
    </aside>
  )
}

function toPreviewInput(draft: SendDraft, choices: SendChoices): PreviewBody | undefined {
  const options = toSendRequest(draft, choices)
  if (options === undefined) return undefined
  if (draft.is_ad_hoc && draft.variant_ids.length === 0) return undefined
  const first = draft.rows[0]
  const format = {
    ...{ hasAddress: false, hasItem: hasItemPerRow(draft) },
    messageFields: findUsedRowFields(draft, draft.rows),
  }
  const { recipient, fields, item } =
    first === undefined
      ? { recipient: sampleRecipient, fields: undefined, item: undefined }
      : toRequestRow(first, 0, format)
  const { send_id: _, send_at: __, ...rest } = options
  return {
    options: rest,
    recipient: {
      first_name: recipient.first_name || sampleRecipient.first_name,
      last_name: recipient.last_name || sampleRecipient.last_name,
      email: recipient.email || sampleRecipient.email,
    },
    ...(fields !== undefined && { fields }),
    ...(item !== undefined && { item }),
  }
}
