import { Anchor, Text, UnstyledButton } from '@mantine/core'
import { IconChevronRight, IconTruckReturn } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { UndeliveredGift } from '#web/admin-api.ts'

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
      <li>
        <UnstyledButton
          className="panel matter"
          data-bad
          renderRoot={(props) => <Link to={`/gift-requests/${only.id}`} {...props} />}
        >
          <IconTruckReturn size={22} aria-hidden />
          <span>
            <b>{giftName(only)} did not arrive</b>
            <Text span size="sm" c="dimmed" display="block">
              {stateLabels[only.parcel_state]} {remedy}
            </Text>
          </span>
          <IconChevronRight size={18} aria-hidden />
        </UnstyledButton>
      </li>
    )
  return (
    <li>
      <details className="panel matter-list">
        <summary className="matter" data-bad>
          <IconTruckReturn size={22} aria-hidden />
          <span>
            <b>{gifts.length} gifts did not arrive</b>
            <Text span size="sm" c="dimmed" display="block">
              Their parcels were lost or came back. {remedy}
            </Text>
          </span>
          <IconChevronRight size={18} aria-hidden />
        </summary>
        <ul>
          {gifts.map((gift) => (
            <li key={gift.id}>
              <Anchor
                size="sm"
                renderRoot={(props) => <Link to={`/gift-requests/${gift.id}`} {...props} />}
              >
                {giftName(gift)}
              </Anchor>
              <Text size="sm" c="dimmed">
                {stateLabels[gift.parcel_state]}
              </Text>
            </li>
          ))}
        </ul>
      </details>
    </li>
  )
}
