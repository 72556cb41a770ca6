import { Group, Stack, Switch, TagsInput, Text, TextInput } from '@mantine/core'
import { t } from '#web/i18n/campaigns.ts'
import type { CampaignForm } from './campaign-form.ts'
import { ReminderTimeline } from './reminder-timeline.tsx'

/** The fields of the reminder schedule, with a timeline. */
export function RemindersFields({ form }: { form: CampaignForm }) {
  const { reminders, expires_after_days } = form.values
  const { quiet } = reminders
  return (
    <Stack>
      <ReminderTimeline plan={reminders} expiresAfterDays={Number(expires_after_days) || 1} />
      <Group align="flex-start" grow preventGrowOverflow={false}>
        <DaysField
          form={form}
          name="after_days"
          label={t('Days after the invitation')}
          maxDays={Number(expires_after_days)}
        />
        <DaysField
          form={form}
          name="before_expiry_days"
          label={t('Days before expiry')}
          maxDays={Number(expires_after_days)}
        />
      </Group>
      <Switch
        label={t('Quiet hours without reminders')}
        checked={quiet !== null}
        onChange={(event) =>
          form.setFieldValue(
            'reminders.quiet',
            event.currentTarget.checked ? { from: '20:00', to: '08:00' } : null,
          )
        }
      />
      {quiet !== null && (
        <Group>
          <TextInput
            type="time"
            label={t('From|time')}
            value={quiet.from}
            onChange={(event) =>
              form.setFieldValue('reminders.quiet.from', event.currentTarget.value)
            }
          />
          <TextInput
            type="time"
            label={t('Until')}
            value={quiet.to}
            onChange={(event) =>
              form.setFieldValue('reminders.quiet.to', event.currentTarget.value)
            }
          />
        </Group>
      )}
      {form.errors['reminders.quiet'] !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)">
          {form.errors['reminders.quiet']}
        </Text>
      )}
    </Stack>
  )
}

const maxReminders = 5

interface DaysFieldProps {
  form: CampaignForm
  name: 'after_days' | 'before_expiry_days'
  label: string
  maxDays: number
}

function DaysField({ form, name, label, maxDays }: DaysFieldProps) {
  const days = form.values.reminders[name]
  return (
    <TagsInput
      label={label}
      description={t('Type a number and press Enter')}
      placeholder={days.length === 0 ? t('none') : ''}
      maxTags={maxReminders}
      inputMode="numeric"
      value={days.map(String)}
      onChange={(typed) =>
        form.setFieldValue(
          `reminders.${name}`,
          [...new Set(typed.map(Number))]
            .filter((day) => Number.isInteger(day) && day >= 1 && day < maxDays)
            .sort((one, other) => one - other),
        )
      }
      error={form.errors[`reminders.${name}`]}
    />
  )
}
