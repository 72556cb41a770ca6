import { t } from '#web/i18n/developers.ts'
import { formatDate } from '#web/i18n/format.ts'
import './developers.css'
import { Anchor, Button, Text } from '@mantine/core'
import type { StagingState } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { EmptyList } from '#web/components/feedback/empty-list.tsx'
import { ErrorState } from '#web/components/feedback/status-views.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import { DetailLayout, Page, Panel } from '#web/components/layout/page.tsx'
import { DataList } from '#web/components/lists/data-list.tsx'
import { statusLabels } from '#web/pages/gifts/gift-labels.ts'
import { GiftStateBadge } from '#web/pages/gifts/gift-state-badge.tsx'
import { useMe } from '#web/session.ts'
import { useRead } from '#web/use-read.ts'
import { toastStagingError } from './server-texts.ts'
import { SimulateMenu } from './simulate-menu.tsx'

/** The page that simulates the lifecycle of gifts. Gifts in staging are not real. */
export function StagingPage() {
  const { account } = useMe()
  if (account.stage !== 'staging')
    return (
      <Page title={t('Staging tools')}>
        <div className="panel">
          <EmptyList guide="staging" title={t('Not available in production')}>
            {t('Gifts in production are real. Use an account of a staging installation.')}
          </EmptyList>
        </div>
      </Page>
    )
  return <StagingTools />
}

function StagingTools() {
  const { data, error, refetch } = useRead('/staging', undefined, { refetchInterval: 3_000 })
  return (
    <Page
      title={t('Staging tools')}
      about={t(
        'Change gift states, simulate carriers and advance the clock. Emails, events and deliveries are sent as usual.',
      )}
      action={<SampleGiftsButton />}
    >
      {error !== null && <ErrorState error={error} retry={() => void refetch()} />}
      <DetailLayout
        main={<GiftList />}
        aside={
          data !== undefined && (
            <>
              <ClockPanel stage={data} />
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

function SampleGiftsButton() {
  const create = useAction(
    () => api.post('/staging/samples', { count: 5 }),
    ({ data }) => toast(t('{count} sample gifts created.', { count: data.length })),
    toastStagingError,
  )
  return (
    <Button loading={create.isPending} onClick={() => create.mutate()}>
      {t('Create sample gifts')}
    </Button>
  )
}

const statusOptions = Object.entries(statusLabels).map(([value, label]) => ({ value, label }))

const GiftList = () => (
  <DataList
    label={t('Gifts')}
    path="/gift_requests"
    topic="gift_requests"
    filters={[
      { name: 'q', label: t('Recipient or reference') },
      { name: 'status', label: t('Status'), options: statusOptions },
    ]}
    rowLabel={({ reference }) => reference}
    to={({ id }) => `/gift-requests/${id}`}
    columns={[
      { header: t('Gift'), cell: ({ reference }) => <span className="mono">{reference}</span> },
      { header: t('Recipient'), cell: ({ recipient }) => recipient.name || t('Unclaimed place') },
      { header: t('Status'), cell: ({ state }) => <GiftStateBadge state={state} /> },
    ]}
    actions={({ id, reference }) => <SimulateMenu id={id} reference={reference} isCompact />}
    empty={
      <EmptyList guide="simulation" title={t('No gifts yet')}>
        {t('Create sample gifts for five fictional recipients from your first campaign.')}
      </EmptyList>
    }
  />
)

const clockSteps = [
  ['1h', t('+ 1 hour')],
  ['1d', t('+ 1 day')],
  ['7d', t('+ 1 week')],
  ['30d', t('+ 30 days')],
] as const

function ClockPanel({ stage }: { stage: StagingState }) {
  const advance = useAction(
    (by: string) => api.post('/test_helpers/clock/advance', { by }),
    ({ moved }) =>
      toast(
        moved === 0
          ? t('Clock advanced.')
          : t('Clock advanced. {count} gifts changed state.', { count: moved }),
      ),
    toastStagingError,
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
          : t('{count} days ahead of the real time.', {
              count: Math.round(stage.offset_ms / 86_400_000),
            })}
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
