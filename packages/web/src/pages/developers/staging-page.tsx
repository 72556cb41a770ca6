import { plural, t } from '#web/i18n/developers.ts'
import { formatDate } from '#web/i18n/format.ts'
import './developers.css'
import { Anchor, Button, Group, Select, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CarrierScan, StagingGift, StagingParcel, StagingState } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { PageLink } from '#web/components/link.tsx'
import { DetailLayout, Page, Panel } from '#web/components/page.tsx'
import { EmptyState, ErrorState, RowsSkeleton } from '#web/components/status-views.tsx'
import { toast, toastError } from '#web/components/toast.tsx'
import { useAction } from '#web/components/use-action.ts'
import { getStateLabels } from '#web/pages/gifts/gift-labels.ts'
import { GiftStateBadge } from '#web/pages/gifts/gift-state-badge.tsx'
import { useMe } from '#web/session.ts'

/** Simulates the lifecycle of gifts. Gifts in staging are not real. */
export function StagingPage() {
  const { account } = useMe()
  if (account.stage !== 'staging')
    return (
      <Page title={t('Staging tools')}>
        <div className="panel">
          <EmptyState title={t('Not available in production')}>
            {t('Gifts in production are real. Use an account of a staging installation.')}
          </EmptyState>
        </div>
      </Page>
    )
  return <StagingTools />
}

function StagingTools() {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['staging'],
    queryFn: () => api.get('/staging'),
    refetchInterval: 3_000,
  })
  const reload = async () => {
    await client.invalidateQueries({ queryKey: ['staging'] })
    await client.invalidateQueries({ queryKey: ['session'] })
  }
  return (
    <Page
      title={t('Staging tools')}
      about={t(
        'Change gift states, simulate carriers and advance the clock. Emails, events and deliveries are sent as usual.',
      )}
      action={<SampleGiftsButton reload={reload} />}
    >
      {error !== null && <ErrorState error={error} retry={() => void refetch()} />}
      <DetailLayout
        main={
          data === undefined ? <RowsSkeleton /> : <GiftsPanel gifts={data.gifts} reload={reload} />
        }
        aside={
          data !== undefined && (
            <>
              <ClockPanel stage={data} reload={reload} />
              <Panel
                title={t('Mailbox')}
                about={t('Every email of this installation, as the recipient sees it.')}
              >
                <Anchor href={data.mailbox} target="_blank">
                  {t('Open mailbox')}
                </Anchor>
                <Text size="xs" c="dimmed" mt={4}>
                  {t('Only available while no mail server is set up.')}
                </Text>
              </Panel>
            </>
          )
        }
      />
    </Page>
  )
}

type ReloadProps = { reload: () => Promise<void> }

function SampleGiftsButton({ reload }: ReloadProps) {
  const create = useAction(
    () => api.post('/staging/samples', { count: 5 }),
    async ({ data }) => {
      toast(plural(data.length, '{count} sample gift created.', '{count} sample gifts created.'))
      await reload()
    },
  )
  return (
    <Button loading={create.isPending} onClick={() => create.mutate()}>
      {t('Create sample gifts')}
    </Button>
  )
}

function GiftsPanel({ gifts, reload }: ReloadProps & { gifts: readonly StagingGift[] }) {
  if (gifts.length === 0)
    return (
      <div className="panel">
        <EmptyState title={t('No gifts yet')}>
          {t('Create sample gifts for five fictional recipients from your first campaign.')}
        </EmptyState>
      </div>
    )
  return (
    <Panel title={t('Gifts')} about={t('The newest 25, each with its possible transitions.')}>
      <Stack gap="lg">
        {gifts.map((gift) => (
          <GiftSimulator key={gift.id} gift={gift} reload={reload} />
        ))}
      </Stack>
    </Panel>
  )
}

function GiftSimulator({ gift, reload }: ReloadProps & { gift: StagingGift }) {
  const transition = useMutation({
    mutationFn: (to: string) => api.post(`/staging/gift-requests/${gift.id}/advance`, { to }),
    onSettled: reload,
    onError: toastError,
  })
  const laterStates = gift.reachable.filter((state) => !gift.next.includes(state))
  return (
    <section aria-label={gift.reference}>
      <Group justify="space-between" mb={6}>
        <Group gap="sm">
          <PageLink fw={600} className="mono" to={`/gift-requests/${gift.id}`}>
            {gift.reference}
          </PageLink>
          <Text size="sm">{gift.recipient || t('Unclaimed place')}</Text>
        </Group>
        <Text size="sm" component="div">
          <GiftStateBadge state={gift.state} />
        </Text>
      </Group>
      <div className="moves">
        {gift.next.map((to) => (
          <Button
            key={to}
            size="compact-sm"
            variant="default"
            loading={transition.isPending && transition.variables === to}
            onClick={() => transition.mutate(to)}
          >
            {getStateLabels(to).label}
          </Button>
        ))}
        {laterStates.length > 0 && (
          <Select
            size="xs"
            w={170}
            aria-label={t('Jump {reference} to state', { reference: gift.reference })}
            placeholder={t('Jump to state…')}
            data={laterStates.map((value) => ({ value, label: getStateLabels(value).label }))}
            value={null}
            onChange={(to) => to !== null && transition.mutate(to)}
          />
        )}
        {gift.next.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('Finished.')}
          </Text>
        )}
      </div>
      {gift.parcels.map((parcel) => (
        <SimulatedParcel
          key={parcel.id}
          parcel={parcel}
          giftReference={gift.reference}
          reload={reload}
        />
      ))}
    </section>
  )
}

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

/** Simulates a carrier update of one parcel. The state of the gift follows from all of its parcels. */
function SimulatedParcel({
  parcel,
  giftReference,
  reload,
}: ReloadProps & { parcel: StagingParcel; giftReference: string }) {
  const [selectedScan, setSelectedScan] = useState<CarrierScan | null>(null)
  const scan = useMutation({
    mutationFn: (state: CarrierScan) => api.post(`/staging/parcels/${parcel.id}/scan`, { state }),
    onSettled: async () => {
      setSelectedScan(null)
      await reload()
    },
    onError: toastError,
  })
  return (
    <Group gap="xs" mt={6}>
      <Text size="sm" c="dimmed">
        {t('Parcel {number}: {state}.', {
          number: parcel.number,
          state: parcelStates[parcel.state] ?? parcel.state,
        })}
      </Text>
      <Select
        size="xs"
        w={190}
        aria-label={t('Simulate carrier update for parcel {number} of {gift}', {
          number: parcel.number,
          gift: giftReference,
        })}
        placeholder={t('Simulate carrier update…')}
        data={carrierScans.map(([value, label]) => ({ value, label }))}
        value={selectedScan}
        disabled={scan.isPending}
        onChange={(state) => {
          setSelectedScan(state)
          if (state !== null) scan.mutate(state)
        }}
      />
    </Group>
  )
}

const clockSteps = [
  ['1h', t('+ 1 hour')],
  ['1d', t('+ 1 day')],
  ['7d', t('+ 1 week')],
  ['30d', t('+ 30 days')],
] as const

function ClockPanel({ stage, reload }: ReloadProps & { stage: StagingState }) {
  const advance = useAction(
    (by: string) => api.post('/staging/clock/advance', { by }),
    async ({ moved }) => {
      toast(
        moved === 0
          ? t('Clock advanced.')
          : plural(
              moved,
              'Clock advanced. {count} gift changed state.',
              'Clock advanced. {count} gifts changed state.',
            ),
      )
      await reload()
    },
  )
  const now = formatDate(stage.now, { dateStyle: 'full', timeStyle: 'short' })
  return (
    <Panel
      title={t('Clock')}
      about={t(
        'The test clock of this account. It only moves forward: gifts expire and reminders are sent as time passes.',
      )}
    >
      <Text fw={600}>{now}</Text>
      <Text size="xs" c="dimmed" mb="sm">
        {stage.offset_ms === 0
          ? t('Real time.')
          : plural(
              Math.round(stage.offset_ms / 86_400_000),
              '{count} day ahead of the real time.',
              '{count} days ahead of the real time.',
            )}
      </Text>
      <div className="moves">
        {clockSteps.map(([by, label]) => (
          <Button
            key={by}
            size="compact-sm"
            variant="default"
            loading={advance.isPending && advance.variables === by}
            onClick={() => advance.mutate(by)}
          >
            {label}
          </Button>
        ))}
      </div>
    </Panel>
  )
}
