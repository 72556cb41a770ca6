import { Anchor, Group, Stack, Text } from '@mantine/core'
import { Copy } from '#web/blocks/copy.tsx'
import { Moment } from '#web/blocks/moment.tsx'
import { Panel } from '#web/blocks/page.tsx'
import type { Parcel } from './detail.ts'
import { plain } from './words.ts'

/** Each parcel with what is in it, and everything that was seen of it. */
export const Parcels = ({ parcels }: { parcels: readonly Parcel[] }) => (
  <Panel title={parcels.length === 1 ? 'Parcel' : `${parcels.length} parcels`}>
    <Stack gap="lg">
      {parcels.map((parcel) => (
        <OneParcel key={parcel.id} parcel={parcel} isOnly={parcels.length === 1} />
      ))}
    </Stack>
  </Panel>
)

function OneParcel({ parcel, isOnly }: { parcel: Parcel; isOnly: boolean }) {
  const { number, state, lines, carrier, tracking_code, tracking_url, estimated_at } = parcel
  return (
    <div>
      <Group justify="space-between" gap="xs" mb="xs">
        <Text fw={600} size="sm">
          {!isOnly && `Parcel ${number}: `}
          {plain(state)}
        </Text>
        <Group gap={6}>
          <Text size="sm" c="dimmed">
            {carrier ?? 'No carrier yet'}
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
              <Copy value={tracking_code} label="Copy the tracking code" />
            </>
          )}
        </Group>
      </Group>
      <Text size="sm" mb="sm">
        {lines
          .map(({ name, quantity }) => (quantity > 1 ? `${name} × ${quantity}` : name))
          .join(', ')}
        {estimated_at !== null && (
          <Text span inherit c="dimmed">
            {' '}
            · expected <Moment at={estimated_at} />
          </Text>
        )}
      </Text>
      <ol className="line">
        {parcel.steps.map(({ at, words, place, state: seen }) => (
          <li key={`${at} ${seen}`} data-tone={seen === 'delivered' ? 'good' : 'move'}>
            <Group justify="space-between" gap="xs" align="baseline">
              <Text size="sm">
                {words}
                {place !== null && `, ${place}`}
              </Text>
              <Text size="sm" c="dimmed">
                <Moment at={at} />
              </Text>
            </Group>
          </li>
        ))}
      </ol>
    </div>
  )
}
