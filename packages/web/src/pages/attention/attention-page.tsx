import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { AttentionEntry } from '#web/admin-api.ts'
import { EmptyList } from '#web/components/feedback/empty-list.tsx'
import { StatusBadge } from '#web/components/feedback/status-badge.tsx'
import { RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import { GiftTime, RelativeTime } from '#web/components/formats/relative-time.tsx'
import { CanChange } from '#web/components/layout/can-change.tsx'
import { Page } from '#web/components/layout/page.tsx'
import { type Filter, FilterBar } from '#web/components/lists/filter-bar.tsx'
import { PaginatedList, usePaginatedList } from '#web/components/lists/paginated-list.tsx'
import { Trans, t } from '#web/i18n/attention.ts'
import { directActions } from './direct-actions.ts'
import { kindLabels, kindOptions } from './kinds.ts'
import { type NextAction, toPagePath } from './page-path.ts'
import { translateServerText } from './server-texts.ts'
import './attention.css'

const filters: readonly Filter[] = [
  { name: 'kind', label: t('Kind'), options: kindOptions },
  {
    name: 'state',
    label: t('Status'),
    options: [
      { value: 'open', label: t('Open|state') },
      { value: 'cleared', label: t('Ended') },
    ],
  },
]

/** The page with the problems that a person must resolve, and with the actions that resolve them. */
export function AttentionPage() {
  const list = usePaginatedList<AttentionEntry>('/attention', { state: 'open' }, filters)
  const entries = list.pages.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <Page
      title={t('Needs attention')}
      about={t('Problems that someone needs to solve. Each disappears once its cause is resolved.')}
    >
      <Stack>
        <FilterBar {...list.filterBar} />
        <PaginatedList
          list={list}
          skeleton={<RowsSkeleton rows={4} />}
          empty={
            <EmptyList guide="attention" title={t('You’re all caught up')}>
              {t('Nothing needs attention.')}
            </EmptyList>
          }
        >
          <ul className="attention-list" aria-label={t('What needs attention')}>
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ul>
        </PaginatedList>
      </Stack>
    </Page>
  )
}

function Entry({ entry }: { entry: AttentionEntry }) {
  const { title, isUrgent } = kindLabels[entry.kind]
  const isOpen = entry.cleared_at === null
  const Time = entry.gift_request_id === null ? RelativeTime : GiftTime // a gift follows the clock of its account
  return (
    <li className="panel attention-entry" {...(isOpen ? {} : { 'data-ended': true })}>
      <div className="attention-text">
        <Group className="attention-title" gap="xs">
          <StatusBadge tone={!isOpen ? 'end' : isUrgent ? 'bad' : 'wait'}>{title}</StatusBadge>
          <SubjectLink entry={entry} />
        </Group>
        <Text size="sm">{translateServerText(entry.message)}</Text>
        <Text size="sm" c="dimmed">
          {entry.cleared_at === null ? (
            <Trans text="Started {start}" start={<Time at={entry.since} />} />
          ) : (
            <Trans
              text="Started {start}, ended {end}"
              start={<Time at={entry.since} />}
              end={<Time at={entry.cleared_at} />}
            />
          )}
        </Text>
      </div>
      {entry.next_actions.length > 0 && (
        <CanChange>
          <Group gap="xs">
            {entry.next_actions.map((action, index) => (
              <ActionButton
                key={action.title}
                entry={entry}
                action={action}
                isFirst={index === 0}
              />
            ))}
          </Group>
        </CanChange>
      )}
    </li>
  )
}

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
