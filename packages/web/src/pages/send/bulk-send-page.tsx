import { Button, Group, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import type { BulkSendDetail } from '#web/admin-api.ts'
import { api, apiUrl } from '#web/api.ts'
import { rename } from '#web/components/dialogs/rename.tsx'
import { DetailPlaceholder } from '#web/components/feedback/detail-placeholder.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { toast, toastError } from '#web/components/feedback/toast.tsx'
import { GiftTime } from '#web/components/formats/relative-time.tsx'
import { ButtonLink, PageLink } from '#web/components/layout/link.tsx'
import { DescriptionList, DetailLayout, Page, Panel } from '#web/components/layout/page.tsx'
import { useRouteId } from '#web/components/layout/use-route-id.ts'
import { DetailTable } from '#web/components/lists/detail-table.tsx'
import { formatNumber } from '#web/i18n/format.ts'
import { t } from '#web/i18n/send.ts'
import { FunnelLinks } from '#web/pages/campaigns/funnel-links.tsx'
import { GiftStateBadge } from '#web/pages/gifts/gift-state-badge.tsx'
import { usePermission } from '#web/session.ts'
import { useRead } from '#web/use-read.ts'
import { ApprovalNotices, ApprovalPanel } from './approval-panel.tsx'
import { cancelSend } from './batch-api.ts'
import { BulkSendBadge } from './bulk-send-badge.tsx'
import { askToCancel } from './cancel-send-dialog.tsx'
import { describeErrors } from './recipient-rows.ts'
import { UndoBar } from './undo-bar.tsx'
import { useCountdown } from './use-countdown.ts'

const pollMs = 5_000

/** The page of a send, with its progress, its gifts, and the rows that did not become gifts. */
export function BulkSendPage() {
  const id = useRouteId()
  const canChange = usePermission('gift_requests:write')
  const query = useRead(`/sends/${id}`, undefined, {
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data !== undefined && isChanging(state.data) ? pollMs : false,
  })
  const { data: send, dataUpdatedAt } = query
  const undoSeconds = useCountdown(
    send && send.undo_seconds > 0 ? dataUpdatedAt + send.undo_seconds * 1000 : undefined,
  )
  if (send === undefined)
    return <DetailPlaceholder query={query} noun={t('Send|noun')} list="/sends" />
  return (
    <Page
      title={
        <Group gap="md" component="span">
          <span>{send.name}</span>
          <Text span size="md" fw={500}>
            <BulkSendBadge send={send} />
          </Text>
        </Group>
      }
      documentTitle={send.name}
      action={
        canChange && (
          <Group gap="xs">
            <Button variant="default" onClick={() => renameSend(send)}>
              {t('Rename')}
            </Button>
            {send.waiting + send.unredeemed > 0 && (
              <Button variant="default" onClick={() => askToCancel(send)}>
                {t('Cancel gifts…')}
              </Button>
            )}
          </Group>
        )
      }
    >
      {canChange && undoSeconds > 0 && send.waiting > 0 && (
        <UndoBar seconds={undoSeconds} isScheduled={false} undo={() => undo(id)} />
      )}
      {canChange && send.cancelled_at !== null && send.waiting > 0 && (
        <UnfinishedCancellation send={send} />
      )}
      <ApprovalNotices send={send} />
      <DetailLayout
        main={
          <>
            {send.approval !== null && send.approval.state !== 'approved' ? (
              <ApprovalPanel send={send} />
            ) : (
              <Panel title={t('Progress')}>
                <FunnelLinks funnel={send} query={{ bulk_send_id: id }} error={null} />
              </Panel>
            )}
            {send.gifts > 0 && <GiftsPanel send={send} />}
            {send.failed > 0 && <FailedRowsPanel send={send} canChange={canChange} />}
          </>
        }
        aside={send.approval?.state === 'awaiting' ? null : <SendDetails send={send} />}
      />
    </Page>
  )
}

const renameSend = ({ id, name }: BulkSendDetail) =>
  rename({
    title: t('Rename this send'),
    name,
    save: (values) => api.patch(`/sends/${id}`, values),
    renamedMessage: t('Send renamed.'),
  })

/** Returns whether the send changes without an action of this user. */
const isChanging = ({ waiting, approval }: BulkSendDetail): boolean =>
  waiting > 0 || approval?.state === 'awaiting' || approval?.is_creating === true

const undo = (id: string) =>
  cancelSend(id, 'unsent').then(
    (count) => toast(t('Send undone. {count} gifts are cancelled.', { count })),
    toastError,
  )

/**
 * A notice about a cancellation that stopped before its end, for example because the user closed the window.
 */
function UnfinishedCancellation({ send: { id, waiting } }: { send: BulkSendDetail }) {
  const [isBusy, setBusy] = useState(false)
  return (
    <Notice
      tone="bad"
      title={t('This send is cancelled, but {count} gifts are still due to be sent', {
        count: waiting,
      })}
    >
      <Button
        mt="xs"
        size="xs"
        loading={isBusy}
        onClick={() => {
          setBusy(true)
          void cancelSend(id, 'unsent')
            .catch(toastError)
            .finally(() => setBusy(false))
        }}
      >
        {t('Continue cancelling')}
      </Button>
    </Notice>
  )
}

function GiftsPanel({ send: { id, gifts } }: { send: BulkSendDetail }) {
  const { data } = useRead('/gift_requests', { bulk_send_id: id, limit: 10 })
  return (
    <Panel
      title={t('Gifts')}
      action={
        <PageLink size="sm" to="/gift-requests" search={{ bulk_send_id: id }}>
          {t('View all {count} gifts', { count: gifts })}
        </PageLink>
      }
    >
      <DetailTable
        label={t('Gifts')}
        rows={data?.data ?? []}
        rowKey={(gift) => gift.id}
        to={(gift) => `/gift-requests/${gift.id}`}
        columns={[
          {
            header: t('Recipient'),
            cell: ({ recipient, reference }) => recipient.name || recipient.email || reference,
          },
          { header: t('Email'), cell: ({ recipient }) => recipient.email || '–', isWide: true },
          { header: t('Status'), cell: ({ state }) => <GiftStateBadge state={state} /> },
        ]}
      />
    </Panel>
  )
}

const FailedRowsPanel = ({ send, canChange }: { send: BulkSendDetail; canChange: boolean }) => (
  <Panel
    title={t('Rows that failed')}
    about={t(
      'Download the rows, correct them and upload the file as a new send. The rows are deleted after 30 days.',
    )}
    action={
      canChange && (
        <Group gap="xs">
          <Button
            component="a"
            size="xs"
            variant="default"
            leftSection={<IconDownload size={14} aria-hidden />}
            href={apiUrl(`/sends/${send.id}/failed-rows.csv`)}
            download
          >
            {t('Download CSV')}
          </Button>
          <ButtonLink
            size="xs"
            variant="default"
            to="/send"
            {...(send.campaign !== null && { search: { campaign_id: send.campaign.id } })}
          >
            {t('Upload corrected rows')}
          </ButtonLink>
        </Group>
      )
    }
  >
    <DetailTable
      label={t('Rows that failed')}
      rows={send.failed_rows}
      rowKey={({ line }) => line}
      columns={[
        { header: t('Row'), cell: ({ line }) => formatNumber(line) },
        { header: t('Name'), cell: ({ name }) => name || '–' },
        { header: t('Email'), cell: ({ email }) => email || '–', isWide: true },
        { header: t('Reason'), cell: ({ errors }) => describeErrors(errors), isFullWidth: true },
      ]}
    />
    {send.failed > send.failed_rows.length && (
      <Text size="sm" c="dimmed" mt="sm">
        {t('The first {shown} of {all} rows. The file has all of them.', {
          shown: send.failed_rows.length,
          all: send.failed,
        })}
      </Text>
    )}
  </Panel>
)

const SendDetails = ({ send }: { send: BulkSendDetail }) => (
  <Panel title={t('Details')}>
    <DescriptionList
      rows={[
        [t('Sender'), send.sender.name],
        [
          t('Gift'),
          send.campaign === null ? (
            t('One-off gift')
          ) : (
            <PageLink
              key="campaign"
              size="sm"
              to="/campaigns/$id"
              params={{ id: send.campaign.id }}
            >
              {send.campaign.name}
            </PageLink>
          ),
        ],
        [t('Started'), <GiftTime key="started" at={send.created_at} />],
        send.approval?.state === 'approved' &&
          send.approval.decided_by !== null && [t('Approved by'), send.approval.decided_by],
        send.cancelled_at !== null && [
          t('Cancelled'),
          <GiftTime key="cancelled" at={send.cancelled_at} />,
        ],
        send.gifts > 0 && [t('Gifts'), formatNumber(send.gifts)],
        send.gifts > 0 && [t('Not sent yet'), formatNumber(send.waiting)],
        send.gifts > 0 && [t('Not redeemed yet'), formatNumber(send.unredeemed)],
        send.gifts > 0 && [t('Cancelled or expired'), formatNumber(send.cancelled)],
        send.failed > 0 && [t('Failed rows'), formatNumber(send.failed)],
      ]}
    />
  </Panel>
)
