import { Anchor, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { BulkSend, SendApproval } from '#web/admin-api.ts'
import { api, apiUrl } from '#web/api.ts'
import { Notice } from '#web/components/feedback/notice.tsx'
import { ErrorState, RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { GiftTime } from '#web/components/formats/relative-time.tsx'
import { DescriptionList, type DescriptionRow, Panel } from '#web/components/layout/page.tsx'
import { DetailTable } from '#web/components/lists/detail-table.tsx'
import { formatDate } from '#web/i18n/format.ts'
import { t } from '#web/i18n/send.ts'
import { useMe } from '#web/session.ts'
import { BudgetNotices } from './budget-notices.tsx'
import { describeBudget, describeCost } from './cost-estimate.ts'
import { DecisionBar } from './decision-bar.tsx'
import { describeErrors, labelOf } from './recipient-rows.ts'
import { SenderActions } from './sender-actions.tsx'

/** Notices about what happened to a send that needs approval. */
export function ApprovalNotices({ send: { approval, sender } }: { send: BulkSend }) {
  if (approval === null) return null
  const { state, first_approved_by, decided_by: name, reason, expires_at, is_creating } = approval
  if (state === 'awaiting' && expires_at !== null)
    return (
      <Notice
        tone="info"
        title={
          first_approved_by === null
            ? t('This send awaits an approval')
            : t('{name} approved this send. It awaits the approval of a second person.', {
                name: first_approved_by,
              })
        }
      >
        {t('Nothing is sent until then. Without a decision, the send ends on {date}.', {
          date: formatDate(expires_at, { dateStyle: 'long' }),
        })}
      </Notice>
    )
  if (state === 'rejected')
    return (
      <Notice tone="bad" title={t('{name} didn’t approve this send', { name: name ?? '' })}>
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} dir="auto">
          {reason}
        </Text>
      </Notice>
    )
  if (state === 'expired')
    return <Notice tone="bad" title={t('No one decided within 30 days, so nothing was sent')} />
  if (state === 'withdrawn')
    return <Notice tone="info" title={t('{name} withdrew this send', { name: sender.name })} />
  return is_creating ? (
    <Notice
      tone="info"
      title={t('{name} approved this send. Its gifts are being created.', { name: name ?? '' })}
    />
  ) : null
}

/** A panel with the content of a send that needs approval, and with the possible actions of the user. */
export function ApprovalPanel({ send }: { send: BulkSend }) {
  const { id: userId } = useMe()
  const query = useQuery({
    queryKey: ['send-approval', send.id, send.approval?.state],
    queryFn: () => api.get(`/sends/${send.id}/approval`),
    retry: false,
  })
  if (query.error !== null)
    return <ErrorState error={query.error} retry={() => void query.refetch()} />
  if (query.data === undefined) return <RowsSkeleton rows={4} />
  return (
    <>
      <Panel title={t('Content of the send')}>
        <ApprovalContent send={send} content={query.data} />
        {send.sender.id === userId && <SenderActions send={send} />}
      </Panel>
      <RecipientsPanel send={send} content={query.data} />
      {query.data.can_decide && <DecisionBar send={send} content={query.data} />}
    </>
  )
}

interface ContentProps {
  send: BulkSend
  content: SendApproval
}

function ApprovalContent({ send, content }: ContentProps) {
  const count = send.approval?.gifts ?? 0
  const { check, estimate, message } = content
  return (
    <Stack>
      {check.problems.length > 0 && (
        <Notice tone="bad" title={t('It can’t be approved as it is')}>
          {describeErrors(check.problems)}
        </Notice>
      )}
      <BudgetNotices estimate={estimate} count={count} />
      <DescriptionList rows={toRows({ send, content })} />
      {message !== null && <MessageQuote message={message} />}
    </Stack>
  )
}

/** The message of the send to its recipients. */
export const MessageQuote = ({ message }: { message: NonNullable<SendApproval['message']> }) => (
  <blockquote className="approval-message" dir="auto">
    <Text fw={600} size="sm">
      {message.subject}
    </Text>
    <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
      {message.body}
    </Text>
  </blockquote>
)

function toRows({ send, content }: ContentProps): DescriptionRow[] {
  const { approval, campaign, sender } = send
  const { items, estimate, send_at, gift_expires_at, greeting, check } = content
  const count = approval?.gifts ?? 0
  const dateFormat = { dateStyle: 'medium', timeStyle: 'short' } as const
  const budget = describeBudget(estimate.budget)
  const teamBudget = describeBudget(estimate.team_budget)
  return [
    [t('Sender'), sender.name],
    [t('Recipients'), t('{count} recipients', { count })],
    check.rejected > 0 && [
      t('Needs fixing'),
      t('{count}, won’t be sent', { count: check.rejected }),
    ],
    check.already_sent > 0 && [
      t('Already sent'),
      t('{count}, skipped', { count: check.already_sent }),
    ],
    check.bounced > 0 && [
      t('Bounced addresses'),
      t('{count}, email bounced before', { count: check.bounced }),
    ],
    check.opted_out > 0 && [
      t('Opted out'),
      t('{count}, get no invitation: share their links yourself', { count: check.opted_out }),
    ],
    [t('Gift'), campaign === null ? t('One-off gift') : campaign.name],
    [t('Items'), <ItemList key="items" items={items} />],
    [t('Cost'), describeCost(estimate, count) ?? t('Unknown')],
    budget !== undefined && [t('Budget'), budget],
    teamBudget !== undefined && [t('Budget of the team'), teamBudget],
    [
      t('Schedule|noun'),
      send_at === null ? t('After the approval') : formatDate(send_at, dateFormat),
    ],
    gift_expires_at !== null && [t('Expiry'), formatDate(gift_expires_at, dateFormat)],
    greeting?.media_id != null && [
      t('Photo or video'),
      <Anchor
        key="media"
        size="sm"
        href={apiUrl(`/greeting-media/${greeting.media_id}/content`)}
        target="_blank"
        rel="noreferrer"
      >
        {t('View')}
      </Anchor>,
    ],
    approval?.submitted_at != null && [
      t('Submitted'),
      <GiftTime key="submitted" at={approval.submitted_at} />,
    ],
  ]
}

/** A list with one line for each item, because the names contain commas. */
export const ItemList = ({ items }: Pick<SendApproval, 'items'>) => (
  <Stack gap={2} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
    {items.map(({ variant_id, name, quantity }) => (
      <li key={variant_id}>{quantity === 1 ? name : `${quantity} × ${name}`}</li>
    ))}
  </Stack>
)

function RecipientsPanel({ send, content: { recipients } }: ContentProps) {
  const all = send.approval?.gifts ?? 0
  const fieldNames = [...new Set(recipients.flatMap(({ fields }) => Object.keys(fields)))]
  return (
    <Panel title={t('Recipients')}>
      <DetailTable
        label={t('Recipients')}
        rows={recipients}
        rowKey={({ line }) => line}
        columns={[
          { header: t('Name'), cell: ({ name }) => name || '–' },
          { header: t('Email'), cell: ({ email }) => email || '–', isWide: true },
          ...(recipients.some(({ country }) => country !== null)
            ? [
                {
                  header: t('Country'),
                  cell: ({ country }: { country: string | null }) => country ?? '–',
                },
              ]
            : []),
          ...(recipients.some(({ item }) => item !== null)
            ? [
                {
                  header: labelOf('item'),
                  cell: ({ item }: { item: string | null }) => item ?? '–',
                  isWide: true,
                },
              ]
            : []),
          ...fieldNames.map((name) => ({
            header: labelOf(name),
            cell: ({ fields }: SendApproval['recipients'][number]) => (
              <span style={{ whiteSpace: 'pre-wrap' }}>{fields[name] ?? '–'}</span>
            ),
            isWide: true,
          })),
        ]}
      />
      {all > recipients.length && (
        <Group mt="sm">
          <Text size="sm" c="dimmed">
            {t('The first {shown} of {all} recipients.', { shown: recipients.length, all })}
          </Text>
        </Group>
      )}
    </Panel>
  )
}
