import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/api.ts'
import { Notice } from '#web/blocks/notice.tsx'
import { Phone, type Show, usePreview } from '#web/blocks/preview.tsx'
import { toast, toastError } from '#web/blocks/toast.tsx'
import { type Choices, type Draft, isDirect, sendingOf } from './draft.ts'
import { wireRow } from './rows.ts'

/** Who is shown while nobody is on the list. */
const anybody = { first_name: 'Ada', last_name: 'Larkin', email: 'ada@example.com' }

/** What the first person on the list would get: their mail and their page, as they are. */
export function Preview({ draft, choices }: { draft: Draft; choices: Choices }) {
  const [show, setShow] = useState<Show>('mail')
  const { settled, error, shown } = usePreview('/send/preview', lookOf(draft, choices))
  const test = useMutation({
    mutationFn: () => api.post<{ email: string }>('/send/test', settled),
    onSuccess: ({ email }) => toast(`A test is on its way to ${email}.`),
    onError: toastError,
  })
  const isPost = isDirect(draft, choices)
  const now = isPost && show === 'choose' ? 'page' : show
  return (
    <aside aria-label="Preview">
      <Stack gap="sm">
        <SegmentedControl
          size="xs"
          aria-label="Which preview"
          value={now}
          onChange={(value) => setShow(value as Show)}
          data={[
            { value: 'mail', label: 'Mail' },
            { value: 'page', label: 'Page' },
            ...(isPost ? [] : [{ value: 'choose', label: 'Choosing' }]),
          ]}
        />
        {error !== null && (
          <Notice tone="bad" title="No preview">
            {error.message}
          </Notice>
        )}
        <Phone
          token={shown?.token}
          show={now}
          missing="Choose what they get, and you see here what they will see."
        />
        {shown !== undefined && (
          <Group justify="space-between" gap="xs">
            <Text size="xs" c="dimmed" style={{ flex: '1 1 8rem' }}>
              {now === 'mail' ? `Subject: ${shown.subject}` : 'Their page, on a telephone'}
            </Text>
            <Button
              size="compact-sm"
              variant="default"
              loading={test.isPending}
              onClick={() => test.mutate()}
            >
              Send a test to myself
            </Button>
          </Group>
        )}
      </Stack>
    </aside>
  )
}

function lookOf(draft: Draft, choices: Choices) {
  const sending = sendingOf(draft, choices)
  if (sending === undefined) return undefined
  if (draft.is_ad_hoc && draft.variant_ids.length === 0) return undefined
  const first = draft.rows[0]
  const { recipient } = first === undefined ? { recipient: anybody } : wireRow(first, 0, false)
  const { round: _, send_at: __, ...rest } = sending as Record<string, unknown>
  return {
    sending: rest,
    recipient: {
      first_name: recipient.first_name || anybody.first_name,
      last_name: recipient.last_name || anybody.last_name,
      email: recipient.email || anybody.email,
    },
  }
}
