import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Parcel } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { confirm } from '#web/components/dialogs/confirm.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { GiftTime } from '#web/components/formats/relative-time.tsx'
import { CopyIconButton } from '#web/components/layout/copy-icon-button.tsx'
import { Panel } from '#web/components/layout/page.tsx'
import { Trans, t } from '#web/i18n/gifts.ts'
import { usePermission } from '#web/session.ts'
import { parcelStateLabel } from './detail-labels.ts'
import type { Gift } from './gift.ts'
import { ParcelMenu } from './parcel-actions.tsx'
import { translateServerText } from './server-texts.ts'

/** A panel with the parcels of a gift, their contents and their tracking history. */
export function ParcelsPanel({ gift }: { gift: Gift }) {
  const { parcels } = gift
  const isAdmin = usePermission('catalogue:write')
  const shipAgain = useShipAgain(gift)
  return (
    <Panel
      title={parcels.length === 1 ? t('Parcel') : t('{count} parcels', { count: parcels.length })}
    >
      <Stack gap="lg">
        {parcels.map((parcel) => (
          <ParcelItem
            key={parcel.id}
            parcel={parcel}
            isOnly={parcels.length === 1}
            menu={<ParcelMenu gift={gift} parcel={parcel} />}
          >
            {isAdmin && parcel.can_ship_again && (
              <Button size="xs" variant="default" mb="sm" onClick={() => shipAgain(parcel)}>
                {t('Ship again…')}
              </Button>
            )}
          </ParcelItem>
        ))}
      </Stack>
    </Panel>
  )
}

/**
 * Returns a function that ships the items of a parcel again. It asks for confirmation first, because a second
 * parcel costs as much as the first one.
 */
function useShipAgain({ id }: Gift) {
  return (parcel: Parcel) =>
    confirm({
      title: t('Ship this parcel’s items again?'),
      children: t(
        'New items are taken from stock and shipped in a new parcel to the same address.',
      ),
      confirmLabel: t('Ship again'),
      onConfirm: async () => {
        await api.post(`/gift_requests/${id}/ship_again`, { parcel_id: parcel.id })
        toast(t('New parcel created.'))
      },
    })
}

interface ParcelItemProps {
  parcel: Parcel
  isOnly: boolean
  menu: ReactNode
  children: ReactNode
}

function ParcelItem({ parcel, isOnly, menu, children }: ParcelItemProps) {
  const { number, state, line_items, carrier, tracking_code, tracking_url, estimated_at } = parcel
  return (
    <div>
      <Group justify="space-between" gap="xs" mb="xs">
        <Text fw={600} size="sm">
          {isOnly
            ? parcelStateLabel(state)
            : t('Parcel {number}: {details}', { number, details: parcelStateLabel(state) })}
        </Text>
        <Group gap={6}>
          <Text size="sm" c="dimmed">
            {carrier ?? (state === 'ordered' ? t('No carrier yet') : t('Carrier not named'))}
          </Text>
          {tracking_code !== null && (
            <>
              {tracking_url === null ? (
                <span className="mono">{tracking_code}</span>
              ) : (
                <Anchor size="sm" href={tracking_url} target="_blank" rel="noreferrer">
                  {tracking_code}
                </Anchor>
              )}
              <CopyIconButton value={tracking_code} label={t('Copy the tracking code')} />
            </>
          )}
          {menu}
        </Group>
      </Group>
      <Text size="sm" mb="sm">
        {line_items
          .map(({ name, quantity }) => (quantity > 1 ? `${name} × ${quantity}` : name))
          .join(', ')}
        {estimated_at !== null && (
          <Text span inherit c="dimmed">
            {' · '}
            <Trans text="expected {time}" time={<GiftTime at={estimated_at} />} />
          </Text>
        )}
      </Text>
      {parcel.adult_signature_age !== null && (
        <Badge size="sm" variant="default" mb="sm">
          {t('Adult signature needed ({age}+)', { age: parcel.adult_signature_age })}
        </Badge>
      )}
      {children}
      <ol className="line">
        {parcel.scans.map(({ at, description, location, state: seen }) => (
          <li key={`${at} ${seen}`} data-tone={seen === 'delivered' ? 'good' : 'move'}>
            <Group justify="space-between" gap="xs" align="baseline">
              <Text size="sm">
                {translateServerText(description)}
                {location !== null && `, ${translateServerText(location)}`}
              </Text>
              <Text size="sm" c="dimmed">
                <GiftTime at={at} />
              </Text>
            </Group>
          </li>
        ))}
      </ol>
    </div>
  )
}
