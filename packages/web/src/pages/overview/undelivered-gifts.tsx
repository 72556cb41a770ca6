import { Text } from '@mantine/core'
import { IconTruckReturn } from '@tabler/icons-react'
import type { UndeliveredGift } from '#web/admin-api.ts'
import { PageLink } from '#web/components/link.tsx'
import { t } from '#web/i18n/overview.ts'
import { AlertCard, AlertGroup } from './alert-card.tsx'

const stateLabels: Readonly<Record<UndeliveredGift['parcel_state'], string>> = {
  lost: t('Its parcel was lost.'),
  returned: t('Its parcel came back.'),
}

const remedy = 'Ship the items again, or send the gift again.'

const giftName = ({ recipient, reference }: UndeliveredGift) =>
  recipient === ''
    ? t('Gift {reference}', { reference })
    : t('The gift for {recipient}', { recipient })

/** One card for all gifts that did not arrive: it links a single gift, or unfolds the list. */
export function UndeliveredGifts({ gifts }: { gifts: readonly UndeliveredGift[] }) {
  const [only, ...others] = gifts
  if (only === undefined) return null
  if (others.length === 0)
    return (
      <AlertCard
        icon={IconTruckReturn}
        title={t('{only} did not arrive', { only: giftName(only) })}
        about={`${stateLabels[only.parcel_state]} ${remedy}`}
        to={`/gift-requests/${only.id}`}
        isUrgent
      />
    )
  return (
    <AlertGroup
      icon={IconTruckReturn}
      title={t('{length} gifts did not arrive', { length: gifts.length })}
      about={t('Their parcels were lost or came back. {remedy}', { remedy })}
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
