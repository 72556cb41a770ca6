import { ApiError } from '#web/api.ts'
import { Notice } from '#web/components/feedback/notice.tsx'
import { ErrorState } from '#web/components/feedback/status-views.tsx'
import { t } from '#web/i18n/send.ts'

/** The errors of a whole list with the names of their fields. The order is the order of the steps. */
export function SendError({ error }: { error: Error }) {
  if (!(error instanceof ApiError) || !error.errors.some(({ param }) => param !== undefined))
    return <ErrorState error={error} />
  return (
    <Notice tone="bad" title={t('This can’t be sent yet')}>
      {error.errors.toSorted(byField).map(({ param, message }) => (
        <div key={`${param} ${message}`}>
          {fieldLabels[toField(param)] ?? param} {message}
        </div>
      ))}
    </Notice>
  )
}

/** The labels of the fields, in the order of the steps. */
const fieldLabels: Readonly<Record<string, string>> = {
  campaign_id: t('Campaign'),
  variant_ids: t('Gift'),
  line_items: t('Parcel contents'),
  email_message: t('Message'),
  send_at: t('Send time'),
  expires_at: t('Expiry'),
}
const fieldNames = Object.keys(fieldLabels)
const toField = (param = '') => param.split('.')[0] ?? ''

/** Compares two errors by the order of their fields. Errors without a field come first. */
const byField = (one: { param?: string }, other: { param?: string }) =>
  fieldNames.indexOf(toField(one.param)) - fieldNames.indexOf(toField(other.param))
