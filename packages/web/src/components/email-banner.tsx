import { Alert, Anchor } from '@mantine/core'
import { IconMailOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { EmailStatus } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { plural, t } from '#web/i18n/common.ts'
import { useIsAdmin } from '#web/session.ts'

const pollIntervalMs = 60_000

/** The number of waiting emails, as a clause. The server counts up to 10,000. */
const formatPendingEmails = ({ queued }: Pick<EmailStatus, 'queued'>): string =>
  queued >= 10_000
    ? t('More than {count} messages are waiting', { count: 9_999 })
    : plural(queued, '{count} message is waiting', '{count} messages are waiting')

/**
 * Shown to admins on every page while email cannot be sent. It cannot be dismissed, because gifts depend on
 * email.
 */
export function EmailBanner() {
  const isAdmin = useIsAdmin()
  const { data } = useQuery({
    queryKey: ['email-status'],
    queryFn: () => api.get('/email-status'),
    refetchInterval: pollIntervalMs,
    enabled: isAdmin,
  })
  if (!isAdmin || data === undefined) return null
  if (data.is_configured && data.error === null) return null
  return (
    <Alert
      color="red"
      variant="light"
      mb="md"
      icon={<IconMailOff size={18} aria-hidden />}
      title={
        data.is_configured ? t('The mail server does not accept email') : t('Email is not set up')
      }
    >
      {data.is_configured && `${t('It replied: {error}', { error: data.error ?? '' })} `}
      {data.is_configured || data.queued > 0
        ? `${formatPendingEmails(data)}. `
        : `${t('No invitation or notification can be sent.')} `}
      <Anchor inherit underline="always" href="/docs/mail#a-mail-server">
        {t('How to set it up')}
      </Anchor>
    </Alert>
  )
}
