import {
  ActionIcon,
  Button,
  Code,
  Group,
  NativeSelect,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { GroupRole, Provisioning } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { confirm } from '#web/components/dialogs/confirm.tsx'
import { showSecret } from '#web/components/dialogs/secret-dialog.tsx'
import { ErrorState, RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { Form, type FormProps } from '#web/components/forms/form.tsx'
import { toPassword } from '#web/components/forms/own-password-input.tsx'
import { CopyIconButton } from '#web/components/layout/copy-icon-button.tsx'
import { DescriptionList, Page, Panel } from '#web/components/layout/page.tsx'
import { t } from '#web/i18n/settings.ts'
import { useRead } from '#web/use-read.ts'
import { reauthenticate } from './reauthenticate.tsx'
import { useRoleOptions } from './role-options.ts'

/** The page for an identity provider that manages the users of the account. */
export function ProvisioningPage() {
  const { data, error, refetch } = useRead('/provisioning')
  return (
    <Page
      title={t('Provisioning')}
      about={t(
        'Your identity provider adds, changes and deactivates the people of this account with SCIM 2.0.',
      )}
    >
      {error !== null && <ErrorState error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <RowsSkeleton rows={4} />}
      {data !== undefined && (
        <>
          <ConnectionPanel data={data} />
          <RolesPanel key={JSON.stringify([data.default_role, data.group_roles])} data={data} />
          <ContactsPanel key={String(data.makes_contacts)} data={data} />
        </>
      )}
    </Page>
  )
}

function ConnectionPanel({ data: { url, token } }: { data: Provisioning }) {
  return (
    <Panel
      title={t('At your identity provider')}
      about={t('Enter this address and a token in the SCIM settings of your identity provider.')}
      action={
        <Group gap="xs">
          <Button
            variant={token === null ? 'filled' : 'default'}
            onClick={() => createToken(token)}
          >
            {token === null ? t('Create token…') : t('Replace token…')}
          </Button>
          {token !== null && (
            <Button variant="default" onClick={revokeToken}>
              {t('Revoke token…')}
            </Button>
          )}
        </Group>
      }
    >
      <DescriptionList
        rows={[
          [
            t('SCIM address'),
            <Group key="url" gap="xs" wrap="nowrap">
              <Code style={{ overflowWrap: 'anywhere' }}>{url}</Code>
              <CopyIconButton value={url} label={t('Copy SCIM address')} />
            </Group>,
          ],
          [
            t('Token'),
            token === null
              ? t('none|token')
              : t('ends with {lastFour}', { lastFour: token.last_four }),
          ],
          ...(token === null
            ? []
            : ([
                [t('Created'), <RelativeTime key="created" at={token.created_at} />],
                [t('Last used'), <RelativeTime key="used" at={token.last_used_at} />],
              ] as const)),
        ]}
      />
    </Panel>
  )
}

const createToken = (current: Provisioning['token']): void =>
  reauthenticate({
    title: current === null ? t('Create a token?') : t('Replace the token?'),
    about:
      current === null
        ? t('The token can add people to this account and give them roles, also the role admin.')
        : t(
            'The current token stops working at once. Enter the new one at your identity provider.',
          ),
    submitLabel: current === null ? t('Create token') : t('Replace token'),
    onSubmit: (password) => api.post('/provisioning/token', toPassword(password)),
    onDone: ({ token }) =>
      showSecret({
        title: t('Your new token'),
        secrets: [[t('Token'), token]],
        children: (
          <Text size="sm">
            {t('Enter it at your identity provider. It works for SCIM alone, until you revoke it.')}
          </Text>
        ),
      }),
  })

const revokeToken = (): void =>
  confirm({
    title: t('Revoke the token?'),
    children: t(
      'Your identity provider can then change nothing here. The people of this account stay as they are.',
    ),
    confirmLabel: t('Revoke'),
    onConfirm: async () => {
      await api.delete('/provisioning/token')
      toast(t('Token revoked.'))
    },
  })

function ContactsPanel({
  data: { default_role, group_roles, makes_contacts, contact_problems },
}: {
  data: Provisioning
}) {
  return (
    <Panel
      title={t('Contacts')}
      about={t(
        'The people whom your identity provider manages can also become contacts, with name, address, language, country, department, manager and groups. What a person has entered, consent and the reason for no gifts stay.',
      )}
    >
      <Form
        initial={{ makes_contacts }}
        onSubmit={(values) => api.put('/provisioning', { default_role, group_roles, ...values })}
        onDone={() => toast(t('Saved.'))}
        submitLabel={t('Save')}
      >
        {(form) => (
          <Switch
            label={t('Make contacts of people')}
            description={t('Switched off, contacts stay, and no longer change.')}
            {...form.getInputProps('makes_contacts', { type: 'checkbox' })}
          />
        )}
      </Form>
      {contact_problems.length > 0 && (
        <Stack gap={4} mt="md">
          <Text size="sm" fw={500}>
            {t('People who became no contacts')}
          </Text>
          {contact_problems.map(({ key, name, problem }) => (
            <Text key={key} size="sm" c="dimmed">
              {`${name ?? key}: ${problem}`}
            </Text>
          ))}
        </Stack>
      )}
    </Panel>
  )
}

type RoleValues = Pick<Provisioning, 'default_role' | 'group_roles'> & Record<string, unknown>
type RoleForm = Parameters<FormProps<RoleValues, unknown>['children']>[0]

const maxGroups = 200

function RolesPanel({ data: { default_role, group_roles } }: { data: Provisioning }) {
  const roles = useRoleOptions()
  return (
    <Panel
      title={t('Roles')}
      about={t(
        'A person in several of these groups has the strongest role. A change of the groups changes the roles at once.',
      )}
    >
      <Form<RoleValues, Provisioning>
        initial={{ default_role, group_roles }}
        onSubmit={(values) => api.put('/provisioning', values)}
        onDone={() => toast(t('Saved.'))}
        submitLabel={t('Save')}
      >
        {(form) => (
          <Stack maw={560}>
            <NativeSelect
              label={t('Default role')}
              description={t('For new people, and for people who leave the last of these groups.')}
              data={roles}
              {...form.getInputProps('default_role')}
            />
            <GroupRoleFields form={form} rows={form.values.group_roles} roles={roles} />
          </Stack>
        )}
      </Form>
    </Panel>
  )
}

const GroupRoleFields = ({
  form,
  rows,
  roles,
}: {
  form: RoleForm
  rows: readonly GroupRole[]
  roles: ReturnType<typeof useRoleOptions>
}) => (
  <Stack gap="xs" component="fieldset" style={{ border: 0, margin: 0, padding: 0 }}>
    <Text component="legend" size="sm" fw={500} p={0} mb={4}>
      {t('Roles of groups')}
    </Text>
    {rows.map((row, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and only the last one is added
      <Group key={index} gap="xs" align="flex-start" wrap="nowrap">
        <TextInput
          aria-label={t('Name of group {number}', { number: index + 1 })}
          placeholder={t('Name of the group')}
          autoComplete="off"
          style={{ flex: '2 1 8rem', minWidth: 0 }}
          {...form.getInputProps(`group_roles.${index}.name`)}
        />
        <NativeSelect
          aria-label={t('Role of group {number}', { number: index + 1 })}
          data={roles}
          style={{ flex: '1 1 7rem', minWidth: 0 }}
          {...form.getInputProps(`group_roles.${index}.role`)}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('Remove group {name}', { name: row.name || index + 1 })}
          onClick={() => form.removeListItem('group_roles', index)}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Group>
    ))}
    {rows.length < maxGroups && (
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => form.insertListItem('group_roles', { name: '', role: 'sender' })}
        >
          {t('Add group')}
        </Button>
      </Group>
    )}
  </Stack>
)
