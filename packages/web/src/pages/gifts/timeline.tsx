import { Badge, Group, Text } from '@mantine/core'
import type { GiftChange } from '#web/admin-api.ts'
import { GiftTime } from '#web/components/formats/relative-time.tsx'
import { formatValues } from '#web/i18n/format.ts'
import { t } from '#web/i18n/gifts.ts'
import { actionLabels } from './action-labels.ts'
import { getGiftLabels, statusByState } from './detail-labels.ts'
import type { Gift } from './gift.ts'
import { statusLabels } from './gift-labels.ts'
import { describeCause } from './transition-causes.ts'

type Transition = Gift['history'][number]
type UserAction = Gift['user_actions'][number]

/** A timeline with every transition of a gift and every action of users. The newest entry is last. */
export function Timeline({ gift }: { gift: Gift }) {
  const transitions = gift.history.map((transition) => ({ at: transition.at, transition }))
  const actions = gift.user_actions
    .filter(({ action }) => Object.hasOwn(actionLabels, action))
    .map((action) => ({ at: action.at, action }))
  const changes = gift.changes.map((change) => ({ at: change.requested_at, change }))
  const all = [...transitions, ...actions, ...changes].toSorted((one, other) =>
    one.at.localeCompare(other.at),
  )
  return (
    <ol className="line">
      {all.map((each) =>
        'transition' in each ? (
          <TransitionItem
            key={`${each.at} ${each.transition.from} ${each.transition.to}`}
            gift={gift}
            transition={each.transition}
          />
        ) : 'change' in each ? (
          <ChangeItem key={each.change.id} change={each.change} />
        ) : (
          <ActionItem key={`${each.at} ${each.action.action}`} {...each.action} />
        ),
      )}
    </ol>
  )
}

const ActionItem = ({ action, name, at }: UserAction) => (
  <li>
    <Group gap="0 var(--mantine-spacing-xs)" justify="space-between" align="baseline">
      <Text size="sm">{actionLabels[action]}</Text>
      <Text size="sm" c="dimmed">
        <GiftTime at={at} />
      </Text>
    </Group>
    <Text size="sm" c="dimmed">
      {name == null ? t('By a removed user') : t('By {name}', { name })}
    </Text>
  </li>
)

/** An entry of the timeline about a change by the recipient. It does not show the addresses. */
const ChangeItem = ({ change }: { change: GiftChange }) => (
  <li>
    <Group gap="0 var(--mantine-spacing-xs)" justify="space-between" align="baseline">
      <Text size="sm">{changeLabels[change.state]}</Text>
      <Text size="sm" c="dimmed">
        <GiftTime at={change.requested_at} />
      </Text>
    </Group>
    <Text size="sm" c="dimmed">
      {describeChange(change)}
    </Text>
  </li>
)

const changeLabels: Readonly<Record<GiftChange['state'], string>> = {
  pending: t('The recipient is changing the gift'),
  applied: t('The recipient changed the gift'),
  rejected: t('The recipient’s change came too late'),
}

/** Describes a change in one line, such as 'Mug, sage → Tea, morning · New address'. */
function describeChange({ old_items, new_items, changes_address }: GiftChange): string {
  const names = (items: GiftChange['new_items']) => formatValues(items.map(({ name }) => name))
  const items = new_items.length > 0 ? [`${names(old_items)} → ${names(new_items)}`] : []
  return [...items, ...(changes_address ? [t('New address')] : [])].join(' · ')
}

function TransitionItem({ gift, transition }: { gift: Gift; transition: Transition }) {
  const labels = getGiftLabels(gift, transition.to)
  const status = statusByState[transition.to]
  const previousStatus = transition.from === null ? undefined : statusByState[transition.from]
  return (
    <li data-tone={labels.tone}>
      <Group gap="0 var(--mantine-spacing-xs)" justify="space-between" align="baseline">
        <Text fw={600} size="sm">
          {labels.happened}
        </Text>
        <Text size="sm" c="dimmed">
          <GiftTime at={transition.at} />
        </Text>
      </Group>
      <Group gap={6} mt={2}>
        <Text size="sm" c="dimmed">
          {describeCause(transition.cause)}
        </Text>
        {status !== undefined && status !== previousStatus && (
          <Badge size="sm" variant="default" tt="none" fw={500}>
            {t('Public: {status}', { status: statusLabels[status] })}
          </Badge>
        )}
      </Group>
    </li>
  )
}
