import { Alert, Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { Trans, t } from '#web/i18n/common.ts'
import { formatList } from '#web/i18n/format.ts'
import { NotSaved } from './not-saved.tsx'

/** What a form needs to resolve an edit conflict (412). */
export interface Conflict<Values, Result> {
  /** The id of the edited resource in the audit log. */
  id: string
  /** Fetches the stored version of the resource. */
  fetchLatest: () => Promise<Values>
  /** Discards the user's edits and shows the stored version. */
  reload: () => void
  overwrite: (values: Values) => Promise<Result>
}

type AnyValues = Record<string, unknown>

interface ConflictAlertProps {
  conflict: Omit<Conflict<AnyValues, unknown>, 'overwrite'>
  initial: AnyValues
  values: AnyValues
  save: (values: AnyValues) => void
}

/**
 * A message that shows who changed which fields in the meantime, with three ways to continue. The message
 * appears next to the save button.
 */
export function ConflictAlert({ conflict, initial, values, save }: ConflictAlertProps) {
  const { data } = useQuery({
    queryKey: ['conflict', conflict.id],
    queryFn: async () => {
      const [latest, change] = await Promise.all([
        conflict.fetchLatest(),
        api.get(`/audit/latest/${conflict.id}`).catch(() => null),
      ])
      return { latest, change: change ?? null }
    },
    gcTime: 0,
    staleTime: 0,
  })
  if (data === undefined) return <NotSaved />
  const { latest, change } = data
  const theirChanges = changedFields(initial, latest)
  const myChanges = changedFields(initial, values)
  const conflicting = theirChanges.filter((name) => myChanges.includes(name))
  const merged = {
    ...values,
    ...Object.fromEntries(theirChanges.map((name) => [name, latest[name]])),
  }
  return (
    <Alert color="red" variant="light" role="alert" title={t('Not saved: changed by another user')}>
      <Trans
        text="{name} changed {fields} {time}."
        name={change?.name ?? t('Another user')}
        fields={theirChanges.length === 0 ? t('this') : formatList(theirChanges.map(fieldLabel))}
        time={change === null ? '' : <RelativeTime at={change.at} />}
      />{' '}
      {conflicting.length > 0 &&
        t('You changed {fields} too.', { fields: formatList(conflicting.map(fieldLabel)) })}
      <Group gap="xs" mt="xs">
        {conflicting.length === 0 && (
          <Button size="xs" onClick={() => save(merged)}>
            {t('Keep both')}
          </Button>
        )}
        <Button variant="default" size="xs" onClick={conflict.reload}>
          {t('Discard my changes')}
        </Button>
        <Button variant="default" size="xs" onClick={() => save(values)}>
          {t('Overwrite with mine')}
        </Button>
      </Group>
    </Alert>
  )
}

const changedFields = (one: Record<string, unknown>, other: Record<string, unknown>): string[] =>
  Object.keys(one).filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))

/** Converts the name of a field to a label: `email_message` becomes 'Email message'. */
function fieldLabel(name: string): string {
  const text = name.replace(/_id$/, '').replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
