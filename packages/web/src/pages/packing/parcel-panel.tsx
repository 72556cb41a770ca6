import { Group, Menu, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { PackingLine, PackingParcel } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { BoxSkeleton } from '#web/components/feedback/status-views.tsx'
import { countryName } from '#web/components/formats/country-name.ts'
import { GiftTime } from '#web/components/formats/relative-time.tsx'
import { toRelativeUrl } from '#web/components/formats/relative-url.ts'
import { MoreMenu } from '#web/components/layout/more-menu.tsx'
import { t } from '#web/i18n/packing.ts'
import { KeyButton } from './key-button.tsx'
import type { Action } from './shortcuts.ts'
import type { Station } from './use-station.ts'

interface ParcelPanelProps {
  station: Station
  parcel: PackingParcel
  run: (action: Action) => void
}

/** A panel for the parcel on the packer's table, with the items to tick, the address and the next step. */
export function ParcelPanel({ station, parcel, run }: ParcelPanelProps) {
  const isPacked = parcel.packed_at !== null
  return (
    <section
      className="panel packing-parcel"
      aria-label={t('Parcel {barcode}', { barcode: parcel.barcode })}
    >
      <Group justify="space-between" gap="sm">
        <Title order={2} className="packing-barcode mono">
          {parcel.barcode}
        </Title>
        <Text className="packing-state" data-packed={isPacked || undefined}>
          {isPacked ? t('Packed') : t('To pack')}
        </Text>
      </Group>
      <div className="packing-columns">
        <ul className="packing-lines">
          {parcel.lines.map((line) => (
            <Line key={line.variant_id} station={station} parcel={parcel} line={line} />
          ))}
        </ul>
        <Address parcel={parcel} />
      </div>
      <Group gap="sm" mt="lg">
        {isPacked ? (
          <KeyButton action="hand_over" size="lg" onClick={() => run('hand_over')}>
            {t('Hand over')}
          </KeyButton>
        ) : (
          <KeyButton action="pack" size="lg" onClick={() => run('pack')}>
            {t('Packed')}
          </KeyButton>
        )}
        <KeyButton action="slip" variant="default" size="lg" onClick={() => run('slip')}>
          {t('Slip')}
        </KeyButton>
        {parcel.has_card && (
          <KeyButton action="card" variant="default" size="lg" onClick={() => run('card')}>
            {t('Card')}
          </KeyButton>
        )}
        <KeyButton action="label" variant="default" size="lg" onClick={() => run('label')}>
          {parcel.needs_rate ? t('Choose a rate') : t('Label')}
        </KeyButton>
        <KeyButton action="release" variant="default" size="lg" onClick={() => run('release')}>
          {t('Release')}
        </KeyButton>
        <MoreMenu label={t('More actions for this parcel')}>
          {isPacked && (
            <Menu.Item onClick={() => void station.unpack(parcel)}>
              {t('Mark as not packed')}
            </Menu.Item>
          )}
          {!isPacked && (
            <Menu.Item onClick={() => station.checkAll(parcel)}>{t('Tick all items')}</Menu.Item>
          )}
        </MoreMenu>
      </Group>
      {parcel.card_printed_at !== null && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('Card printed')} <GiftTime at={parcel.card_printed_at} />
        </Text>
      )}
      <Problems run={run} />
    </section>
  )
}

const Problems = ({ run }: { run: (action: Action) => void }) => (
  <Group gap="xs" mt="md">
    <Text size="sm" c="dimmed">
      {t('Problem?')}
    </Text>
    <KeyButton
      action="out_of_stock"
      variant="light"
      color="red"
      size="sm"
      onClick={() => run('out_of_stock')}
    >
      {t('Out of stock')}
    </KeyButton>
    <KeyButton
      action="damaged"
      variant="light"
      color="red"
      size="sm"
      onClick={() => run('damaged')}
    >
      {t('Damaged')}
    </KeyButton>
    <KeyButton
      action="address"
      variant="light"
      color="red"
      size="sm"
      onClick={() => run('address')}
    >
      {t('Address unusable')}
    </KeyButton>
  </Group>
)

interface LineProps {
  station: Station
  parcel: PackingParcel
  line: PackingLine
}

function Line({ station, parcel, line }: LineProps) {
  const { variant_id, sku, name, quantity, image_url } = line
  const isPacked = parcel.packed_at !== null
  const count = isPacked ? quantity : (station.ticks[variant_id] ?? 0)
  const isSelected = station.selected?.variant_id === variant_id
  const button = useRef<HTMLButtonElement>(null)
  const isTickedByKey = useRef(false)
  const isDone = count >= quantity
  useEffect(() => {
    if (isDone && isTickedByKey.current && button.current !== null) focusNext(button.current)
    isTickedByKey.current = false
  }, [isDone])
  return (
    <li
      className="packing-line"
      data-selected={isSelected || undefined}
      data-done={isDone || undefined}
    >
      <button
        ref={button}
        type="button"
        className="packing-tick"
        onMouseDown={(event) => event.preventDefault()}
        onClick={(event) => {
          station.tick(parcel, variant_id)
          isTickedByKey.current = event.detail === 0
        }}
        {...(isSelected && { 'aria-current': 'true' as const })}
      >
        {image_url === null ? (
          <span className="packing-picture" />
        ) : (
          <img className="packing-picture" src={toRelativeUrl(image_url)} alt="" />
        )}
        <span className="packing-name">
          <span>{name}</span>
          <span className="mono">{sku}</span>
        </span>
        <span className="packing-count">
          {count}
          <span>/{quantity}</span>
          <VisuallyHidden>
            {' '}
            {t('in the box. Tick one of {name}.', { name: line.name })}
          </VisuallyHidden>
        </span>
      </button>
    </li>
  )
}

/**
 * Moves the focus from the item that a key has ticked to the next item that is not in the box, and after the last item
 * to the button that packs the parcel.
 */
function focusNext(ticked: HTMLElement): void {
  const panel = ticked.closest('.packing-parcel')
  const next = panel?.querySelector<HTMLElement>('.packing-line:not([data-done]) .packing-tick')
  const target = next ?? panel?.querySelector<HTMLElement>('[data-action="pack"]')
  target?.focus()
}

/**
 * The address of the parcel. Only the user who has taken the parcel sees it. The audit log records each
 * request, so the browser caches the response while the user has the parcel.
 */
function Address({ parcel }: { parcel: PackingParcel }) {
  const { data, error } = useQuery({
    queryKey: ['packing', 'address', parcel.id],
    queryFn: () => api.post(`/packing/parcels/${parcel.id}/address`),
    staleTime: 'static',
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  })
  return (
    <div className="packing-address">
      <Text size="sm" c="dimmed">
        {t('Ship to')}
      </Text>
      {error !== null && data === undefined && <Text role="alert">{error.message}</Text>}
      {data === undefined && error === null && (
        <BoxSkeleton h={120} label={t('Loading the address')} />
      )}
      {data !== undefined && (
        <Stack gap="xs">
          <address>
            {data.lines.map((line) => (
              <span key={line}>{line}</span>
            ))}
            <span>{countryName(data.country)}</span>
          </address>
          {data.phone !== null && <Text>{data.phone}</Text>}
        </Stack>
      )}
    </div>
  )
}
