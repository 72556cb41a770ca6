import { Menu } from '@mantine/core'
import type { AttentionEntry } from '#web/admin-api.ts'
import { MoreMenu } from '#web/components/layout/more-menu.tsx'
import { t } from '#web/i18n/attention.ts'
import { AssignItems } from './assign-items.tsx'
import { areUnassigned } from './change-items.ts'
import { SnoozeItems } from './snooze-items.tsx'

/** Assigns and snoozes one item. */
export const EntryMenu = ({ entry }: { entry: AttentionEntry }) => {
  const selection = { ids: [entry.id] }
  return (
    <MoreMenu label={t('More actions: {name}', { name: entry.name })}>
      <SnoozeItems selection={selection} isSnoozed={entry.snoozed_until !== null} />
      <Menu.Divider />
      <AssignItems
        selection={selection}
        subject={entry.subject.type}
        assigneeId={entry.assignee_id}
        onlyUnassigned={areUnassigned([entry])}
      />
    </MoreMenu>
  )
}
