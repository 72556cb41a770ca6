import { Button, Text } from '@mantine/core'
import type { QueuedParcel } from '#web/admin-api.ts'
import { GiftTime } from '#web/components/formats/relative-time.tsx'
import { t } from '#web/i18n/packing.ts'
import type { Station } from './use-station.ts'

interface HandedOverRowProps {
  row: QueuedParcel
  handOver: NonNullable<QueuedParcel['hand_over']>
  station: Station
}

/** A parcel that was handed over some minutes ago, with the button that takes it back. */
export const HandedOverRow = ({ row, handOver, station }: HandedOverRowProps) => (
  <li>
    <div style={{ minWidth: 0 }}>
      <Text fw={600} className="mono">
        {row.barcode}
      </Text>
      {handOver.is_cancelled && (
        <Text size="sm" fw={600} c="var(--mantine-color-error)">
          {t('The gift was cancelled. Take this parcel out of the pile.')}
        </Text>
      )}
      <Text size="sm" truncate>
        {row.lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')}
      </Text>
      <Text size="xs" c="dimmed">
        {[handOver.carrier, handOver.tracking_code ?? t('no number')].filter(Boolean).join(' · ')}
        {'\u00a0· '}
        <GiftTime at={handOver.at} />
      </Text>
    </div>
    <Button
      variant="default"
      flex="none"
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => void station.undoHandOver(row)}
      aria-label={t('Take back parcel {barcode}', { barcode: row.barcode })}
    >
      {t('Take back')}
    </Button>
  </li>
)
