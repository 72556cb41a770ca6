import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { LoggedRequest } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { DataList } from '#web/components/data-list.tsx'
import { ButtonLink } from '#web/components/link.tsx'
import { Page } from '#web/components/page.tsx'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { StatusBadge } from '#web/components/status-badge.tsx'
import { EmptyState } from '#web/components/status-views.tsx'
import { formatMs } from './format.ts'
import { describeRejection } from './rejection-reasons.ts'

/** Live list of API requests, with the reason for each rejection. */
export function RequestsPage() {
  const { data: keys } = useQuery({
    queryKey: ['list', '/api-keys', 'names'],
    queryFn: () => api.get('/api-keys'),
  })
  const options = (keys?.data ?? []).map(({ id, name, last_four }) => ({
    value: id,
    label: `${name} …${last_four}`,
  }))
  return <RequestList keys={options} />
}

const RequestList = ({ keys }: { keys: { value: string; label: string }[] }) => (
  <Page
    title="Request log"
    about="Recent API requests. Heavy traffic is sampled. Ids and parameter names are stored; values and bodies are not."
  >
    <DataList
      label="Requests"
      path="/requests"
      topic="requests"
      filters={[
        { name: 'path', label: 'Path contains' },
        {
          name: 'status',
          label: 'Status',
          options: [
            { value: '2xx', label: '2xx' },
            { value: 'rejected', label: 'Rejected' },
            { value: '401', label: '401' },
            { value: '4xx', label: '4xx' },
            { value: '5xx', label: '5xx' },
          ],
        },
        {
          name: 'method',
          label: 'Method',
          options: ['GET', 'POST'].map((value) => ({ value, label: value })),
        },
        {
          name: 'within',
          label: 'Time',
          options: [
            { value: '15m', label: 'Last 15 minutes' },
            { value: '1h', label: 'Last hour' },
            { value: '24h', label: 'Last 24 hours' },
          ],
        },
        keys.length === 0
          ? { name: 'token_id', label: 'Key', kind: 'chip' }
          : { name: 'token_id', label: 'Key', options: keys },
        { name: 'resource_id', label: 'Resource id' },
        { name: 'idempotency_key', label: 'Idempotency-Key' },
        { name: 'request_id', label: 'Request id', kind: 'chip' },
        { name: 'since', label: 'From', kind: 'chip' },
        { name: 'until', label: 'To', kind: 'chip' },
      ]}
      to={({ id }) => `/developers/requests/${id}`}
      columns={[
        { header: 'Request', cell: (each) => <RequestCell {...each} /> },
        { header: 'Status', cell: (each) => <StatusCell {...each} /> },
        { header: 'Time', cell: (each) => formatMs(each.ms) },
        { header: 'Key', cell: (each) => ownerLabel(each) },
        { header: 'Version', cell: ({ version }) => version ?? '–', isDesktopOnly: true },
        { header: 'When', cell: ({ at }) => <RelativeTime at={at} /> },
      ]}
      empty={
        <EmptyState
          title="No requests yet"
          action={<ButtonLink to="/developers/api-keys">API keys</ButtonLink>}
        >
          Create an API key and call the API. Requests appear here within a second.
        </EmptyState>
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

/** An error with its field: `recipient.email is required`. Without a message, its code. */
export function formatError(error = '', message?: string): string {
  const [, param] = error.split(' ')
  if (message === undefined) return error
  return param === undefined ? message : `${param} ${message}`
}

export function ownerLabel({ token_name, token_last_four, client_name }: LoggedRequest): string {
  if (token_name !== null) return `${token_name} …${token_last_four}`
  return client_name ?? '–'
}
