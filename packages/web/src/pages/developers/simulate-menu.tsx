import { Button, Loader, Menu } from '@mantine/core'
import { IconPlayerTrackNext } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { CarrierScan, StagingGift } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { toast } from '#web/components/feedback/toast.tsx'
import { t } from '#web/i18n/developers.ts'
import { getStateLabels } from '#web/pages/gifts/gift-labels.ts'
import { toastGiftError, translateGiftError } from '#web/pages/gifts/server-texts.ts'
import { useRead } from '#web/use-read.ts'

interface SimulateMenuProps {
  id: string
  reference: string
  /** Whether the button is small, for use in a row. */
  isCompact?: boolean
}

/**
 * A menu with the events that can happen next to a gift in staging: its transitions, and the updates of its
 * carrier.
 */
export function SimulateMenu({ id, reference, isCompact = false }: SimulateMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const simulation = useMutation({
    mutationFn: (step: SimulationStep) => simulate(id, step),
    onSuccess: (_, { label }) => toast(t('{reference}: {state}', { reference, state: label })),
    onError: toastGiftError,
  })
  return (
    <Menu position="bottom-end" opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <Button
          variant="default"
          size={isCompact ? 'compact-sm' : 'sm'}
          leftSection={<IconPlayerTrackNext size={16} aria-hidden />}
          loading={simulation.isPending}
          {...(isCompact && { 'aria-label': t('Simulate {reference}', { reference }) })}
        >
          {t('Simulate')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="min(60vh, 30rem)" style={{ overflowY: 'auto' }}>
        {isOpen && <SimulationItems id={id} run={simulation.mutate} />}
      </Menu.Dropdown>
    </Menu>
  )
}

type GiftState = StagingGift['next'][number]

type SimulationStep = { label: string } & (
  | { to: GiftState }
  | { parcelId: string; scan: CarrierScan }
)

const simulate = (id: string, step: SimulationStep): Promise<unknown> =>
  'to' in step
    ? api.post(`/test_helpers/gift_requests/${id}/advance`, { to: step.to })
    : api.post(`/staging/parcels/${step.parcelId}/scan`, { state: step.scan })

function SimulationItems({ id, run }: { id: string; run: (step: SimulationStep) => void }) {
  const { data, error } = useRead(`/staging/gift-requests/${id}`, undefined, { gcTime: 0 })
  if (error !== null) return <Menu.Label>{translateGiftError(error.message)}</Menu.Label>
  if (data === undefined)
    return (
      <Menu.Label>
        <Loader size="xs" aria-label={t('Loading')} />
      </Menu.Label>
    )
  return (
    <>
      <StateItems gift={data} run={run} />
      {data.parcels.map((parcel) => (
        <ParcelItems key={parcel.id} parcel={parcel} run={run} />
      ))}
    </>
  )
}

function StateItems({ gift, run }: { gift: StagingGift; run: (step: SimulationStep) => void }) {
  const laterStates = gift.reachable.filter((state) => !gift.next.includes(state))
  const renderItem = (to: GiftState) => {
    const { label } = getStateLabels(to)
    return (
      <Menu.Item key={to} onClick={() => run({ to, label })}>
        {label}
      </Menu.Item>
    )
  }
  return (
    <>
      <Menu.Label>{gift.next.length === 0 ? t('Finished.') : t('Next state')}</Menu.Label>
      {gift.next.map(renderItem)}
      {laterStates.length > 0 && <Menu.Label>{t('Jump to state')}</Menu.Label>}
      {laterStates.map(renderItem)}
    </>
  )
}

const ParcelItems = ({
  parcel,
  run,
}: {
  parcel: StagingGift['parcels'][number]
  run: (step: SimulationStep) => void
}) => (
  <>
    <Menu.Label>
      {t('Parcel {number}: {state}.', {
        number: parcel.number,
        state: parcelStates[parcel.state] ?? parcel.state,
      })}
    </Menu.Label>
    {carrierScans.map(([scan, label]) => (
      <Menu.Item key={scan} onClick={() => run({ parcelId: parcel.id, scan, label })}>
        {label}
      </Menu.Item>
    ))}
  </>
)

const parcelStates: Readonly<Record<string, string>> = {
  placing: t('placing'),
  waiting: t('waiting'),
  refused: t('refused'),
  ordered: t('ordered'),
  in_transit: t('in transit'),
  out_for_delivery: t('out for delivery'),
  delivery_attempt_failed: t('delivery attempt failed'),
  delivered: t('delivered'),
  returned: t('returned'),
  lost: t('lost'),
  cancelled: t('cancelled'),
}

const carrierScans = [
  ['in_transit', t('In transit')],
  ['out_for_delivery', t('Out for delivery')],
  ['delivery_attempt_failed', t('Delivery attempted')],
  ['delivered', t('Delivered|parcel')],
  ['returned', t('Returned|parcel')],
  ['lost', t('Lost|parcel')],
] as const
