import { Menu, Select } from '@mantine/core'
import type { AttentionEntry } from '#web/admin-api.ts'
import { openForm } from '#web/components/dialogs/form-dialog.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import { t } from '#web/i18n/attention.ts'
import { useSession } from '#web/session.ts'
import { useRead } from '#web/use-read.ts'
import { assign, type NewAssignee, type Selection } from './change-items.ts'

interface AssignItemsProps {
  selection: Selection
  subject: AttentionEntry['subject']['type']
  /** The present assignee of the items; undefined if they have several. */
  assigneeId: string | null | undefined
  onlyUnassigned: boolean
  onDone?: () => void
}

/** The entries of a menu that assign items. */
export function AssignItems(props: AssignItemsProps) {
  const { selection, assigneeId, onlyUnassigned, onDone } = props
  const { data } = useSession()
  const me = data?.me
  const action = useAction(
    (assignee: NewAssignee) => assign(selection, assignee, onlyUnassigned && assignee.id !== null),
    onDone,
  )
  return (
    <>
      {me != null && me.id !== assigneeId && (
        <Menu.Item onClick={() => action.mutate({ id: me.id, name: me.name })}>
          {t('Assign to me')}
        </Menu.Item>
      )}
      <Menu.Item onClick={() => openAssignForm(props)}>{t('Assign to someone…')}</Menu.Item>
      {assigneeId !== null && (
        <Menu.Item onClick={() => action.mutate({ id: null, name: '' })}>
          {t('Assign to no one')}
        </Menu.Item>
      )}
    </>
  )
}

function openAssignForm({ selection, subject, onlyUnassigned, onDone }: AssignItemsProps): void {
  const names = new Map<string, string>()
  openForm({
    title: t('Assign to someone'),
    initial: { assignee_id: '' },
    onSubmit: ({ assignee_id: id }) =>
      assign(selection, { id, name: names.get(id) ?? '' }, onlyUnassigned),
    onDone: () => onDone?.(),
    submitLabel: t('Assign'),
    children: (form) => (
      <AssigneeSelect subject={subject} names={names} {...form.getInputProps('assignee_id')} />
    ),
  })
}

/** A field for a member who sees a subject. Fills `names` with the names of these members by id. */
function AssigneeSelect({
  subject,
  names,
  ...input
}: {
  subject: AttentionEntry['subject']['type']
  names: Map<string, string>
}) {
  const { data } = useRead('/attention/assignees')
  const members = data?.data.filter(({ hidden }) => !hidden.includes(subject)) ?? []
  for (const { id, name } of members) names.set(id, name)
  return (
    <Select
      label={t('Person')}
      description={t('Only people who may see this. The daily email tells them.')}
      data={members.map(({ id, name }) => ({ value: id, label: name }))}
      searchable
      allowDeselect={false}
      data-autofocus
      {...input}
    />
  )
}
