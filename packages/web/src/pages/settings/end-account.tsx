import { NumberInput, Stack, Text } from '@mantine/core'
import type { AccountEndDays, ManagedAccount } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { confirm } from '#web/components/dialogs/confirm.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { formatDate } from '#web/i18n/format.ts'
import { Trans, t } from '#web/i18n/settings.ts'

const term: AccountEndDays = { min: 1, max: 365, default: 30 }

const formatEnd = (erase_after: string) =>
  formatDate(erase_after, { dateStyle: 'long', timeStyle: 'short' })

/** The day on which the data of an ended account is deleted, and how far it is. */
export const EndCountdown = ({ erase_after }: { erase_after: string }) => (
  <Text size="xs" c="var(--mantine-color-error)">
    <Trans
      text="Deleted after {date}, {countdown}"
      date={formatEnd(erase_after)}
      countdown={<RelativeTime at={erase_after} />}
    />
  </Text>
)

/** Asks the operator to confirm the end of a suspended account, or another term. */
export function confirmEnd({ id, name, erase_after }: ManagedAccount): void {
  let days: number = term.default
  confirm({
    title: t('End {name}?', { name }),
    children: (
      <Stack gap="sm">
        <Text size="sm">
          {t(
            'After the term, everything of the account is deleted for good: gifts, contacts, files and pictures, tokens, domains and the audit log. People without another account are deleted too.',
          )}
        </Text>
        <Text size="sm">
          {t('Until then, Resume calls it back. Its admins get an email with the date.')}
        </Text>
        {erase_after !== null && (
          <Text size="sm">
            {t('The term now ends on {date}. A new term replaces it.', {
              date: formatEnd(erase_after),
            })}
          </Text>
        )}
        <NumberInput
          label={t('Days until everything is deleted')}
          defaultValue={days}
          {...{ min: term.min, max: term.max, clampBehavior: 'blur', allowDecimal: false }}
          maw={220}
          onChange={(value) => {
            days = Number(value)
          }}
        />
      </Stack>
    ),
    confirmLabel: t('End account'),
    typeToConfirm: name,
    onConfirm: async () => {
      const { erase_after: end } = await api.post(`/accounts/${id}/end`, { days })
      if (end !== null) toast(t('{name} is deleted after {date}.', { name, date: formatEnd(end) }))
    },
  })
}

/** Returns what resuming an account does, which also calls its end back. */
export const describeResume = ({ erase_after }: ManagedAccount): string =>
  erase_after === null
    ? t('Its people can sign in again, and what waited is sent.')
    : t(
        'Nothing is deleted: its end is called back, and its admins get an email about it. Its people can sign in again, and what waited is sent.',
      )
