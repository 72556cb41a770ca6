import { Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { t } from '#web/i18n/packing.ts'
import type { EndedLease } from './use-leases.ts'
import type { Station } from './use-station.ts'

// biome-ignore format: read down the columns
const texts: Readonly<Record<EndedLease['reason'], readonly [title: string, text: string]>> = {
  cancelled:       [t('Stop: this gift was cancelled'), t('Do not send the parcel. Put its items back into stock.')],
  address_changed: [t('Stop: the address has changed'), t('Throw the label away. Take the parcel again and print a new one.')],
  not_to_pack:     [t('Stop: this parcel is not to pack any more'), t('Its state has changed. Put it aside and ask the sender of the gift.')],
  expired:         [t('Your 20 minutes are over'), t('Another packer can take the parcel now. Take it again to continue.')],
}

/** A clear message that the packer must stop packing a parcel. It stays until the packer has read it. */
export const EndedLeases = ({ station }: { station: Station }) => (
  <div role="alert">
    {station.ended.map(({ id, barcode, reason }) => {
      const [title, text] = texts[reason]
      const canRetake = reason === 'address_changed' || reason === 'expired'
      return (
        <div key={id} className="packing-ended">
          <IconAlertTriangle size={36} aria-hidden />
          <div style={{ flex: '1 1 16rem' }}>
            <Text fw={700} fz="lg">
              {title}: <span className="mono">{barcode}</span>
            </Text>
            <Text>{text}</Text>
          </div>
          <Group gap="xs">
            {canRetake && (
              <Button variant="white" color="dark" onClick={() => void station.take(id)}>
                {t('Take it again')}
              </Button>
            )}
            <Button variant="white" color="dark" onClick={() => station.dismissEnded(id)}>
              {t('I have read it')}
            </Button>
          </Group>
        </div>
      )
    })}
  </div>
)
