import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { GiftEmail } from '#web/admin-api.ts'
import { api, apiUrl } from '#web/api.ts'
import { EmptyPanel } from '#web/components/feedback/empty-list.tsx'
import { StatusBadge, type Tone } from '#web/components/feedback/status-badge.tsx'
import { ErrorState } from '#web/components/feedback/status-views.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { EmailAddress } from '#web/components/formats/email-address.tsx'
import { GiftTime, RelativeTime } from '#web/components/formats/relative-time.tsx'
import { CanChange } from '#web/components/layout/can-change.tsx'
import { Panel } from '#web/components/layout/page.tsx'
import { Trans, t } from '#web/i18n/gifts.ts'
import { useCanSendEmail } from '#web/session.ts'
import { useRead } from '#web/use-read.ts'
import { emailLabel, emailStateLabel } from './detail-labels.ts'
import type { Gift } from './gift.ts'
import { toastGiftError } from './server-texts.ts'

/** A panel with the emails of a gift. Each email has its recipient and its delivery status. */
export function EmailsPanel({ gift }: { gift: Gift }) {
  const [selectedEmail, setSelectedEmail] = useState<GiftEmail>()
  const canSend = useCanSendEmail()
  return (
    <Panel title={t('Messages')}>
      {gift.emails.length === 0 ? (
        <EmptyPanel guide="emails">
          {t('No emails yet. The invitation is sent as soon as the link is created.')}
        </EmptyPanel>
      ) : (
        <Stack component="ul" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
          {gift.emails.map((email) => (
            <li key={email.id}>
              <EmailItem email={email} canSend={canSend} onShow={() => setSelectedEmail(email)} />
            </li>
          ))}
        </Stack>
      )}
      <Modal
        opened={selectedEmail !== undefined}
        onClose={() => setSelectedEmail(undefined)}
        title={selectedEmail && emailLabel(selectedEmail.kind)}
        size="xl"
      >
        {selectedEmail !== undefined && (
          <EmailPreview
            gift={gift}
            email={selectedEmail}
            close={() => setSelectedEmail(undefined)}
          />
        )}
      </Modal>
    </Panel>
  )
}

interface EmailItemProps {
  email: GiftEmail
  canSend: boolean
  onShow: () => void
}

const EmailItem = ({ email, onShow, canSend }: EmailItemProps) => (
  <Group justify="space-between" gap="sm" wrap="nowrap" align="flex-start">
    <div style={{ minWidth: 0 }}>
      <Group gap="0 var(--mantine-spacing-sm)" align="baseline">
        <Text size="sm" fw={600}>
          {email.channel === 'sms'
            ? t('{kind} (text message)', { kind: emailLabel(email.kind) })
            : emailLabel(email.kind)}
        </Text>
        <Text size="sm" component="span">
          <StatusBadge tone={stateTones[email.state] ?? 'wait'}>
            {emailStateLabel(email.state)}
          </StatusBadge>
        </Text>
        <Text size="sm" c="dimmed">
          {email.sent_at === null ? (
            <GiftTime at={email.created_at} />
          ) : (
            <RelativeTime at={email.sent_at} />
          )}
        </Text>
      </Group>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {email.to === null ? (
          t('Content erased')
        ) : email.state === 'queued' && email.channel === 'email' && !canSend ? (
          t('To {to}. Email is not set up, so it can’t be sent yet.', { to: email.to })
        ) : (
          <Trans text="To {to}" to={<EmailAddress value={email.to} />} />
        )}
        {email.error !== null && `: ${email.error}`}
        {email.channel === 'sms' && email.subject !== null && (
          <Text size="sm" component="span" display="block" dir="auto">
            {email.subject}
          </Text>
        )}
      </Text>
    </div>
    {email.to !== null && email.channel === 'email' && (
      <CanChange>
        <Button
          size="compact-sm"
          variant="default"
          style={{ flex: 'none' }}
          aria-label={t('Show email {kind}', { kind: emailLabel(email.kind) })}
          onClick={onShow}
        >
          {t('Show')}
        </Button>
      </CanChange>
    )}
  </Group>
)

const stateTones: Readonly<Record<string, Tone>> = {
  queued: 'wait',
  sent: 'good',
  bounced: 'bad',
  failed: 'bad',
  suppressed: 'end',
}

/** A preview of an email in the form that the recipient sees, with a button that sends it again. */
function EmailPreview({ gift, email, close }: { gift: Gift; email: GiftEmail; close: () => void }) {
  const canSend = useCanSendEmail()
  const to = email.to ?? ''
  const path = `/gift-requests/${gift.id}/emails/${email.id}` as const
  const { data, error } = useRead(path)
  const resend = useMutation({
    mutationFn: () =>
      api.post(`/gift_requests/${gift.id}/resend_emails`, { email_ids: [email.id] }),
    onSuccess: () => {
      toast(
        canSend
          ? t('The email is being sent to {to} again.', { to })
          : t('Saved. It will be sent to {to} when email is set up.', { to }),
      )
      close()
    },
    onError: toastGiftError,
  })
  if (error !== null) return <ErrorState error={error} />
  return (
    <Stack>
      <Group justify="space-between" align="flex-start">
        <div style={{ minWidth: 0 }}>
          <Text fw={600}>{data?.subject ?? '…'}</Text>
          <Text size="sm" c="dimmed">
            {t('To {to}', { to })}
          </Text>
        </div>
        <Button variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
          {t('Resend')}
        </Button>
      </Group>
      <iframe
        className="paper"
        title={t('Email: {subject}', { subject: data?.subject ?? emailLabel(email.kind) })}
        sandbox=""
        src={apiUrl(`${path}/page`)}
        height={520}
      />
    </Stack>
  )
}
