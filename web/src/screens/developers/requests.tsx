import { Text } from '@mantine/core'
import { DataList } from '#web/blocks/data-list.tsx'
import { Moment } from '#web/blocks/moment.tsx'
import { Page } from '#web/blocks/page.tsx'
import { EmptyState } from '#web/blocks/states.tsx'
import { Toned } from '#web/blocks/tone.tsx'
import { reasonFor } from './reasons.ts'
import { ms } from './words.ts'

export interface RequestLine {
  id: string
  at: string
  request_id: string
  method: string
  path: string
  status: number
  ms: number
  version: string | null
  reason: string | null
  errors: string[]
  token_id: string | null
  token_name: string | null
  token_last_four: string | null
  client_id: string | null
  client_name: string | null
}

/** What came over the API, live, and why it was turned away. */
export const Requests = () => (
  <Page
    title="Request log"
    about="Every request of the API whose account is known, for three days. A busy account sees a part of each second; nothing of a body is kept."
  >
    <DataList<RequestLine>
      label="Requests"
      path="/requests"
      topic="requests"
      filters={[
        { name: 'path', label: 'A part of the path' },
        {
          name: 'status',
          label: 'Status',
          options: [
            { value: '2xx', label: '2xx' },
            { value: 'refused', label: 'Refused' },
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
        { name: 'request_id', label: 'Request id', kind: 'chip' },
        { name: 'token_id', label: 'Key', kind: 'chip' },
      ]}
      to={({ id }) => `/developers/requests/${id}`}
      columns={[
        { head: 'Request', cell: (each) => <What {...each} /> },
        { head: 'Status', cell: (each) => <Status {...each} /> },
        { head: 'Time', cell: (each) => ms(each.ms) },
        { head: 'Key', cell: (each) => whose(each) },
        { head: 'Version', cell: ({ version }) => version ?? '–', wide: true },
        { head: 'When', cell: ({ at }) => <Moment at={at} /> },
      ]}
      empty={
        <EmptyState title="No request yet">
          Make an API key and call the API: a second later the request stands here.
        </EmptyState>
      }
    />
  </Page>
)

const What = ({ method, path }: RequestLine) => (
  <span className="mono">
    {method} {path}
  </span>
)

const Status = ({ status, reason, errors }: RequestLine) => (
  <>
    <Toned tone={status < 400 ? 'good' : status < 500 ? 'wait' : 'bad'}>{status}</Toned>
    {status >= 400 && (
      <Text size="xs" c="dimmed">
        {reason === null ? errors[0] : reasonFor(reason).title}
      </Text>
    )}
  </>
)

export function whose({ token_name, token_last_four, client_name }: RequestLine): string {
  if (token_name !== null) return `${token_name} …${token_last_four}`
  return client_name ?? '–'
}
