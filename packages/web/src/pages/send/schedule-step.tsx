import { Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { localTimeZone, toLocalInputValue } from '#web/components/forms/local-time-input.ts'
import { t } from '#web/i18n/send.ts'
import { findCampaign, isDirectSend } from './send-draft.ts'
import type { StepProps } from './step-props.ts'

const dayMs = 24 * 60 * 60 * 1000

/** The step for the send time and the expiry. */
export function ScheduleStep({ draft, change, choices }: StepProps) {
  const days = findCampaign(draft, choices)?.expires_after_days ?? 60
  const later = new Date()
  later.setDate(later.getDate() + 1)
  later.setHours(9, 0, 0, 0)
  return (
    <Stack>
      <Radio.Group
        label={t('Send')}
        value={draft.send_at === '' ? 'now' : 'later'}
        onChange={(when) => change({ send_at: when === 'now' ? '' : toLocalInputValue(later) })}
      >
        <Group mt={6} gap="lg">
          <Radio value="now" label={t('Now')} />
          <Radio value="later" label={t('Later')} />
        </Group>
      </Radio.Group>
      {draft.send_at !== '' && (
        <TextInput
          type="datetime-local"
          label={t('Send time')}
          description={t('Your time: {timeZone}', { timeZone: localTimeZone })}
          maw={280}
          value={draft.send_at}
          onChange={(event) => change({ send_at: event.currentTarget.value })}
        />
      )}
      {!isDirectSend(draft, choices) && (
        <>
          <Radio.Group
            label={t('Expires')}
            value={draft.expires_at === '' ? 'usual' : 'until'}
            onChange={(until) =>
              change({
                expires_at:
                  until === 'usual'
                    ? ''
                    : toLocalInputValue(new Date(later.getTime() + 30 * dayMs)),
              })
            }
          >
            <Group mt={6} gap="lg">
              <Radio value="usual" label={t('After {count} days', { count: days })} />
              <Radio value="until" label={t('On a date')} />
            </Group>
          </Radio.Group>
          {draft.expires_at !== '' && (
            <TextInput
              type="datetime-local"
              label={t('Expiry date')}
              description={t('Your time: {timeZone}', { timeZone: localTimeZone })}
              maw={280}
              value={draft.expires_at}
              onChange={(event) => change({ expires_at: event.currentTarget.value })}
            />
          )}
        </>
      )}
      <Text size="sm" c="dimmed">
        {t('A gift can be cancelled until it ships.')}
      </Text>
    </Stack>
  )
}
