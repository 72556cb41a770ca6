import { Badge, Group, Text } from '@mantine/core'
import { GiftMoment } from '#web/blocks/moment.tsx'
import type { Gift } from './detail.ts'
import { stateWords, statusOf, statusWords } from './words.ts'

/** Every step it took, newest last, in plain words beside what the world saw. */
export function TimeLine({ gift }: { gift: Gift }) {
  return (
    <ol className="line">
      {gift.history.map((move) => {
        const words = stateWords(move.to_state)
        const status = statusOf[move.to_state]
        const before = move.from_state === null ? undefined : statusOf[move.from_state]
        return (
          <li key={`${move.made_at} ${move.from_state} ${move.to_state}`} data-tone={words.tone}>
            <Group gap="xs" justify="space-between" align="baseline">
              <Text fw={600} size="sm">
                {words.happened}
              </Text>
              <Text size="sm" c="dimmed">
                <GiftMoment at={move.made_at} />
              </Text>
            </Group>
            <Group gap={6} mt={2}>
              <Text size="sm" c="dimmed">
                {sentence(move.cause)}
              </Text>
              {status !== undefined && status !== before && (
                <Badge size="sm" variant="default" tt="none" fw={500}>
                  Public: {statusWords[status]}
                </Badge>
              )}
            </Group>
          </li>
        )
      })}
    </ol>
  )
}

const sentence = (cause: string) => cause.charAt(0).toUpperCase() + cause.slice(1)
