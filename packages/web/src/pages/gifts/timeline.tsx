import { Badge, Group, Text } from '@mantine/core'
import type { Gift, GiftChange } from '#web/admin-api.ts'
import { GiftTime } from '#web/components/relative-time.tsx'
import { formatValues } from '#web/i18n/format.ts'
import { t } from '#web/i18n/gifts.ts'
import { getStateLabels, statusByState, statusLabels } from './gift-labels.ts'
import { describeCause } from './transition-causes.ts'

type Transition = Gift['history'][number]
type UserAction = Gift['user_actions'][number]

// biome-ignore format: read down the columns
const actionLabels: Readonly<Record<string, string>> = {
  'gift_request.send':             t('Sent the gift'),
  'gift_request.cancel':           t('Cancelled the gift'),
  'gift_request.remind':           t('Sent a reminder'),
  'gift_request.extend':           t('Changed the expiry date'),
  'gift_request.correct_email':    t('Corrected the email address'),
  'gift_request.reveal_address':   t('Viewed the shipping address'),
  'gift_request.fix_address':      t('Corrected the shipping address'),
  'gift_request.retry_order':      t('Retried the label'),
  'gift_request.send_again':       t('Sent the gift again'),
  'gift_request.ship_again':       t('Reshipped items'),
  'gift_request.replace_code':     t('Replaced a code'),
  'gift_request.resend_email':     t('Resent an email'),
  'gift_request.enter_tracking':   t('Entered a tracking number'),
  'gift_request.record_progress':  t('Recorded the progress of a parcel'),
  'gift_request.import_tracking':  t('Imported a tracking number'),
  'gift_request.restock':          t('Put items back into stock'),
}

/** Every transition of a gift and every action of users, newest last. */
export function Timeline({ gift }: { gift: Gift }) {
  const transitions = gift.history.map((transition) => ({ at: transition.created_at, transition }))
  const actions = gift.user_actions
    .filter(({ action }) => action in actionLabels)
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
            key={`${each.at} ${each.transition.from_state} ${each.transition.to_state}`}
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

/** A change by the recipient. The addresses are not shown. */
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

/** 'Mug, sage → Tea, morning · New address' */
function describeChange({ old_items, new_items, changes_address }: GiftChange): string {
  const names = (items: GiftChange['new_items']) => formatValues(items.map(({ name }) => name))
  const items = new_items.length > 0 ? [`${names(old_items)} → ${names(new_items)}`] : []
  return [...items, ...(changes_address ? [t('New address')] : [])].join(' · ')
}

function TransitionItem({ transition }: { transition: Transition }) {
  const labels = getStateLabels(transition.to_state)
  const status = statusByState[transition.to_state]
  const previousStatus =
    transition.from_state === null ? undefined : statusByState[transition.from_state]
  return (
    <li data-tone={labels.tone}>
      <Group gap="0 var(--mantine-spacing-xs)" justify="space-between" align="baseline">
        <Text fw={600} size="sm">
          {labels.happened}
        </Text>
        <Text size="sm" c="dimmed">
          <GiftTime at={transition.created_at} />
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
