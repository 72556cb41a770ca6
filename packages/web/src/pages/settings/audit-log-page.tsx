import { formatDate } from '#web/i18n/format.ts'
import { Trans, t } from '#web/i18n/settings.ts'
import './audit-log.css'
import { Button, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { AuditEntry } from '#web/admin-api.ts'
import { EmptyList } from '#web/components/feedback/empty-list.tsx'
import { downloadLink } from '#web/components/files/downloads.ts'
import { Page } from '#web/components/layout/page.tsx'
import { DataList } from '#web/components/lists/data-list.tsx'
import { useUrlFilters } from '#web/components/lists/use-url-filters.ts'
import { kindOptions } from '#web/pages/attention/kinds.ts'
import { useRead } from '#web/use-read.ts'
import { formatChanges } from './audit-changes.ts'
import { actionLabel, actorKinds, selfActionLabel } from './audit-labels.ts'
import { subjectLabels } from './audit-subject-labels.ts'
import { translateBulkAction } from './bulk-action-names.ts'

export function AuditLogPage() {
  const { filters } = useUrlFilters()
  const users = useUserOptions()
  return (
    <Page
      title={t('Audit log')}
      about={t('Who changed what, when, and from where. Entries can’t be changed or removed.')}
      action={
        <Button
          component="a"
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          {...downloadLink('/audit.csv', filters, t('Audit log'))}
        >
          {t('Download CSV')}
        </Button>
      }
    >
      <DataList
        label={t('Audit log')}
        path="/audit"
        filters={[
          {
            name: 'action',
            label: t('Area'),
            options: Object.entries(subjectLabels).map(([value, label]) => ({ value, label })),
          },
          { name: 'actor_id', label: t('Person'), options: users },
          { name: 'subject_id', label: t('Object ID') },
        ]}
        columns={[
          { header: t('When'), cell: ({ at }) => <EntryTime at={at} /> },
          {
            header: t('Action'),
            isFullWidth: true,
            cell: (entry) => <EntryDetails entry={entry} />,
          },
          {
            header: t('IP address'),
            isDesktopOnly: true,
            cell: ({ actor }) => <span className="mono">{actor.address ?? '–'}</span>,
          },
        ]}
        empty={
          <EmptyList guide="adminArea" title={t('No entries yet')}>
            {t('Sign-ins, invitations, new keys and every other change appear here.')}
          </EmptyList>
        }
      />
    </Page>
  )
}

function useUserOptions() {
  const { data } = useRead('/members', undefined, { staleTime: 60_000 })
  return (data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
}

const thisYear = new Date().getFullYear()

/** The exact time of an entry. It is never relative, because users compare entries with other logs. */
function EntryTime({ at }: { at: string }) {
  const date = new Date(at)
  const text = formatDate(date, {
    day: 'numeric',
    month: 'short',
    ...(date.getFullYear() !== thisYear && { year: 'numeric' }),
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

/** One line for an entry of the audit log. The user can unfold the changes below the line. */
function EntryDetails({ entry }: { entry: AuditEntry }) {
  const changes = formatChanges(entry.details)
  if (changes.length === 0) return <EntrySentence entry={entry} />
  return (
    <details className="entry">
      <summary>
        <EntrySentence entry={entry} />
      </summary>
      <ul>
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
        <li>
          <Text span inherit c="dimmed">
            <Trans text="Object ID: {id}" id={<span className="mono">{entry.subject.id}</span>} />
          </Text>
        </li>
      </ul>
    </details>
  )
}

function EntrySentence({ entry: { actor, action, subject } }: { entry: AuditEntry }) {
  const isSelf = actor.id !== null && actor.id === subject.id
  const sentence = isSelf ? selfActionLabel(action) : actionLabel(action)
  return sentence
    .split(/(\{actor\}|\{subject\})/)
    .map((part) =>
      part === '{actor}' ? (
        <b key={part}>{actor.name ?? actorKinds[actor.kind]}</b>
      ) : part === '{subject}' ? (
        <SubjectName key={part} subject={subject} />
      ) : (
        part
      ),
    )
}

/** The name of the subject. A reference such as GR-1A2B or GR-1A2B-1 stays on one line. */
function SubjectName({ subject }: { subject: AuditEntry['subject'] }) {
  const text = subjectName(subject)
  const isReference = /^[A-Z]+(-[A-Z0-9]+)+$/.test(text)
  return (
    <span
      {...(subject.name === null && { className: 'mono' })}
      {...(isReference && { style: { whiteSpace: 'nowrap' } })}
    >
      {text}
    </span>
  )
}

const subjectName = ({ kind, name, id }: AuditEntry['subject']): string => {
  if (name === null) return id
  if (kind === 'attention') return kindOptions.find(({ value }) => value === name)?.label ?? name
  return kind === 'bulk_action' ? translateBulkAction(name) : name
}
