import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { GreetingInput } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { GreetingMediaView } from '#web/components/files/greeting-media-input.tsx'
import { cardLabels, cardUrl } from '#web/components/forms/card-labels.ts'
import { GreetingPicker, toNewGreeting } from '#web/components/forms/greeting-picker.tsx'
import { Panel } from '#web/components/layout/page.tsx'
import { t } from '#web/i18n/gifts.ts'
import { usePermission } from '#web/session.ts'
import { useRead } from '#web/use-read.ts'
import type { Gift } from './gift.ts'

/** A panel with the message of the gift and its card. */
export function GreetingPanel({ gift }: { gift: Gift }) {
  const [isOpen, setOpen] = useState(false)
  const { data: greeting } = useRead(`/gift_requests/${gift.id}/greeting`)
  const canChange =
    usePermission('gift_requests:write') &&
    gift.status !== 'cancelled' &&
    gift.recipient.name !== ''
  return (
    <Panel title={t('Message')}>
      {greeting?.card != null && (
        <img
          src={cardUrl(greeting.card)}
          alt={t('Card: {name}', { name: cardLabels[greeting.card] ?? greeting.card })}
          className="gift-card-picture"
        />
      )}
      <Text size="sm" fw={600}>
        {gift.email_message.subject || '–'}
      </Text>
      <Text size="sm" mt={4} style={{ whiteSpace: 'pre-wrap' }}>
        {gift.email_message.body}
      </Text>
      {greeting?.media != null && <GreetingMediaView mediaId={greeting.media.id} />}
      {greeting !== undefined && canChange && (
        <Button variant="default" size="xs" mt="sm" onClick={() => setOpen(true)}>
          {t('Change card')}
        </Button>
      )}
      {greeting !== undefined && (
        <Modal
          opened={isOpen}
          onClose={() => setOpen(false)}
          title={t('Card of this gift')}
          size="lg"
        >
          <GreetingForm
            gift={gift}
            initial={{ card: greeting.card, media_id: greeting.media?.id ?? null }}
            isOwn={greeting.is_own}
            onDone={() => setOpen(false)}
          />
        </Modal>
      )}
    </Panel>
  )
}

function GreetingForm({
  gift,
  initial,
  isOwn,
  onDone,
}: {
  gift: Gift
  initial: GreetingInput
  isOwn: boolean
  onDone: () => void
}) {
  const [value, setValue] = useState(initial)
  const save = useMutation({
    mutationFn: (input: GreetingInput | null): Promise<unknown> =>
      input === null
        ? api.delete(`/gift_requests/${gift.id}/greeting`)
        : api.put(`/gift_requests/${gift.id}/greeting`, toNewGreeting(input)),
    onSuccess: onDone,
  })
  return (
    <Stack>
      <GreetingPicker value={value} onChange={setValue} />
      {save.error !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {save.error.message}
        </Text>
      )}
      <Group justify="flex-end">
        {isOwn && gift.campaign !== null && (
          <Button variant="default" onClick={() => save.mutate(null)} loading={save.isPending}>
            {t('Use the campaign’s card')}
          </Button>
        )}
        <Button onClick={() => save.mutate(value)} loading={save.isPending}>
          {t('Save card')}
        </Button>
      </Group>
    </Stack>
  )
}
