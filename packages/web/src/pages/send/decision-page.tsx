import './send.css'
import { Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Decision } from '#web/admin-api.ts'
import { ApiError, api } from '#web/api.ts'
import { Notice } from '#web/components/feedback/notice.tsx'
import { ErrorState, PageSkeleton } from '#web/components/feedback/status-views.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import { Form } from '#web/components/forms/form.tsx'
import { PageLink } from '#web/components/layout/link.tsx'
import { DescriptionList, type DescriptionRow } from '#web/components/layout/page.tsx'
import { formatDate } from '#web/i18n/format.ts'
import { t } from '#web/i18n/send.ts'
import { AuthLayout, readTokenFromUrl } from '../auth/auth-layout.tsx'
import { ItemList, MessageQuote } from './approval-panel.tsx'
import { describeCost } from './cost-estimate.ts'
import { RejectionReason } from './decision-bar.tsx'
import { describeErrors } from './recipient-rows.ts'

type Outcome = { state: 'awaiting' | 'approved' | 'rejected'; sender: string }

/** The page of the link in an email that asks for an approval. The approver decides without a sign-in. */
export function DecisionPage() {
  const [token] = useState(readTokenFromUrl)
  const [outcome, setOutcome] = useState<Outcome>()
  const { data, error, refetch } = useQuery({
    queryKey: ['decision', token],
    queryFn: () => api.post('/decision/preview', { token }),
    retry: false,
    enabled: outcome === undefined,
  })
  if (outcome !== undefined) return <OutcomePage outcome={outcome} />
  if (error instanceof ApiError && (error.status === 404 || error.status === 403))
    return (
      <AuthLayout title={t('There is nothing to decide here')} about={error.message}>
        <PageLink to="/sends">{t('Open the sends')}</PageLink>
      </AuthLayout>
    )
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />
  if (data === undefined) return <PageSkeleton />
  return <DecisionForm token={token} decision={data} onDone={setOutcome} />
}

const outcomeTitles = {
  awaiting: t('Approved. A second person must approve it, too.'),
  approved: t('Approved'),
  rejected: t('Rejected'),
} as const

const OutcomePage = ({ outcome: { state, sender } }: { outcome: Outcome }) => (
  <AuthLayout
    title={outcomeTitles[state]}
    about={
      state === 'awaiting'
        ? t('Nothing is sent until then. You can close this page.')
        : t('{name} gets an email. You can close this page.', { name: sender })
    }
  >
    <PageLink to="/sends">{t('Open the sends')}</PageLink>
  </AuthLayout>
)

interface DecisionFormProps {
  token: string
  decision: Decision
  onDone: (outcome: Outcome) => void
}

function DecisionForm({ token, decision, onDone }: DecisionFormProps) {
  const [isRejecting, setRejecting] = useState(false)
  const { sender, gifts, name, check, message, send_id, approver, account_name } = decision
  const approve = useAction(() => api.post('/decision', { token, decision: 'approve' }), onDone)
  return (
    <AuthLayout
      title={t('{name} asks for your approval.', { name: sender })}
      about={t('“{name}” in {account}. You decide as {approver}.', {
        ...{ name, approver },
        account: account_name,
      })}
    >
      <Stack>
        {check.problems.length > 0 && (
          <Notice tone="bad" title={t('It can’t be approved as it is')}>
            {describeErrors(check.problems)}
          </Notice>
        )}
        <DescriptionList rows={toRows(decision)} />
        {message !== null && <MessageQuote message={message} />}
        {isRejecting ? (
          <RejectForm {...{ token, decision, onDone }} onCancel={() => setRejecting(false)} />
        ) : (
          <Group grow>
            <Button
              variant="default"
              disabled={approve.isPending}
              onClick={() => setRejecting(true)}
            >
              {t('Reject…')}
            </Button>
            <Button
              loading={approve.isPending}
              disabled={check.problems.length > 0}
              onClick={() => approve.mutate()}
            >
              {t('Approve {count} gifts', { count: gifts })}
            </Button>
          </Group>
        )}
        <PageLink to={`/sends/${send_id}`} size="sm">
          {t('See all recipients in the web app')}
        </PageLink>
      </Stack>
    </AuthLayout>
  )
}

const RejectForm = ({
  token,
  decision: { sender },
  onDone,
  onCancel,
}: DecisionFormProps & { onCancel: () => void }) => (
  <Form
    initial={{ reason: '' }}
    onSubmit={({ reason }) => api.post('/decision', { token, decision: 'reject', reason })}
    onDone={onDone}
    submitLabel={t('Reject the send')}
    onCancel={onCancel}
  >
    {(form) => <RejectionReason sender={sender} {...form.getInputProps('reason')} />}
  </Form>
)

function toRows(decision: Decision): DescriptionRow[] {
  const { gifts, items, estimate, send_at, expires_at, first_approved_by, check } = decision
  const dateFormat = { dateStyle: 'medium', timeStyle: 'short' } as const
  return [
    [t('Recipients'), t('{count} recipients', { count: gifts })],
    check.rejected > 0 && [
      t('Needs fixing'),
      t('{count}, won’t be sent', { count: check.rejected }),
    ],
    [t('Items'), <ItemList key="items" items={items} />],
    [t('Cost'), describeCost(estimate, gifts) ?? t('Unknown')],
    [
      t('Schedule|noun'),
      send_at === null ? t('After the approval') : formatDate(send_at, dateFormat),
    ],
    first_approved_by !== null && [t('First approval'), first_approved_by],
    expires_at !== null && [t('Decide by'), formatDate(expires_at, { dateStyle: 'long' })],
  ]
}
