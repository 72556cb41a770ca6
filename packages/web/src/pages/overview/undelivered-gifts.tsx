import { Text } from '@mantine/core'
import { IconTruckReturn } from '@tabler/icons-react'
import type { UndeliveredGift } from '#web/admin-api.ts'
import { PageLink } from '#web/components/layout/link.tsx'
import { joinSentences } from '#web/i18n/format.ts'
import { t } from '#web/i18n/overview.ts'
import { AlertCard, AlertGroup } from './alert-card.tsx'

const stateLabels: Readonly<Record<UndeliveredGift['parcel_state'], string>> = {
  lost: t('Its parcel was lost.'),
  returned: t('Its parcel came back.'),
}

const giftName = ({ recipient, reference }: UndeliveredGift) =>
  recipient === ''
    ? t('Gift {reference}', { reference })
    : t('The gift for {recipient}', { recipient })

const describeGift = ({ recipient, reference }: UndeliveredGift) =>
  recipient === ''
    ? t('Gift {reference} did not arrive', { reference })
    : t('The gift for {recipient} did not arrive', { recipient })

/**
 * One card for all gifts that did not arrive. If there is only one gift, the card links to it. Otherwise the
 * user can unfold a list.
 */
export function UndeliveredGifts({ gifts }: { gifts: readonly UndeliveredGift[] }) {
  const [only, ...others] = gifts
  if (only === undefined) return null
  if (others.length === 0)
    return (
      <AlertCard
        icon={IconTruckReturn}
        title={describeGift(only)}
        about={joinSentences([
          stateLabels[only.parcel_state],
          t('Ship the items again, or send the gift again.'),
        ])}
        to={`/gift-requests/${only.id}`}
        isUrgent
      />
    )
  return (
    <AlertGroup
      icon={IconTruckReturn}
      title={t('{count} gifts did not arrive', { count: gifts.length })}
      about={t(
        'Their parcels were lost or came back. Ship the items again, or send the gifts again.',
      )}
      isUrgent
    >
      {gifts.map((gift) => (
        <li key={gift.id}>
          <PageLink size="sm" to={`/gift-requests/${gift.id}`}>
            {giftName(gift)}
          </PageLink>
          <Text size="sm" c="dimmed">
            {stateLabels[gift.parcel_state]}
          </Text>
        </li>
      ))}
    </AlertGroup>
  )
}
