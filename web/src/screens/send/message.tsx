import { Stack, Text, Textarea, TextInput } from '@mantine/core'
import { campaignOf } from './draft.ts'
import type { Part } from './part.ts'

/** What it says. A campaign has words of its own, which stay where nothing is written. */
export function Message({ draft, change, choices }: Part) {
  const campaign = campaignOf(draft, choices)
  const usual = campaign?.email_message
  const isHalf = (draft.subject.trim() === '') !== (draft.body.trim() === '')
  return (
    <Stack gap="sm">
      {usual !== undefined && (
        <Text size="sm" c="dimmed">
          Leave both empty for the campaign’s own words, which stand there in grey.
        </Text>
      )}
      <TextInput
        label="Subject"
        maxLength={255}
        placeholder={usual?.subject ?? 'Something for you'}
        value={draft.subject}
        error={isHalf && draft.subject.trim() === '' && 'A message needs a subject too.'}
        onChange={(event) => change({ subject: event.currentTarget.value })}
      />
      <Textarea
        label="Message"
        autosize
        minRows={4}
        maxRows={14}
        maxLength={10_000}
        placeholder={usual?.body ?? 'Why you thought of them'}
        value={draft.body}
        error={isHalf && draft.body.trim() === '' && 'A subject needs a message too.'}
        onChange={(event) => change({ body: event.currentTarget.value })}
      />
    </Stack>
  )
}
