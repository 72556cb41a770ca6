import { ApiError } from '#web/api.ts'
import { Notice } from '#web/components/notice.tsx'
import { ErrorState } from '#web/components/status-views.tsx'
import { t } from '#web/i18n/send.ts'

/** The error of a whole list, with the names of its fields. */
export function SendError({ error }: { error: Error }) {
  if (!(error instanceof ApiError) || !error.errors.some(({ param }) => param !== undefined))
    return <ErrorState error={error} />
  return (
    <Notice tone="bad" title={t('This can’t be sent yet')}>
      {error.errors.map(({ param = '', message }) => (
        <div key={`${param} ${message}`}>
          {fieldLabels[param.split('.')[0] ?? ''] ?? param} {message}
        </div>
      ))}
    </Notice>
  )
}

const fieldLabels: Readonly<Record<string, string>> = {
  campaign_id: t('Campaign'),
  variant_ids: t('Gift'),
  line_items: t('Parcel contents'),
  email_message: t('Message'),
  send_at: t('Send time'),
  expires_at: t('Expiry'),
}
