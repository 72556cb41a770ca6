import { ActionIcon, Group, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { GiftTime } from '#web/components/formats/relative-time.tsx'
import { Trans } from '#web/i18n/common.ts'

interface AuthoredTextProps {
  entry: { text: string; author: { name: string }; created_at: string }
  /** The name of the button that deletes the text. Without it there is no button. */
  deleteLabel: string | undefined
  remove: () => void
}

/** A text of a member, such as a comment or a note, with its author and time. */
export const AuthoredText = ({ entry, deleteLabel, remove }: AuthoredTextProps) => (
  <Group align="flex-start" justify="space-between" wrap="nowrap" gap="sm">
    <div style={{ minWidth: 0 }}>
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {entry.text}
      </Text>
      <Text size="xs" c="dimmed" mt={2}>
        <Trans
          text="{name}, {time}"
          name={entry.author.name}
          time={<GiftTime at={entry.created_at} />}
        />
      </Text>
    </div>
    {deleteLabel !== undefined && (
      <ActionIcon variant="subtle" color="gray" aria-label={deleteLabel} onClick={remove}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    )}
  </Group>
)
