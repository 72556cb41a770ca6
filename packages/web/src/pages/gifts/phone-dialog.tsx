import { Modal, Text } from '@mantine/core'
import { ErrorState, RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { t } from '#web/i18n/gifts.ts'
import { useGift } from './gift.ts'
import { GiftLinkCode } from './link-code.tsx'

const pollIntervalMs = 1_000 // the link is created shortly after the gift

/** A dialog with the link of a gift for a phone. */
export function PhoneDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const {
    data: gift,
    error,
    refetch,
  } = useGift(id, {
    refetchInterval: ({ state }) =>
      state.data?.redemption_url === null && state.data.state === 'created'
        ? pollIntervalMs
        : false,
  })
  return (
    <Modal opened onClose={onClose} title={t('QR code of the link')}>
      {gift === undefined ? (
        error === null ? (
          <RowsSkeleton />
        ) : (
          <ErrorState error={error} retry={() => void refetch()} />
        )
      ) : gift.redemption_url === null ? (
        <Text size="sm">{t('The link is being created.')}</Text>
      ) : (
        <GiftLinkCode gift={gift} url={gift.redemption_url} />
      )}
    </Modal>
  )
}
