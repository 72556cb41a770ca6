import { Stack, Text } from '@mantine/core'
import { StatusBadge } from '#web/components/feedback/status-badge.tsx'
import { ErrorState, RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { DescriptionList, Panel } from '#web/components/layout/page.tsx'
import { t } from '#web/i18n/gifts.ts'
import { getGiftLabels } from './detail-labels.ts'
import { useGift } from './gift.ts'
import { CurrentState, GiftWarnings, toDescriptionRows } from './gift-page.tsx'
import { ItemsPanel } from './items-panel.tsx'
import { Timeline } from './timeline.tsx'

/** A short view of a gift next to the list. */
export function GiftPreview({ id }: { id: string }) {
  const { data: gift, error, refetch } = useGift(id)
  if (gift === undefined)
    return error === null ? (
      <RowsSkeleton />
    ) : (
      <ErrorState error={error} retry={() => void refetch()} />
    )
  const labels = getGiftLabels(gift, gift.state)
  return (
    <Stack gap="md">
      <div>
        <StatusBadge tone={labels.tone}>{labels.label}</StatusBadge>
        <Text size="sm" mt={4}>
          <CurrentState gift={gift} />
        </Text>
      </div>
      <GiftWarnings gift={gift} />
      <Panel title={t('Timeline')}>
        <Timeline gift={gift} />
      </Panel>
      <ItemsPanel gift={gift} />
      <Panel title={t('Details')}>
        <DescriptionList rows={toDescriptionRows(gift)} />
      </Panel>
    </Stack>
  )
}
