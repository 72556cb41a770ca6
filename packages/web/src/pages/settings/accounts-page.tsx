import { Badge, Button, Group, Menu, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ManagedAccount } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { confirm } from '#web/components/dialogs/confirm.tsx'
import { openDialog, openForm } from '#web/components/dialogs/form-dialog.tsx'
import { EmptyList } from '#web/components/feedback/empty-list.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { SegmentedField } from '#web/components/forms/segmented-field.tsx'
import { CopyIconButton } from '#web/components/layout/copy-icon-button.tsx'
import { MoreMenu } from '#web/components/layout/more-menu.tsx'
import { Page } from '#web/components/layout/page.tsx'
import { DataList } from '#web/components/lists/data-list.tsx'
import { formatNumber } from '#web/i18n/format.ts'
import { t } from '#web/i18n/settings.ts'
import { useCanSendEmail, useMe } from '#web/session.ts'
import { confirmEnd, describeResume, EndCountdown } from './end-account.tsx'
import { OperatorTokens } from './operator-tokens.tsx'
import { tierNames } from './tier-names.ts'

const maxCount = 10_000

/** The page with the accounts of the installation, for its operators. */
export function AccountsPage() {
  const { id: ownId } = useMe().account
  return (
    <Page
      title={t('Accounts')}
      about={t('The accounts of this installation. Only its operators see this page.')}
      action={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={openCreate}>
          {t('New account')}
        </Button>
      }
    >
      <DataList
        label={t('Accounts')}
        path="/accounts"
        filters={filters}
        columns={[
          { header: t('Account'), cell: (each) => <AccountName {...each} /> },
          { header: t('Tier'), cell: ({ tier }) => tierNames[tier] },
          { header: t('People'), cell: ({ users }) => formatNumber(users) },
          { header: t('Gifts in 30 days'), cell: ({ recent_gifts }) => formatCount(recent_gifts) },
          {
            header: t('Last use'),
            cell: ({ last_seen_at }) => <RelativeTime at={last_seen_at} />,
          },
          { header: t('Created'), cell: ({ created_at }) => <RelativeTime at={created_at} /> },
        ]}
        actions={(each) => <AccountActions account={each} isOwn={each.id === ownId} />}
        empty={
          <EmptyList guide="accounts" title={t('No accounts')}>
            {t('Create an account for each business that sends gifts.')}
          </EmptyList>
        }
      />
      <OperatorTokens />
    </Page>
  )
}

const filters = [{ name: 'q', label: t('Name, tenant or ID') }]

const formatCount = (count: number) =>
  count === maxCount ? t('{number} or more', { number: formatNumber(count) }) : formatNumber(count)

const AccountName = ({
  name,
  tenant,
  suspended_at,
  suspension_reason,
  erase_after,
}: ManagedAccount) => (
  <>
    <Group gap="xs">
      <Text inherit fw={600}>
        {name}
      </Text>
      {suspended_at !== null && <Badge color="red.8">{t('Suspended')}</Badge>}
    </Group>
    <Text size="xs" c="dimmed">
      {suspension_reason ?? tenant}
    </Text>
    {erase_after !== null && <EndCountdown erase_after={erase_after} />}
  </>
)

const AccountActions = ({ account, isOwn }: { account: ManagedAccount; isOwn: boolean }) => (
  <MoreMenu label={t('Actions for {name}', { name: account.name })}>
    <Menu.Item onClick={() => openEdit(account)}>{t('Edit…')}</Menu.Item>
    {account.users === 0 && (
      <Menu.Item onClick={() => openInvite(account)}>{t('Invite an admin…')}</Menu.Item>
    )}
    {account.suspended_at !== null && (
      <>
        <Menu.Item onClick={() => confirmResume(account)}>{t('Resume…')}</Menu.Item>
        <Menu.Item color="red" onClick={() => confirmEnd(account)}>
          {t('End…')}
        </Menu.Item>
      </>
    )}
    {account.suspended_at === null && !isOwn && (
      <Menu.Item color="red" onClick={() => openSuspend(account)}>
        {t('Suspend…')}
      </Menu.Item>
    )}
  </MoreMenu>
)

const tierField = {
  label: t('Tier'),
  description: t('Webhooks need Enterprise.'),
  data: [
    { value: 'enterprise', label: tierNames.enterprise },
    { value: 'on_demand', label: tierNames.on_demand },
  ],
}

type Tier = ManagedAccount['tier']

/** The fields of an account itself, when it is created and when it is changed. */
const BusinessFields = ({
  getInputProps,
}: {
  getInputProps: (name: 'name' | 'tier') => object
}) => (
  <>
    <TextInput label={t('Name of the business')} data-autofocus {...getInputProps('name')} />
    <SegmentedField {...tierField} {...getInputProps('tier')} />
  </>
)

const openCreate = (): void =>
  openForm({
    title: t('New account'),
    initial: { name: '', tier: 'enterprise' as Tier, email: '', admin_name: '' },
    onSubmit: (values) => api.post('/accounts', values),
    onDone: ({ account, invitation }) => {
      if (invitation !== null) showInvitation(account.name, invitation)
    },
    submitLabel: t('Create account'),
    children: (form) => (
      <Stack>
        <BusinessFields getInputProps={form.getInputProps} />
        <TextInput label={t('Name of the first admin')} {...form.getInputProps('admin_name')} />
        <TextInput
          label={t('Email of the first admin')}
          description={t('They get a link that is valid for a week.')}
          type="email"
          {...form.getInputProps('email')}
        />
      </Stack>
    ),
  })

const openEdit = ({ id, name, tier }: ManagedAccount): void =>
  openForm({
    title: t('Edit {name}', { name }),
    initial: { name, tier },
    onSubmit: (values) => api.patch(`/accounts/${id}`, values),
    onDone: () => toast(t('Saved.')),
    submitLabel: t('Save'),
    children: (form) => (
      <Stack>
        <BusinessFields getInputProps={form.getInputProps} />
      </Stack>
    ),
  })

const openInvite = (account: ManagedAccount): void =>
  openForm({
    title: t('Invite an admin of {name}', { name: account.name }),
    initial: { name: '', email: '' },
    onSubmit: (values) => api.post(`/accounts/${account.id}/invite-admin`, values),
    onDone: (invitation) => showInvitation(account.name, invitation),
    submitLabel: t('Send invitation'),
    children: (form) => (
      <Stack>
        <TextInput label={t('Name')} data-autofocus {...form.getInputProps('name')} />
        <TextInput label={t('Email')} type="email" {...form.getInputProps('email')} />
      </Stack>
    ),
  })

interface InvitedAdmin {
  email: string
  url: string
}

/** Shows the link of an invitation, because the email may not arrive, or no mail server may be set up. */
const showInvitation = (name: string, invitation: InvitedAdmin): void =>
  openDialog({ title: t('The first sign-in to {name}', { name }) }, (close) => (
    <InvitationLink {...invitation} close={close} />
  ))

function InvitationLink({ email, url, close }: InvitedAdmin & { close: () => void }) {
  const canSend = useCanSendEmail()
  return (
    <Stack>
      <Text>
        {canSend
          ? t('{email} gets an email with a link. If it does not arrive, give them this link:', {
              email,
            })
          : t('Email is not set up. Give this link to {email} yourself:', { email })}
      </Text>
      <Group wrap="nowrap" gap="xs">
        <Text className="mono" size="sm" truncate style={{ minWidth: 0 }}>
          {url}
        </Text>
        <CopyIconButton value={url} label={t('Copy the link')} />
      </Group>
      <Group justify="flex-end">
        <Button onClick={close}>{t('Done')}</Button>
      </Group>
    </Stack>
  )
}

const openSuspend = ({ id, name }: ManagedAccount): void =>
  openForm({
    title: t('Suspend {name}?', { name }),
    initial: { reason: '' },
    onSubmit: (values) => api.post(`/accounts/${id}/suspend`, values),
    onDone: () => toast(t('{name} is suspended.', { name })),
    submitLabel: t('Suspend'),
    children: (form) => (
      <Stack>
        <Text>
          {t(
            'Its people cannot sign in, its tokens and one-links stop, and its sends wait. Gifts that were sent go on. Nothing is deleted.',
          )}
        </Text>
        <TextInput
          label={t('Reason')}
          description={t('For other operators. The account does not see it.')}
          data-autofocus
          {...form.getInputProps('reason')}
        />
      </Stack>
    ),
  })

const confirmResume = (account: ManagedAccount): void => {
  const { id, name } = account
  confirm({
    title: t('Resume {name}?', { name }),
    children: describeResume(account),
    confirmLabel: t('Resume'),
    isSafe: true,
    onConfirm: async () => {
      await api.post(`/accounts/${id}/resume`)
      toast(t('{name} is active again.', { name }))
    },
  })
}
