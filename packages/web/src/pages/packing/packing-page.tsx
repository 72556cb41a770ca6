import type { DocumentKind, PackingParcel, QueueSummary } from '#web/admin-api.ts'
import './packing.css'
import { Button, Group, Menu, Select, Text, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconKeyboard, IconVolume, IconVolumeOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, api } from '#web/api.ts'
import { EmptyList } from '#web/components/feedback/empty-list.tsx'
import { ErrorState } from '#web/components/feedback/status-views.tsx'
import { Page } from '#web/components/layout/page.tsx'
import { useUrlFilters } from '#web/components/lists/use-url-filters.ts'
import { t } from '#web/i18n/packing.ts'
import { HelpDialog } from './dialogs.tsx'
import { EndedLeases } from './ended-leases.tsx'
import { KeyButton } from './key-button.tsx'
import { completeText, formatCount, isComplete } from './packing.ts'
import { type OpenDialog, ParcelDialog } from './parcel-dialog.tsx'
import { ParcelPanel } from './parcel-panel.tsx'
import { PrintAll, usePrintSettings } from './print-all.tsx'
import { type PrintSettings, printCarrierLabel, printDocument } from './print-document.ts'
import { QueuePanel } from './queue-panel.tsx'
import { ScanField } from './scan-field.tsx'
import { type Action, altKey, keyOf, useShortcuts } from './shortcuts.ts'
import { type Station, useStation } from './use-station.ts'

/**
 * The page of the packing station. With a scanner or the keyboard, the packer takes a parcel, ticks its
 * items, packs it and hands it over.
 */
export function PackingPage() {
  const { filters, set } = useUrlFilters()
  const warehouse_id = filters.warehouse
  const station = useStation(warehouse_id)
  const { current } = station
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [dialog, setDialog] = useState<OpenDialog>()
  const field = useRef<HTMLInputElement>(null)
  const summary = useSummary(warehouse_id)
  const { print, printLabel } = createPrinter(station, usePrintSettings()[0])
  useParcelOfUrl(station, filters.parcel, () => set({ parcel: undefined }))
  const close = useCallback(() => {
    setHelpOpen(false)
    setDialog(undefined)
    requestAnimationFrame(() => field.current?.focus())
  }, [])
  const run = (action: Action) => {
    if (action === 'next') return void station.takeNext(1)
    if (action === 'sound') return station.sound.toggle()
    if (action === 'help') return setHelpOpen(true)
    if (action === 'undo_hand_over') return station.undoLast()
    if (current === undefined) return station.say('error', t('Take a parcel first.'))
    const line = station.selected ?? current.lines[0]
    const openDialog = (kind: OpenDialog['kind']) =>
      setDialog({ kind, parcel_id: current.id, variant_id: line?.variant_id })
    runOnParcel(action, station, current, { print, printLabel, openDialog })
  }
  useShortcuts(run)
  return (
    <Page
      title={t('Packing')}
      action={
        <StationTools
          station={station}
          summary={summary}
          run={run}
          set={set}
          warehouse_id={warehouse_id}
        />
      }
    >
      <div>
        <EndedLeases station={station} />
        <ScanField
          field={field}
          onScan={station.scan}
          onNext={() => runNext(station, run)}
          onTick={() => run('tick')}
          onMove={(step) => moveSelection(station, step)}
        />
      </div>
      <Message station={station} run={run} />
      {station.leases.error !== null && !station.leases.isLoaded && (
        <ErrorState error={station.leases.error} />
      )}
      <div className="packing-layout">
        <div className="packing-main">
          {current === undefined ? (
            <NoParcel station={station} run={run} />
          ) : (
            <ParcelPanel station={station} parcel={current} run={run} />
          )}
        </div>
        <div className="packing-side">
          <MyParcels station={station} print={print} />
          <QueuePanel station={station} summary={summary} warehouse_id={warehouse_id} />
        </div>
      </div>
      {isHelpOpen && <HelpDialog onClose={close} />}
      {dialog !== undefined && (
        <ParcelDialog
          station={station}
          dialog={dialog}
          undoMinutes={summary?.undo_minutes}
          close={close}
        />
      )}
    </Page>
  )
}

/**
 * Does the next step of the current parcel when the packer presses Enter. The step never ticks an item, so
 * that no item is ticked unseen.
 */
function runNext(station: Station, run: (action: Action) => void): void {
  const { current, ticks, say } = station
  if (current === undefined) run('next')
  else if (current.packed_at !== null) openNext(station, run)
  else if (isComplete(current, ticks)) run('pack')
  else
    say(
      'error',
      t('Scan the other items, or press {keys} to confirm by hand.', {
        keys: `${altKey} ${keyOf('pack')}`,
      }),
    )
}

/**
 * Opens the next parcel after a packed parcel. It is the next parcel that the packer has taken, or else the
 * oldest parcel in the queue. The function never starts a hand-over.
 */
function openNext({ parcels, open }: Station, run: (action: Action) => void): void {
  const next = parcels.find(({ packed_at }) => packed_at === null)
  if (next === undefined) run('next')
  else open(next.id)
}

function runOnParcel(
  action: Action,
  station: Station,
  current: PackingParcel,
  tools: {
    print: (kind: DocumentKind, ids: string[]) => void
    printLabel: (id: string) => void
    openDialog: (kind: OpenDialog['kind']) => void
  },
): void {
  const isPacked = current.packed_at !== null
  if (action === 'tick') tickSelected(station, current)
  else if (action === 'pack' && !isPacked) void station.pack(current)
  else if (action === 'hand_over' && !isPacked)
    station.say('error', t('Mark the parcel as packed first.'))
  else if (action === 'slip') tools.print('packing_slip', [current.id])
  else if (action === 'card') tools.print('greeting_card', [current.id])
  else if (action === 'label' && current.needs_rate) tools.openDialog('rates')
  else if (action === 'label' && current.carrier_id !== 'manual') tools.printLabel(current.id)
  else if (action === 'label') tools.print('address_label', [current.id])
  else if (action === 'release') void station.release(current)
  else if (isDialog(action)) tools.openDialog(action)
}

/** Ticks one unit of the selected item. After the last item, none is selected. */
function tickSelected(station: Station, parcel: PackingParcel): void {
  const line = station.selected ?? (parcel.packed_at === null ? undefined : parcel.lines[0])
  if (line === undefined) station.say('ok', completeText, 'done')
  else station.tick(parcel, line.variant_id)
}

const isDialog = (action: Action): action is OpenDialog['kind'] & Action =>
  action === 'hand_over' ||
  action === 'out_of_stock' ||
  action === 'damaged' ||
  action === 'address'

function moveSelection({ current, selected, select }: Station, step: 1 | -1): void {
  const lines = current?.lines ?? []
  const index = lines.findIndex(({ variant_id }) => variant_id === selected?.variant_id)
  select(lines[Math.min(lines.length - 1, Math.max(0, index + step))]?.variant_id)
}

function useSummary(warehouse_id: string | undefined): QueueSummary | undefined {
  const { data } = useQuery({
    queryKey: ['packing', 'summary', warehouse_id],
    queryFn: () => api.get('/packing/summary', { warehouse_id }),
    refetchInterval: 10_000,
  })
  return data
}

function createPrinter(station: Station, settings: PrintSettings) {
  const onError = (error: unknown) => {
    const reason = error instanceof ApiError ? error.message : t('Try again.')
    station.say('error', t('The document could not be printed. {reason}', { reason }))
  }
  return {
    print: (kind: DocumentKind, ids: readonly string[]) =>
      void printDocument(kind, settings, ids).catch(onError),
    printLabel: (id: string) => void printCarrierLabel(id).catch(onError),
  }
}

/** Opens the parcel in the URL once. The URL comes from the QR code of a packing slip. */
function useParcelOfUrl(station: Station, parcel: string | undefined, clear: () => void): void {
  const latest = useRef({ take: station.take, clear })
  latest.current = { take: station.take, clear }
  useEffect(() => {
    if (parcel === undefined) return
    void latest.current.take(parcel)
    latest.current.clear()
  }, [parcel])
}

/** The result of the last scan or action. Its place on the page never changes. */
const Message = ({
  station: { message },
  run,
}: {
  station: Station
  run: (action: Action) => void
}) => (
  <div className="packing-message" data-tone={message?.tone ?? 'idle'}>
    {message === undefined && <Text c="dimmed">{t('Ready. Scan a parcel, or press Enter.')}</Text>}
    <span role="status">{message?.tone === 'ok' ? message.text : ''}</span>
    <span role="alert">{message?.tone === 'error' ? message.text : ''}</span>
    {message?.canUndo && (
      <KeyButton
        action="undo_hand_over"
        variant="default"
        size="sm"
        onClick={() => run('undo_hand_over')}
      >
        {t('Take back')}
      </KeyButton>
    )}
  </div>
)

interface StationToolsProps {
  station: Station
  summary: QueueSummary | undefined
  run: (action: Action) => void
  set: (change: Record<string, string | undefined>) => void
  warehouse_id: string | undefined
}

function StationTools({ station, summary, run, set, warehouse_id }: StationToolsProps) {
  const warehouses = summary?.warehouses ?? []
  return (
    <Group gap="sm">
      {warehouses.length > 1 && (
        <Select
          aria-label={t('Warehouse')}
          w={210}
          clearable
          placeholder={t('All warehouses')}
          data={warehouses.map(({ id, name }) => ({ value: id, label: name }))}
          value={warehouse_id ?? null}
          onChange={(value) => set({ warehouse: value ?? undefined })}
        />
      )}
      <KeyButton
        action="sound"
        variant="default"
        size="sm"
        onClick={() => run('sound')}
        px="xs"
        title={station.sound.isOn ? t('Sound on') : t('Sound off')}
      >
        <VisuallyHidden>{station.sound.isOn ? t('Sound on') : t('Sound off')}</VisuallyHidden>
        {station.sound.isOn ? (
          <IconVolume size={18} aria-hidden />
        ) : (
          <IconVolumeOff size={18} aria-hidden />
        )}
      </KeyButton>
      <KeyButton
        action="help"
        variant="default"
        size="sm"
        onClick={() => run('help')}
        px="xs"
        title={t('Keys')}
      >
        <VisuallyHidden>{t('Keys')}</VisuallyHidden>
        <IconKeyboard size={18} aria-hidden />
      </KeyButton>
      <Group gap={1} wrap="nowrap">
        <KeyButton action="next" size="md" onClick={() => run('next')} className="packing-take">
          {t('Take next')}
        </KeyButton>
        <Menu position="bottom-end">
          <Menu.Target>
            <Button size="md" px="xs" aria-label={t('Take several parcels')}>
              <IconChevronDown size={18} aria-hidden />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {[5, 10, 20, 50].map((count) => (
              <Menu.Item key={count} onClick={() => void station.takeNext(count)}>
                {t('Take the next {count}', { count })}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </Group>
    </Group>
  )
}

const NoParcel = ({ station, run }: { station: Station; run: (action: Action) => void }) => (
  <section className="panel packing-parcel" aria-label={t('No parcel')}>
    <EmptyList
      guide="packing"
      title={station.leases.isLoading ? t('Loading your parcels') : t('No parcel on your table')}
      action={
        <KeyButton action="next" size="lg" mt="sm" onClick={() => run('next')}>
          {t('Take next')}
        </KeyButton>
      }
    >
      {t('Scan the barcode of a parcel, choose one from the queue, or take the oldest.')}
    </EmptyList>
  </section>
)

/** The parcels that the packer has taken. The packer can print their documents together. */
function MyParcels({
  station,
  print,
}: {
  station: Station
  print: (kind: DocumentKind, ids: string[]) => void
}) {
  const { parcels, current } = station
  const ids = parcels.map(({ id }) => id)
  return (
    <section className="panel packing-mine" aria-label={t('Your parcels')}>
      <Text fw={600}>
        {t('Your parcels')} <span className="count">{formatCount(parcels.length)}</span>
      </Text>
      <div className="packing-chips">
        {parcels.map(({ id, barcode, packed_at }) => (
          <button
            key={id}
            type="button"
            className="packing-chip"
            aria-pressed={id === current?.id}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => station.open(id)}
          >
            <span className="mono">{barcode}</span>
            {packed_at === null ? '' : ` ${t('packed')}`}
          </button>
        ))}
        {parcels.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('None yet. A parcel that you take is yours for 20 minutes after your last key.')}
          </Text>
        )}
      </div>
      <PrintAll parcels={parcels} print={(kind) => print(kind, ids)} />
    </section>
  )
}
