import { Menu, TextInput } from '@mantine/core'
import { openForm } from '#web/components/dialogs/form-dialog.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import { t } from '#web/i18n/attention.ts'
import { useSession } from '#web/session.ts'
import { type Selection, snooze, startOfDay, wake } from './change-items.ts'

const maxDays = 90

/** Returns the start of a later day: in the time zone of the browser, on the clock of the account. */
export function useLaterDay(): (days: number) => Date {
  const { data } = useSession()
  const offset = data?.me?.account.clock_offset_ms ?? 0
  return (days) => startOfDay(days, offset)
}

/** The entries of a menu that snooze items, or show snoozed ones again. */
export function SnoozeItems({
  selection,
  isSnoozed,
  onDone,
}: {
  selection: Selection
  isSnoozed: boolean
  onDone?: () => void
}) {
  const laterDay = useLaterDay()
  const action = useAction(
    (until: Date | null) => (until === null ? wake(selection) : snooze(selection, until)),
    onDone,
  )
  return (
    <>
      {isSnoozed && (
        <Menu.Item onClick={() => action.mutate(null)}>{t('Show again now')}</Menu.Item>
      )}
      <Menu.Item onClick={() => action.mutate(laterDay(1))}>{t('Snooze until tomorrow')}</Menu.Item>
      <Menu.Item onClick={() => action.mutate(laterDay(7))}>{t('Snooze for a week')}</Menu.Item>
      <Menu.Item onClick={() => openSnoozeForm(selection, laterDay, onDone)}>
        {t('Snooze until a day…')}
      </Menu.Item>
    </>
  )
}

function openSnoozeForm(
  selection: Selection,
  laterDay: (days: number) => Date,
  onDone: (() => void) | undefined,
): void {
  openForm({
    title: t('Snooze until a day'),
    initial: { until: toDateInputValue(laterDay(14)) },
    onSubmit: ({ until }) => snooze(selection, new Date(`${until}T00:00`)),
    onDone: () => onDone?.(),
    submitLabel: t('Snooze'),
    children: (form) => (
      <TextInput
        type="date"
        label={t('Back on')}
        description={t('At most 90 days ahead. It comes back by itself when the day begins.')}
        min={toDateInputValue(laterDay(1))}
        max={toDateInputValue(laterDay(maxDays))}
        required
        data-autofocus
        {...form.getInputProps('until')}
      />
    ),
  })
}

const toDateInputValue = (day: Date): string =>
  new Date(day.getTime() - day.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
