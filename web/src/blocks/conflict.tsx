import { Alert, Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import { Moment } from './moment.tsx'

/** What a form needs to know when another person saved first (412). */
export interface Conflict<Values, Made> {
  /** What is edited, as the audit log names it. */
  id: string
  /** What is stored now. */
  latest: () => Promise<Values>
  /** Discards what was typed, and shows what is stored. */
  reload: () => void
  overwrite: (values: Values) => Promise<Made>
}

interface ConflictNoticeProps<Values, Made> {
  conflict: Conflict<Values, Made>
  initial: Values
  values: Values
  save: (values: Values) => void
}

/** Who changed what in the meantime, and three ways on. Shown where people look after they pressed Save. */
export function ConflictNotice<Values extends Record<string, unknown>, Made>({
  conflict,
  initial,
  values,
  save,
}: ConflictNoticeProps<Values, Made>) {
  const { data } = useQuery({
    queryKey: ['conflict', conflict.id],
    queryFn: async () => {
      const [latest, change] = await Promise.all([
        conflict.latest(),
        api
          .get<{ name: string; at: string } | null>(`/last-change/${conflict.id}`)
          .catch(() => null),
      ])
      return { latest, change: change ?? null }
    },
    gcTime: 0,
    staleTime: 0,
  })
  if (data === undefined)
    return <Alert color="red" variant="light" title="Not saved" role="alert" />
  const { latest, change } = data
  const theirs = differing(initial, latest)
  const mine = differing(initial, values)
  const both = theirs.filter((name) => mine.includes(name))
  const merged = { ...values, ...Object.fromEntries(theirs.map((name) => [name, latest[name]])) }
  return (
    <Alert color="red" variant="light" role="alert" title="Not saved: changed by another person">
      {change?.name ?? 'Another person'} changed{' '}
      {theirs.length === 0 ? 'this' : listed(theirs.map(labelOf))}
      {change !== null && (
        <>
          {' '}
          <Moment at={change.at} />
        </>
      )}
      .{both.length > 0 && ` You changed ${listed(both.map(labelOf))} too.`}
      <Group gap="xs" mt="xs">
        {both.length === 0 && (
          <Button size="xs" onClick={() => save(merged)}>
            Keep both
          </Button>
        )}
        <Button variant="default" size="xs" onClick={conflict.reload}>
          Discard my changes
        </Button>
        <Button variant="default" size="xs" onClick={() => save(values)}>
          Overwrite with mine
        </Button>
      </Group>
    </Alert>
  )
}

const differing = (one: Record<string, unknown>, other: Record<string, unknown>): string[] =>
  Object.keys(one).filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))

/** `email_message` → 'Email message' */
function labelOf(name: string): string {
  const text = name.replace(/_id$/, '').replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const list = new Intl.ListFormat('en')
const listed = (names: readonly string[]): string => list.format(names)
