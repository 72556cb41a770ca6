import { Button, Code, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { addressOf } from '#web/api.ts'
import { DataList } from '#web/blocks/data-list.tsx'
import { useFilters } from '#web/blocks/filters.ts'
import { Moment } from '#web/blocks/moment.tsx'
import { Page } from '#web/blocks/page.tsx'
import { EmptyState } from '#web/blocks/states.tsx'

interface Entry {
  id: string
  at: string
  actor: { kind: string; id: string | null; name: string | null; address: string | null }
  action: string
  subject: { kind: string; id: string; name: string | null }
  details: Record<string, unknown>
}

const areas = [
  'session',
  'person',
  'passkey',
  'account',
  'gift_request',
  'campaign',
  'token',
  'oauth_client',
  'endpoint',
]

/** Who changed what. */
export function AuditLog() {
  const { filters } = useFilters()
  return (
    <Page
      title="Audit log"
      about="Who changed what, and from where. Entries are never changed or removed."
      action={
        <Button
          component="a"
          variant="default"
          leftSection={<IconDownload size={16} />}
          href={addressOf('/audit.csv', filters)}
          download
        >
          Download CSV
        </Button>
      }
    >
      <DataList<Entry>
        label="Audit log"
        path="/audit"
        filters={[
          {
            name: 'action',
            label: 'Area',
            options: areas.map((value) => ({ value, label: words(value) })),
          },
          { name: 'subject_id', label: 'Id of what was changed' },
        ]}
        columns={[
          { head: 'What', cell: ({ action }) => sentence(action) },
          {
            head: 'Which',
            cell: ({ subject }) => subject.name ?? <span className="mono">{subject.id}</span>,
          },
          {
            head: 'Who',
            cell: ({ actor }) => (
              <>
                {actor.name ?? words(actor.kind)}
                {actor.address !== null && (
                  <Text span inherit c="dimmed" className="mono">
                    {' '}
                    {actor.address}
                  </Text>
                )}
              </>
            ),
          },
          { head: 'Details', cell: ({ details }) => <Details details={details} /> },
          { head: 'When', cell: ({ at }) => <Moment at={at} /> },
        ]}
        empty={
          <EmptyState title="Nothing has happened yet">
            Sign-ins, invitations, new keys and every other change will stand here.
          </EmptyState>
        }
      />
    </Page>
  )
}

const words = (name: string) => {
  const text = name.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** `person.change_role` → 'Person: change role' */
const sentence = (action: string) => {
  const [noun = '', verb = ''] = action.split('.')
  return `${words(noun)}: ${verb.replaceAll('_', ' ')}`
}

function Details({ details }: { details: Record<string, unknown> }) {
  const { before, after, ...rest } = details as { before?: object; after?: object }
  const changes = Object.keys({ ...before, ...after }).map((name) => {
    const [was, is] = [before, after].map((side) => (side as Record<string, unknown>)?.[name])
    return `${words(name)}: ${said(was)} → ${said(is)}`
  })
  const others = Object.entries(rest).map(([name, value]) => `${words(name)}: ${said(value)}`)
  const lines = [...changes, ...others]
  if (lines.length === 0) return null
  return (
    <Code block p={6} style={{ whiteSpace: 'pre-wrap', width: 'fit-content' }}>
      {lines.join('\n')}
    </Code>
  )
}

const said = (value: unknown): string => {
  if (value === undefined || value === null || value === '') return 'none'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
