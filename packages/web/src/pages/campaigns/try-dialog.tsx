import { Anchor, Button, Group, Modal, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '#web/api.ts'
import { ErrorState, RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { t } from '#web/i18n/campaigns.ts'
import { formatDate } from '#web/i18n/format.ts'
import { LinkCode } from '#web/pages/gifts/link-code.tsx'

interface TryDialogProps {
  /** The campaign. Without it, the newest one. */
  campaignId?: string
  onClose: () => void
}

/** A dialog with a link for the own phone, which leads through the pages of a campaign and stores nothing. */
export function TryDialog({ campaignId, onClose }: TryDialogProps) {
  // No query: the link must stay the same when other writes reload the data of the page.
  const { data, error, mutate, isPending } = useMutation({
    mutationFn: () => createLink(campaignId),
  })
  useEffect(() => mutate(), [mutate])
  return (
    <Modal opened onClose={onClose} title={t('Open on my phone')}>
      {data === undefined ? (
        error === null ? (
          <RowsSkeleton />
        ) : (
          <ErrorState error={error} retry={() => mutate()} />
        )
      ) : (
        <>
          <LinkCode url={data.url}>
            <Text size="sm" c="dimmed">
              {t('A preview: nothing is saved, ordered or sent, and no statistic counts it.')}
            </Text>
          </LinkCode>
          <Group justify="space-between" mt="md" gap="xs">
            <Text size="sm" role="status">
              {t('The link works until {time}.', {
                time: formatDate(data.expires_at, { timeStyle: 'short' }),
              })}
            </Text>
            <Group gap="xs">
              <Anchor href={data.url} target="_blank" size="sm">
                {t('Open it here')}
              </Anchor>
              <Button
                size="compact-sm"
                variant="default"
                loading={isPending}
                onClick={() => mutate()}
              >
                {t('New link')}
              </Button>
            </Group>
          </Group>
        </>
      )}
    </Modal>
  )
}

async function createLink(campaignId: string | undefined) {
  const id = campaignId ?? (await findNewest())
  return api.post(`/campaigns/${id}/preview-links`)
}

async function findNewest(): Promise<string> {
  const { data } = await api.get('/campaign-cards', { state: 'available', limit: 1 })
  const [newest] = data
  if (newest === undefined) throw new Error(t('Create a campaign first.'))
  return newest.id
}
