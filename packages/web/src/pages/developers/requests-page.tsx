import './developers.css'
import { Text } from '@mantine/core'
import type { LoggedRequest } from '#web/admin-api.ts'
import { EmptyList } from '#web/components/feedback/empty-list.tsx'
import { StatusBadge } from '#web/components/feedback/status-badge.tsx'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { ButtonLink } from '#web/components/layout/link.tsx'
import { Page } from '#web/components/layout/page.tsx'
import { DataList } from '#web/components/lists/data-list.tsx'
import { t } from '#web/i18n/developers.ts'
import { useRead } from '#web/use-read.ts'
import { formatMoment, formatMs } from './format.ts'
import { describeRejection } from './rejection-reasons.ts'

/** A live list of API requests, with the reason for each rejection. */
export function RequestsPage() {
  const { data: keys } = useRead('/api-keys')
  const options = (keys?.data ?? []).map(({ id, name, last_four }) => ({
    value: id,
    label: `${name} …${last_four}`,
  }))
  return <RequestList keys={options} />
}

const RequestList = ({ keys }: { keys: { value: string; label: string }[] }) => (
  <Page
    title={t('Request log')}
    about={t(
      'Recent API requests. Heavy traffic is sampled. IDs and parameter names are stored; values and bodies are not.',
    )}
  >
    <DataList
      label={t('Requests')}
      path="/requests"
      topic="requests"
      filters={[
        { name: 'path', label: t('Path contains') },
        {
          name: 'status',
          label: t('Status|http'),
          options: [
            { value: '2xx', label: '2xx' },
            { value: 'rejected', label: t('Rejected') },
            { value: '401', label: '401' },
            { value: '4xx', label: '4xx' },
            { value: '5xx', label: '5xx' },
          ],
        },
        {
          name: 'method',
          label: t('Method|http'),
          options: ['GET', 'POST'].map((value) => ({ value, label: value })),
        },
        {
          name: 'within',
          label: t('Time'),
          options: [
            { value: '15m', label: t('Last 15 minutes') },
            { value: '1h', label: t('Last hour') },
            { value: '24h', label: t('Last 24 hours') },
          ],
        },
        keys.length === 0
          ? { name: 'token_id', label: t('Key'), kind: 'chip' }
          : { name: 'token_id', label: t('Key'), options: keys },
        { name: 'resource_id', label: t('Resource ID') },
        { name: 'idempotency_key', label: t('Idempotency-Key') },
        { name: 'request_id', label: t('Request ID'), kind: 'chip' },
        { name: 'since', label: t('From'), kind: 'chip', format: formatMoment },
        { name: 'until', label: t('To'), kind: 'chip', format: formatMoment },
      ]}
      to={({ id }) => `/developers/requests/${id}`}
      columns={[
        { header: t('Request'), cell: (each) => <RequestCell {...each} /> },
        { header: t('Status|http'), cell: (each) => <StatusCell {...each} /> },
        { header: t('Time'), cell: (each) => formatMs(each.ms), isNumeric: true },
        {
          header: t('Key'),
          cell: (each) => <OwnerCell {...each} />,
          isWide: true,
          className: 'key-name',
        },
        { header: t('Version'), cell: ({ version }) => version ?? '–', isDesktopOnly: true },
        { header: t('When'), cell: ({ at }) => <RelativeTime at={at} /> },
      ]}
      empty={
        <EmptyList
          guide="apiErrors"
          title={t('No requests yet')}
          action={<ButtonLink to="/developers/api-keys">{t('API keys')}</ButtonLink>}
        >
          {t('Create an API key and call the API. Requests appear here within a second.')}
        </EmptyList>
      }
    />
  </Page>
)

const RequestCell = ({ method, path, query }: LoggedRequest) => (
  <span className="mono">
    {method} {path}
    {query.length > 0 && `?${query.join('&')}`}
  </span>
)

const StatusCell = ({ status, reason, errors, messages }: LoggedRequest) => (
  <>
    <StatusBadge tone={status < 400 ? 'good' : status < 500 ? 'wait' : 'bad'}>{status}</StatusBadge>
    {status >= 400 && (
      <Text size="xs" c="dimmed">
        {reason === null ? formatError(errors[0], messages[0]) : describeRejection(reason).title}
      </Text>
    )}
  </>
)

/** The owner of a request. The last characters of the key stay on one line. */
const OwnerCell = (request: LoggedRequest) =>
  request.token_name === null ? (
    ownerLabel(request)
  ) : (
    <>
      {request.token_name} <span className="last-four">…{request.token_last_four}</span>
    </>
  )

/**
 * Formats an error with its field, such as `recipient.email is required`. If there is no message, the
 * function returns the code.
 */
export function formatError(error = '', message?: string): string {
  const [, param] = error.split(' ')
  if (message === undefined) return error
  return param === undefined ? message : `${param} ${message}`
}

export function ownerLabel({ token_name, token_last_four, client_name }: LoggedRequest): string {
  if (token_name !== null) return `${token_name} …${token_last_four}`
  return client_name ?? '–'
}
