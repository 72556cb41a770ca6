import { Badge, Group, Text } from '@mantine/core'
import { GiftMoment } from '#web/blocks/moment.tsx'
import type { Gift } from './detail.ts'
import { stateWords, statusOf, statusWords } from './words.ts'

type Move = Gift['history'][number]
type PersonAction = Gift['people_actions'][number]

// biome-ignore format: read down the columns
const done: Readonly<Record<string, string>> = {
  'gift_request.send':           'Sent the gift',
  'gift_request.cancel':         'Cancelled the gift',
  'gift_request.remind':         'Sent a reminder',
  'gift_request.extend':         'Changed the expiry date',
  'gift_request.correct_email':  'Corrected the email address',
  'gift_request.reveal_address': 'Viewed the shipping address',
  'gift_request.fix_address':    'Corrected the shipping address',
  'gift_request.ship_again':     'Sent items again',
  'gift_request.resend_mail':    'Resent an email',
}

/** Every step it took and what people did with it, newest last. */
export function TimeLine({ gift }: { gift: Gift }) {
  const moves = gift.history.map((move) => ({ at: move.made_at, move }))
  const actions = gift.people_actions
    .filter(({ action }) => action in done)
    .map((action) => ({ at: action.at, action }))
  const all = [...moves, ...actions].toSorted((one, other) => one.at.localeCompare(other.at))
  return (
    <ol className="line">
      {all.map((each) =>
        'move' in each ? (
          <Step key={`${each.at} ${each.move.from_state} ${each.move.to_state}`} move={each.move} />
        ) : (
          <Action key={`${each.at} ${each.action.action}`} {...each.action} />
        ),
      )}
    </ol>
  )
}

const Action = ({ action, name, at }: PersonAction) => (
  <li>
    <Group gap="xs" justify="space-between" align="baseline">
      <Text size="sm">{done[action]}</Text>
      <Text size="sm" c="dimmed">
        <GiftMoment at={at} />
      </Text>
    </Group>
    <Text size="sm" c="dimmed">
      By {name}
    </Text>
  </li>
)

function Step({ move }: { move: Move }) {
  const words = stateWords(move.to_state)
  const status = statusOf[move.to_state]
  const before = move.from_state === null ? undefined : statusOf[move.from_state]
  return (
    <li data-tone={words.tone}>
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
}

const sentence = (cause: string) => cause.charAt(0).toUpperCase() + cause.slice(1)
