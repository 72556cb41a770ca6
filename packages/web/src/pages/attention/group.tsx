import { Button, Group, Menu, Text } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import type { AttentionEntry, AttentionGroup } from '#web/admin-api.ts'
import { StatusBadge } from '#web/components/feedback/status-badge.tsx'
import { RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import { GiftTime, RelativeTime } from '#web/components/formats/relative-time.tsx'
import { CanChange } from '#web/components/layout/can-change.tsx'
import { PaginatedList, usePaginatedList } from '#web/components/lists/paginated-list.tsx'
import { Trans, t } from '#web/i18n/attention.ts'
import { AssignItems } from './assign-items.tsx'
import { areUnassigned, remind, type Selection, snooze, wake } from './change-items.ts'
import { Entry, EntryRow } from './entry.tsx'
import { kindLabels } from './kinds.ts'
import { translateServerText } from './server-texts.ts'
import { SnoozeItems, useLaterDay } from './snooze-items.tsx'

/** The filters of the page that a group has in common with its items. */
export interface GroupFilters {
  state: 'open' | 'snoozed'
  assignee_id?: string
}

interface GroupProps {
  group: AttentionGroup
  filters: GroupFilters
}

/** The items of one kind and cause, with buttons for all or for the selected ones. One item stands alone. */
export function ItemGroup({ group, filters }: GroupProps) {
  const { kind, cause, count, since, newest } = group
  const [selected, setSelected] = useState<ReadonlyMap<string, AttentionEntry>>(new Map())
  const [isExpanded, setExpanded] = useState(false)
  const [first] = newest
  if (first === undefined) return null
  if (count === 1) return <Entry entry={first} />
  const { plural, isUrgent } = kindLabels[kind]
  const Time = first.gift_request_id === null ? RelativeTime : GiftTime
  const rows = {
    selected,
    toggle: (entry: AttentionEntry) =>
      setSelected((before) => {
        const after = new Map(before)
        if (!after.delete(entry.id)) after.set(entry.id, entry)
        return after
      }),
  }
  return (
    <li className="panel attention-group">
      <div className="attention-head">
        <div className="attention-text">
          <Group className="attention-title" gap="xs">
            <StatusBadge tone={isUrgent ? 'bad' : 'wait'}>{plural}</StatusBadge>
            <Text fw={600}>{count}</Text>
          </Group>
          <Text size="sm">{translateServerText(first.message)}</Text>
          <Text size="sm" c="dimmed">
            <Trans text="The oldest started {start}" start={<Time at={since} />} />
          </Text>
        </div>
        <CanChange>
          <GroupActions
            group={group}
            filters={filters}
            selected={[...selected.values()]}
            clear={() => setSelected(new Map())}
          />
        </CanChange>
      </div>
      {isExpanded ? (
        <AllRows query={{ ...filters, kind, cause }} label={plural} {...rows} />
      ) : (
        <Rows entries={newest} label={plural} {...rows} />
      )}
      {count > newest.length && (
        <Button
          className="attention-more"
          variant="subtle"
          size="xs"
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
        >
          {isExpanded ? t('Show fewer') : t('Show all {number}', { number: count })}
        </Button>
      )}
    </li>
  )
}

interface RowsProps {
  label: string
  selected: ReadonlyMap<string, AttentionEntry>
  toggle: (entry: AttentionEntry) => void
}

const Rows = ({ entries, label, selected, toggle }: RowsProps & { entries: AttentionEntry[] }) => (
  <ul className="attention-rows" aria-label={label}>
    {entries.map((entry) => (
      <EntryRow
        key={entry.id}
        entry={entry}
        isSelected={selected.has(entry.id)}
        toggle={() => toggle(entry)}
      />
    ))}
  </ul>
)

/** All items of a group, page by page. */
function AllRows({
  query,
  ...rows
}: RowsProps & { query: GroupFilters & Pick<AttentionGroup, 'kind' | 'cause'> }) {
  const list = usePaginatedList<AttentionEntry>('/attention', { ...query }, [])
  const entries = list.pages.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <PaginatedList list={list} skeleton={<RowsSkeleton rows={4} />} empty={null}>
      <Rows entries={entries} {...rows} />
    </PaginatedList>
  )
}

/** The buttons of a group. They act on the selected items, or on all if none is selected. */
function GroupActions({
  group: { kind, cause, newest },
  filters,
  selected,
  clear,
}: GroupProps & { selected: AttentionEntry[]; clear: () => void }) {
  const isAll = selected.length === 0
  const selection: Selection = isAll
    ? { matching: { kind, cause, ...filters } }
    : { ids: selected.map(({ id }) => id) }
  const count = selected.length
  const subject = newest[0]?.subject.type ?? 'gift_request'
  const canRemind = newest[0]?.next_actions.some(
    ({ operation }) => operation?.id === 'remindGiftRequest',
  )
  const reminders = useAction(() => remind(selection), clear)
  return (
    <Group gap="xs" className="attention-actions">
      {canRemind && (
        <Button
          size="xs"
          variant="light"
          loading={reminders.isPending}
          onClick={() => reminders.mutate()}
        >
          {isAll ? t('Remind all') : t('Remind {number}', { number: count })}
        </Button>
      )}
      <SnoozeButton {...{ selection, count, clear }} isSnoozed={filters.state === 'snoozed'} />
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="xs" variant="default" rightSection={chevron}>
            {isAll ? t('Assign all') : t('Assign {number}', { number: count })}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <AssignItems
            selection={selection}
            subject={subject}
            assigneeId={undefined}
            onlyUnassigned={isAll || areUnassigned(selected)}
            onDone={clear}
          />
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}

const chevron = <IconChevronDown size={14} aria-hidden />

/** One press snoozes for a week, or shows snoozed items again. The menu beside it has the other days. */
function SnoozeButton({
  selection,
  count,
  isSnoozed,
  clear,
}: {
  selection: Selection
  count: number
  isSnoozed: boolean
  clear: () => void
}) {
  const laterDay = useLaterDay()
  const action = useAction(
    () => (isSnoozed ? wake(selection) : snooze(selection, laterDay(7))),
    clear,
  )
  const label = isSnoozed
    ? count === 0
      ? t('Show all again')
      : t('Show {number} again', { number: count })
    : count === 0
      ? t('Snooze all for a week')
      : t('Snooze {number} for a week', { number: count })
  return (
    <Button.Group>
      <Button
        size="xs"
        variant="default"
        loading={action.isPending}
        onClick={() => action.mutate()}
      >
        {label}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="xs" px={8} variant="default" aria-label={t('Snooze until another day')}>
            {chevron}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <SnoozeItems selection={selection} isSnoozed={false} onDone={clear} />
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  )
}
