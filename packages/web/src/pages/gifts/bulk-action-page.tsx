import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconArrowBackUp, IconDownload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { BulkActionDetail, RejectedGift } from '#web/admin-api.ts'
import { DetailPlaceholder } from '#web/components/feedback/detail-placeholder.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import { downloadLink } from '#web/components/files/downloads.ts'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { PageLink } from '#web/components/layout/link.tsx'
import { DescriptionList, DetailLayout, Page, Panel } from '#web/components/layout/page.tsx'
import { useRouteId } from '#web/components/layout/use-route-id.ts'
import { type Column, DataList } from '#web/components/lists/data-list.tsx'
import { DetailTable } from '#web/components/lists/detail-table.tsx'
import { formatNumber } from '#web/i18n/format.ts'
import { t } from '#web/i18n/gifts.ts'
import { usePermission } from '#web/session.ts'
import { useRead } from '#web/use-read.ts'
import { BulkActionProgress, StopButton } from './bulk-action-progress.tsx'
import { describeAction } from './bulk-actions.ts'
import { ActionStateBadge } from './bulk-actions-page.tsx'
import { GiftStateBadge } from './gift-state-badge.tsx'
import { undoBulkAction } from './run-bulk-action.ts'
import { translateServerText } from './server-texts.ts'

const pollMs = 1_500

/** The page of a bulk action, with its progress and the gifts that it did not change. */
export function BulkActionPage() {
  const id = useRouteId()
  const canChange = usePermission('gift_requests:write')
  const query = useRead(`/bulk-actions/${id}`, undefined, {
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? pollMs : false),
  })
  const { data: action } = query
  if (action === undefined)
    return <DetailPlaceholder query={query} noun={t('Bulk action')} list="/gift-requests" />
  const label = describeAction(action)
  return (
    <Page
      title={
        <Group gap="md" component="span">
          <span>{label}</span>
          <Text span size="md" fw={500}>
            <ActionStateBadge action={action} />
          </Text>
        </Group>
      }
      documentTitle={label}
      action={canChange && <ActionButtons action={action} />}
    >
      {action.stop_reason === 'role' && (
        <Notice tone="bad" title={t('Stopped by a change of the role')}>
          {t('{name} may no longer change gifts.', { name: action.requested_by.name })}
        </Notice>
      )}
      <DetailLayout
        main={
          <>
            <Panel title={t('Progress')}>
              <BulkActionProgress action={action} />
              {describeUndo(action) !== undefined && (
                <Text size="sm" c="dimmed" mt="sm">
                  {describeUndo(action)}
                </Text>
              )}
            </Panel>
            {action.rejected > 0 && <ReasonsPanel action={action} />}
          </>
        }
        aside={<ActionDetails action={action} />}
      />
      {action.rejected > 0 && <RejectedGifts action={action} canChange={canChange} />}
    </Page>
  )
}

/** Says why an action cannot be undone. */
function describeUndo({ kind }: BulkActionDetail): string | undefined {
  switch (kind) {
    case 'remind':
      return t('Emails that were sent cannot be taken back.')
    case 'send_again':
      return t('Gifts that were sent again can only be cancelled.')
    case 'cancel':
      return t('Cancelled gifts cannot be restored.')
    default:
      return undefined
  }
}

function ActionButtons({ action: { id, state, can_undo } }: { action: BulkActionDetail }) {
  const navigate = useNavigate()
  const undo = useAction(
    () => undoBulkAction(id),
    (undone) => navigate({ to: `/gift-requests/bulk-actions/${undone.id}` }),
  )
  if (state === 'running') return <StopButton id={id} />
  return (
    can_undo && (
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        loading={undo.isPending}
        onClick={() => undo.mutate()}
      >
        {t('Undo')}
      </Button>
    )
  )
}

const ReasonsPanel = ({ action: { id, reasons } }: { action: BulkActionDetail }) => (
  <Panel title={t('Why gifts were not changed')}>
    <DetailTable
      label={t('Why gifts were not changed')}
      rows={reasons}
      rowKey={({ code, reason }) => `${code} ${reason}`}
      columns={[
        {
          header: t('Reason'),
          cell: ({ reason }) => translateServerText(reason),
          isFullWidth: true,
        },
        {
          header: t('Gifts'),
          cell: ({ reason, count }) => (
            <PageLink
              size="sm"
              to="/gift-requests/bulk-actions/$id"
              params={{ id }}
              search={{ reason }}
              aria-label={t('{count} gifts with this reason: {reason}', {
                count,
                reason: translateServerText(reason),
              })}
            >
              {formatNumber(count)}
            </PageLink>
          ),
        },
      ]}
    />
  </Panel>
)

function RejectedGifts({
  action: { id, rejected, reasons },
  canChange,
}: {
  action: BulkActionDetail
  canChange: boolean
}) {
  const client = useQueryClient()
  const path = `/bulk-actions/${id}/rejected` as const
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list changes with the number
  useEffect(() => {
    void client.invalidateQueries({ queryKey: ['list', path] })
  }, [client, path, rejected])
  const label = t('Gifts that were not changed')
  return (
    <Stack gap="sm" component="section" aria-label={label}>
      <Group justify="space-between" gap="sm">
        <Title order={2} size="h4">
          {label}
        </Title>
        {canChange && (
          <Button
            component="a"
            size="xs"
            variant="default"
            leftSection={<IconDownload size={14} aria-hidden />}
            {...downloadLink(`/bulk-actions/${id}/rejected.csv`, {}, label)}
          >
            {t('Download CSV')}
          </Button>
        )}
      </Group>
      <DataList
        label={label}
        path={path}
        columns={columns}
        filters={[
          {
            name: 'reason',
            label: t('Reason'),
            options: reasons.map(({ reason }) => ({
              value: reason,
              label: translateServerText(reason),
            })),
          },
        ]}
        to={(gift) => `/gift-requests/${gift.id}`}
        empty={t('Nothing matches these filters')}
      />
    </Stack>
  )
}

const columns: readonly Column<RejectedGift>[] = [
  {
    header: t('Reference'),
    cell: ({ reference }) => <span className="mono">{reference}</span>,
  },
  { header: t('Recipient'), cell: ({ recipient_name }) => recipient_name || '–' },
  { header: t('Status'), cell: ({ state }) => <GiftStateBadge state={state} /> },
  { header: t('Reason'), cell: ({ reason }) => translateServerText(reason), isFullWidth: true },
]

const ActionDetails = ({ action }: { action: BulkActionDetail }) => (
  <Panel title={t('Details')}>
    <DescriptionList
      rows={[
        [t('Started by'), action.requested_by.name],
        [t('Started'), <RelativeTime key="started" at={action.created_at} />],
        ...(action.ended_at === null
          ? []
          : [[t('Ended'), <RelativeTime key="ended" at={action.ended_at} />] as const]),
        ...(action.stopped_by === null ? [] : [[t('Stopped by'), action.stopped_by] as const]),
        [t('Selected gifts'), formatNumber(action.gifts)],
        [t('Changed gifts'), formatNumber(action.done)],
        [t('Not changed'), formatNumber(action.rejected)],
        ...linkRow(t('Undoes'), action.undo_of, t('Extension')),
        ...linkRow(t('Undone by'), action.undone_by, t('Undo of an extension')),
      ]}
    />
  </Panel>
)

const linkRow = (name: string, id: string | null, label: string) =>
  id === null
    ? []
    : [
        [
          name,
          <PageLink key={id} size="sm" to="/gift-requests/bulk-actions/$id" params={{ id }}>
            {label}
          </PageLink>,
        ] as const,
      ]
