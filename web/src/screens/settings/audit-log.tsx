import './audit-log.css'
import { Button, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { addressOf, api, type Listed } from '#web/api.ts'
import { DataList } from '#web/blocks/data-list.tsx'
import { useFilters } from '#web/blocks/filters.ts'
import { Page } from '#web/blocks/page.tsx'
import { EmptyState } from '#web/blocks/states.tsx'
import { actionWords, changesIn, fieldWords, selfWords, subjects } from './audit-words.ts'

interface Entry {
  id: string
  at: string
  actor: { kind: string; id: string | null; name: string | null; address: string | null }
  action: string
  subject: { kind: string; id: string; name: string | null }
  details: Record<string, unknown>
}

/** Who changed what. */
export function AuditLog() {
  const { filters } = useFilters()
  const people = usePeopleOptions()
  return (
    <Page
      title="Audit log"
      about="Who changed what, when, and from where. Entries can’t be changed or removed."
      action={
        <Button
          component="a"
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
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
            options: Object.entries(subjects).map(([value, label]) => ({
              value,
              label: fieldWords(label),
            })),
          },
          { name: 'actor_id', label: 'Person', options: people },
          { name: 'subject_id', label: 'Object ID' },
        ]}
        columns={[
          { head: 'When', cell: ({ at }) => <EntryTime at={at} /> },
          { head: 'What happened', long: true, cell: (entry) => <EntryLine entry={entry} /> },
          {
            head: 'IP address',
            wide: true,
            cell: ({ actor }) => <span className="mono">{actor.address ?? '–'}</span>,
          },
        ]}
        empty={
          <EmptyState title="No entries yet">
            Sign-ins, invitations, new keys and every other change appear here.
          </EmptyState>
        }
      />
    </Page>
  )
}

function usePeopleOptions() {
  const { data } = useQuery({
    queryKey: ['people-names'],
    queryFn: () => api.get<Listed<{ id: string; name: string }>>('/people'),
    staleTime: 60_000,
  })
  return (data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
}

const thisYear = new Date().getFullYear()

/** The day and the time: entries are compared with other logs, so it is never 'two hours ago'. */
function EntryTime({ at }: { at: string }) {
  const moment = new Date(at)
  const text = moment.toLocaleString('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(moment.getFullYear() !== thisYear && { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  return (
    <time dateTime={at} className="entry-time">
      {text}
    </time>
  )
}

/** One line that says who did what; what changed unfolds below it. */
function EntryLine({ entry }: { entry: Entry }) {
  const changes = changesIn(entry.details)
  if (changes.length === 0) return <Sentence entry={entry} />
  return (
    <details className="entry">
      <summary>
        <Sentence entry={entry} />
      </summary>
      <ul>
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
        <li>
          <Text span inherit c="dimmed">
            Object ID: <span className="mono">{entry.subject.id}</span>
          </Text>
        </li>
      </ul>
    </details>
  )
}

function Sentence({ entry: { actor, action, subject } }: { entry: Entry }) {
  const isSelf = actor.id !== null && actor.id === subject.id
  return (
    <>
      <b>{actor.name ?? fieldWords(actor.kind)}</b>{' '}
      {isSelf ? selfWords(action) : `${actionWords(action)} `}
      {!isSelf && (
        <span className={subject.name === null ? 'mono' : ''}>{subject.name ?? subject.id}</span>
      )}
    </>
  )
}
