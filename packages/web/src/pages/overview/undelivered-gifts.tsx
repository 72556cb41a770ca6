import { Text } from '@mantine/core'
import { IconTruckReturn } from '@tabler/icons-react'
import type { UndeliveredGift } from '#web/admin-api.ts'
import { PageLink } from '#web/components/link.tsx'
import { AlertCard, AlertGroup } from './alert-card.tsx'

const stateLabels: Readonly<Record<UndeliveredGift['parcel_state'], string>> = {
  lost: 'Its parcel was lost.',
  returned: 'Its parcel came back.',
}

const remedy = 'Ship the items again, or send the gift again.'

const giftName = ({ recipient, reference }: UndeliveredGift) =>
  recipient === '' ? `Gift ${reference}` : `The gift for ${recipient}`

/** One card for all gifts that did not arrive: it links a single gift, or unfolds the list. */
export function UndeliveredGifts({ gifts }: { gifts: readonly UndeliveredGift[] }) {
  const [only, ...others] = gifts
  if (only === undefined) return null
  if (others.length === 0)
    return (
      <AlertCard
        icon={IconTruckReturn}
        title={`${giftName(only)} did not arrive`}
        about={`${stateLabels[only.parcel_state]} ${remedy}`}
        to={`/gift-requests/${only.id}`}
        isUrgent
      />
    )
  return (
    <AlertGroup
      icon={IconTruckReturn}
      title={`${gifts.length} gifts did not arrive`}
      about={`Their parcels were lost or came back. ${remedy}`}
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
