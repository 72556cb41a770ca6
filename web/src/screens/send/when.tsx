import { Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { campaignOf, isDirect } from './draft.ts'
import type { Part } from './part.ts'

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
const aDay = 24 * 60 * 60 * 1000

/** As the browser's field for a moment has it: local, to the minute. */
const local = (at: Date) =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

/** At once or later, and how long they can take their time. */
export function When({ draft, change, choices }: Part) {
  const days = campaignOf(draft, choices)?.expires_after_days ?? 60
  const later = new Date()
  later.setDate(later.getDate() + 1)
  later.setHours(9, 0, 0, 0)
  return (
    <Stack>
      <Radio.Group
        label="It goes out"
        value={draft.send_at === '' ? 'now' : 'later'}
        onChange={(when) => change({ send_at: when === 'now' ? '' : local(later) })}
      >
        <Group mt={6} gap="lg">
          <Radio value="now" label="At once" />
          <Radio value="later" label="Later" />
        </Group>
      </Radio.Group>
      {draft.send_at !== '' && (
        <TextInput
          type="datetime-local"
          label="When it goes out"
          description={`Your time: ${zone}`}
          maw={280}
          value={draft.send_at}
          onChange={(event) => change({ send_at: event.currentTarget.value })}
        />
      )}
      {!isDirect(draft, choices) && (
        <>
          <Radio.Group
            label="It can be redeemed"
            value={draft.expires_at === '' ? 'usual' : 'until'}
            onChange={(until) =>
              change({
                expires_at: until === 'usual' ? '' : local(new Date(later.getTime() + 30 * aDay)),
              })
            }
          >
            <Group mt={6} gap="lg">
              <Radio value="usual" label={`For ${days} days`} />
              <Radio value="until" label="Until a day" />
            </Group>
          </Radio.Group>
          {draft.expires_at !== '' && (
            <TextInput
              type="datetime-local"
              label="Until when"
              description={`Your time: ${zone}`}
              maw={280}
              value={draft.expires_at}
              onChange={(event) => change({ expires_at: event.currentTarget.value })}
            />
          )}
        </>
      )}
      <Text size="sm" c="dimmed">
        Until it has left, a gift can be cancelled.
      </Text>
    </Stack>
  )
}
