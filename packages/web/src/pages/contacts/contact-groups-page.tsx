import { Button, Menu, TextInput } from '@mantine/core'
import type { ContactGroup } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { confirm } from '#web/components/dialogs/confirm.tsx'
import { openForm } from '#web/components/dialogs/form-dialog.tsx'
import { EmptyList } from '#web/components/feedback/empty-list.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { MoreMenu } from '#web/components/layout/more-menu.tsx'
import { Page } from '#web/components/layout/page.tsx'
import { DataList } from '#web/components/lists/data-list.tsx'
import { t } from '#web/i18n/contacts.ts'
import { formatNumber } from '#web/i18n/format.ts'
import { usePermission } from '#web/session.ts'

/** The page that adds, renames and deletes groups. A row leads to the contacts of its group. */
export function ContactGroupsPage() {
  const canChange = usePermission('contacts:write')
  const addButton = <Button onClick={() => editGroup()}>{t('New group')}</Button>
  return (
    <Page
      title={t('Groups')}
      about={t('Send to a whole group at once. A contact can be in several groups.')}
      {...(canChange && { action: addButton })}
    >
      <DataList
        label={t('Groups')}
        path="/contact-groups"
        columns={[
          { header: t('Name'), cell: ({ name }) => name },
          { header: t('Contacts'), isNumeric: true, cell: (group) => formatNumber(group.contacts) },
        ]}
        to={({ id }) => `/contacts?group_id=${id}`}
        {...(canChange && {
          actions: (group: ContactGroup) => (
            <MoreMenu label={t('Actions for {name}', { name: group.name })}>
              <Menu.Item onClick={() => editGroup(group)}>{t('Rename…')}</Menu.Item>
              <Menu.Item color="red" onClick={() => confirmDelete(group)}>
                {t('Delete…')}
              </Menu.Item>
            </MoreMenu>
          ),
        })}
        empty={
          <EmptyList
            guide="contacts"
            title={t('No groups yet')}
            {...(canChange && { action: addButton })}
          >
            {t('Groups collect contacts for a send, such as a team or an office.')}
          </EmptyList>
        }
      />
    </Page>
  )
}

const editGroup = (group?: ContactGroup): void =>
  openForm({
    title: group === undefined ? t('New group') : t('Rename group'),
    initial: { name: group?.name ?? '' },
    onSubmit: async ({ name }): Promise<void> => {
      if (group === undefined) await api.post('/contact-groups', { name })
      else await api.patch(`/contact-groups/${group.id}`, { name })
    },
    onDone: () => toast(t('Saved.')),
    submitLabel: group === undefined ? t('Add group') : t('Save changes'),
    children: (form) => (
      <TextInput
        label={t('Name')}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
    ),
  })

const confirmDelete = ({ id, name }: ContactGroup): void =>
  confirm({
    title: t('Delete {name}?', { name }),
    children: t('The contacts of the group stay.'),
    confirmLabel: t('Delete group'),
    onConfirm: async () => {
      await api.delete(`/contact-groups/${id}`)
      toast(t('Group deleted.'))
    },
  })
