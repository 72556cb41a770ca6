import { Alert, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Phone, type Show, usePreview } from '#web/blocks/preview.tsx'
import type { Draft } from './draft.ts'

/** What people would see, while one draws the campaign up. */
export function Preview({ draft }: { draft: Draft }) {
  const [show, setShow] = useState<Show>('page')
  const { error, shown } = usePreview('/campaigns/preview', lookOf(draft))
  const isDirect = draft.invitation_method === 'sender_provided_address'
  const isMailed = draft.invitation_method === 'email' || isDirect
  const now = (show === 'mail' && !isMailed) || (show === 'choose' && isDirect) ? 'page' : show
  return (
    <aside aria-label="Preview">
      <Stack gap="sm">
        <SegmentedControl
          size="xs"
          aria-label="Which preview"
          value={now}
          onChange={(value) => setShow(value as Show)}
          data={[
            { value: 'page', label: 'Page' },
            ...(isDirect ? [] : [{ value: 'choose', label: 'Choosing' }]),
            ...(isMailed ? [{ value: 'mail', label: 'Mail' }] : []),
          ]}
        />
        {error !== null && <Alert color="red">{error.message}</Alert>}
        <Phone
          token={shown?.token}
          show={now}
          missing="Offer something in a colour of your own, and you see here what people will see."
        />
        {shown !== undefined && now === 'mail' && (
          <Text size="xs" c="dimmed">
            Subject: {shown.subject}
          </Text>
        )}
      </Stack>
    </aside>
  )
}

/** Undefined while there is nothing to be shown. */
function lookOf(draft: Draft) {
  const { name: _, description: __, reminders: ___, ...look } = draft
  const isThere = look.variant_ids.length > 0 && /^#[0-9a-f]{6}$/i.test(look.theme.color)
  return isThere && Number(look.expires_after_days) >= 1 ? look : undefined
}
