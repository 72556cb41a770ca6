import './developers.css'
import { Anchor, Button, Group, Select, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#web/api.ts'
import { DetailLayout, Page, Panel } from '#web/components/page.tsx'
import { EmptyState, ErrorState, RowsSkeleton } from '#web/components/status-views.tsx'
import { toast, toastError } from '#web/components/toast.tsx'
import { getStateLabels } from '#web/pages/gifts/gift-labels.ts'
import { GiftStateBadge } from '#web/pages/gifts/gift-state-badge.tsx'
import { useMe } from '#web/session.ts'
import { formatCount } from './labels.ts'

interface Parcel {
  id: string
  number: number
  state: string
}

interface SimulatedGift {
  id: string
  reference: string
  recipient: string
  campaign: string | null
  state: string
  next: string[]
  reachable: string[]
  parcels: Parcel[]
}

interface StagingState {
  now: string
  offset_ms: number
  mailbox: string
  gifts: SimulatedGift[]
}

/** Plays a gift's whole life in a minute: no gift is real here. */
export function StagingPage() {
  const { account } = useMe()
  if (account.stage !== 'staging')
    return (
      <Page title="Staging tools">
        <div className="panel">
          <EmptyState title="There are none in production">
            Gifts are real here. Play in an account of a staging installation.
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
    queryFn: () => api.get<StagingState>('/staging'),
    refetchInterval: 3_000,
  })
  const reload = async () => {
    await client.invalidateQueries({ queryKey: ['staging'] })
    await client.invalidateQueries({ queryKey: ['session'] })
  }
  return (
    <Page
      title="Staging tools"
      about="Let gifts move, parcels arrive and time pass. Everything is told as if it were real: mails, events, deliveries."
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
                title="Mailbox"
                about="Every mail of this installation, as its reader sees it."
              >
                <Anchor href={data.mailbox} target="_blank">
                  Open the mailbox
                </Anchor>
                <Text size="xs" c="dimmed" mt={4}>
                  It is there while no mail server is set.
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
  const create = useMutation({
    mutationFn: () => api.post<{ data: unknown[] }>('/staging/samples', { count: 5 }),
    onSuccess: async ({ data }) => {
      toast(`${formatCount(data.length, 'sample gift')} made.`)
      await reload()
    },
    onError: toastError,
  })
  return (
    <Button loading={create.isPending} onClick={() => create.mutate()}>
      Create sample gifts
    </Button>
  )
}

function GiftsPanel({ gifts, reload }: ReloadProps & { gifts: readonly SimulatedGift[] }) {
  if (gifts.length === 0)
    return (
      <div className="panel">
        <EmptyState title="No gift to play with">
          Create sample gifts: five people who do not exist get one from your first campaign.
        </EmptyState>
      </div>
    )
  return (
    <Panel title="Gifts" about="The newest 25. The buttons are the moves that each can make now.">
      <Stack gap="lg">
        {gifts.map((gift) => (
          <GiftSimulator key={gift.id} gift={gift} reload={reload} />
        ))}
      </Stack>
    </Panel>
  )
}

function GiftSimulator({ gift, reload }: ReloadProps & { gift: SimulatedGift }) {
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
          <Anchor
            fw={600}
            className="mono"
            renderRoot={(props) => <Link to={`/gift-requests/${gift.id}`} {...props} />}
          >
            {gift.reference}
          </Anchor>
          <Text size="sm">{gift.recipient || 'Not claimed yet'}</Text>
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
            aria-label={`Walk ${gift.reference} further`}
            placeholder="Walk further …"
            data={laterStates.map((value) => ({ value, label: getStateLabels(value).label }))}
            value={null}
            onChange={(to) => to !== null && transition.mutate(to)}
          />
        )}
        {gift.next.length === 0 && (
          <Text size="sm" c="dimmed">
            Its life is over.
          </Text>
        )}
      </div>
      {gift.parcels.map((parcel) => (
        <Parcel key={parcel.id} parcel={parcel} giftReference={gift.reference} reload={reload} />
      ))}
    </section>
  )
}

const carrierScans = [
  ['in_transit', 'In transit'],
  ['out_for_delivery', 'On the van'],
  ['delivery_attempt_failed', 'Nobody home'],
  ['delivered', 'Delivered'],
  ['returned', 'Returned'],
  ['lost', 'Lost'],
] as const

/** What the carrier says of one parcel; the gift follows from all of its parcels. */
function Parcel({
  parcel,
  giftReference,
  reload,
}: ReloadProps & { parcel: Parcel; giftReference: string }) {
  const [selectedScan, setSelectedScan] = useState<string | null>(null)
  const scan = useMutation({
    mutationFn: (state: string) => api.post(`/staging/parcels/${parcel.id}/scan`, { state }),
    onSettled: async () => {
      setSelectedScan(null)
      await reload()
    },
    onError: toastError,
  })
  return (
    <Group gap="xs" mt={6}>
      <Text size="sm" c="dimmed">
        Parcel {parcel.number}: {parcel.state.replaceAll('_', ' ')}.
      </Text>
      <Select
        size="xs"
        w={190}
        aria-label={`What the carrier says of parcel ${parcel.number} of ${giftReference}`}
        placeholder="The carrier says …"
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
  ['1h', '1 hour'],
  ['1d', '1 day'],
  ['7d', '1 week'],
  ['30d', '30 days'],
] as const

function ClockPanel({ stage, reload }: ReloadProps & { stage: StagingState }) {
  const advance = useMutation({
    mutationFn: (by: string) => api.post<{ moved: number }>('/staging/clock/advance', { by }),
    onSuccess: async ({ moved }) => {
      toast(
        moved === 0 ? 'Time has passed.' : `Time has passed; ${formatCount(moved, 'gift')} moved.`,
      )
      await reload()
    },
    onError: toastError,
  })
  const now = new Date(stage.now).toLocaleString('en-GB', {
    dateStyle: 'full',
    timeStyle: 'short',
  })
  return (
    <Panel
      title="Clock"
      about="This account’s own. It never goes back: gifts expire, reminders go out, days in one step."
    >
      <Text fw={600}>{now}</Text>
      <Text size="xs" c="dimmed" mb="sm">
        {stage.offset_ms === 0
          ? 'The real time.'
          : `${formatCount(Math.round(stage.offset_ms / 86_400_000), 'day')} ahead of the real time.`}
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
            + {label}
          </Button>
        ))}
      </div>
    </Panel>
  )
}
