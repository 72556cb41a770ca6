import { Anchor, Button, Checkbox, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { AttentionEntry } from '#web/admin-api.ts'
import { StatusBadge } from '#web/components/feedback/status-badge.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import { GiftTime, RelativeTime } from '#web/components/formats/relative-time.tsx'
import { CanChange } from '#web/components/layout/can-change.tsx'
import { Trans, t } from '#web/i18n/attention.ts'
import { formatDate } from '#web/i18n/format.ts'
import { directActions } from './direct-actions.ts'
import { EntryMenu } from './entry-menu.tsx'
import { kindLabels } from './kinds.ts'
import { type NextAction, toPagePath } from './page-path.ts'
import { translateServerText } from './server-texts.ts'

/** An item alone, with its kind and its cause. */
export function Entry({ entry }: { entry: AttentionEntry }) {
  const { title, isUrgent } = kindLabels[entry.kind]
  const isOpen = entry.cleared_at === null
  return (
    <li className="panel attention-entry" {...(isOpen ? {} : { 'data-ended': true })}>
      <div className="attention-text">
        <Group className="attention-title" gap="xs">
          <StatusBadge tone={!isOpen ? 'end' : isUrgent ? 'bad' : 'wait'}>{title}</StatusBadge>
          <SubjectLink entry={entry} />
        </Group>
        <Text size="sm">{translateServerText(entry.message)}</Text>
        <EntryFacts entry={entry} />
      </div>
      {isOpen && <EntryActions entry={entry} />}
    </li>
  )
}

/** An item of a group. The group says what is wrong. */
export function EntryRow({
  entry,
  isSelected,
  toggle,
}: {
  entry: AttentionEntry
  isSelected: boolean
  toggle: () => void
}) {
  return (
    <li className="attention-row">
      <CanChange>
        <Checkbox
          aria-label={t('Select {name}', { name: entry.name })}
          checked={isSelected}
          onChange={toggle}
        />
      </CanChange>
      <div className="attention-text">
        <SubjectLink entry={entry} />
        <EntryFacts entry={entry} />
      </div>
      <EntryActions entry={entry} />
    </li>
  )
}

/** When the item began and ended, who looks after it, and until when it is snoozed. */
function EntryFacts({ entry }: { entry: AttentionEntry }) {
  const Time = entry.gift_request_id === null ? RelativeTime : GiftTime // a gift follows the clock of its account
  return (
    <Text size="sm" c="dimmed" className="attention-facts">
      <span>
        {entry.cleared_at === null ? (
          <Trans text="Started {start}" start={<Time at={entry.since} />} />
        ) : (
          <Trans
            text="Started {start}, ended {end}"
            start={<Time at={entry.since} />}
            end={<Time at={entry.cleared_at} />}
          />
        )}
      </span>
      {entry.assignee_name !== null && (
        <span>{t('Assigned to {name}', { name: entry.assignee_name })}</span>
      )}
      {entry.snoozed_until !== null && (
        <span>
          {t('Snoozed until {date}', {
            date: formatDate(entry.snoozed_until, { dateStyle: 'medium' }),
          })}
        </span>
      )}
    </Text>
  )
}

const EntryActions = ({ entry }: { entry: AttentionEntry }) => (
  <CanChange>
    <Group gap="xs" className="attention-actions">
      {entry.next_actions.map((action, index) => (
        <ActionButton key={action.title} entry={entry} action={action} isFirst={index === 0} />
      ))}
      <EntryMenu entry={entry} />
    </Group>
  </CanChange>
)

function SubjectLink({ entry }: { entry: AttentionEntry }) {
  const { name, gift_request_id, next_actions } = entry
  const [first] = next_actions
  const path =
    gift_request_id === null
      ? first && toPagePath(entry, first)
      : `/gift-requests/${gift_request_id}`
  return path === undefined ? (
    <Text fw={600}>{name}</Text>
  ) : (
    <Anchor fw={600} renderRoot={(props) => <Link to={path} {...props} />}>
      {name}
    </Anchor>
  )
}

interface ActionButtonProps {
  entry: AttentionEntry
  action: NextAction
  isFirst: boolean
}

/**
 * A button for an action. An action that needs no further input runs at once. For every other action, the
 * button opens a page.
 */
function ActionButton({ entry, action, isFirst }: ActionButtonProps) {
  const direct = directActions[action.operation?.id ?? '']
  const run = useAction(
    async () => direct?.(entry),
    (message) => {
      if (message !== undefined) toast(message)
    },
  )
  const title = translateServerText(action.title)
  const path = toPagePath(entry, action)
  const [to = path, query = ''] = path.split('?')
  const label = { 'aria-label': `${title}: ${entry.name}` }
  const look = { size: 'xs', variant: isFirst ? 'light' : 'default', ...label } as const
  return direct === undefined ? (
    <Button
      {...look}
      renderRoot={(props) => (
        <Link to={to} search={Object.fromEntries(new URLSearchParams(query))} {...props} />
      )}
    >
      {title}
    </Button>
  ) : (
    <Button {...look} loading={run.isPending} onClick={() => run.mutate()}>
      {title}
    </Button>
  )
}
