import { Alert, Anchor } from '@mantine/core'
import { IconMailOff } from '@tabler/icons-react'
import type { EmailStatus } from '#web/admin-api.ts'
import { t } from '#web/i18n/common.ts'

/** Formats the number of waiting emails as a clause. The server counts only up to 10,000. */
const formatPendingEmails = ({ queued }: Pick<EmailStatus, 'queued'>): string =>
  queued >= 10_000
    ? t('More than {count} messages are waiting', { count: 9_999 })
    : t('{count} messages are waiting', { count: queued })

/** Shows the reason why the service cannot send emails, and how many emails are waiting. */
export function EmailProblem({ data }: { data: EmailStatus }) {
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
