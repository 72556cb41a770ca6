import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import type { Me } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { confirm } from '#web/components/dialogs/confirm.tsx'
import { toastError } from '#web/components/feedback/toast.tsx'
import { describeRole } from '#web/components/formats/role-names.ts'
import { Panel } from '#web/components/layout/page.tsx'
import { t } from '#web/i18n/settings.ts'
import { useMe } from '#web/session.ts'
import { switchAccount } from '#web/shell/switch-account.ts'

/** A panel with the accounts of the signed-in person. The person can switch to each of them, and leave the current one. */
export function YourAccountsPanel() {
  const me = useMe()
  return (
    <Panel
      title={t('Your accounts')}
      about={t('One sign-in opens all of them. Your role can differ in each.')}
    >
      <Stack gap="sm">
        {me.accounts.map((account) => (
          <Group key={account.id} justify="space-between" wrap="nowrap">
            <div style={{ minWidth: 0 }}>
              <Text size="sm" fw={500} truncate>
                {account.name}
              </Text>
              <Badge variant="light">{describeRole(account)}</Badge>
            </div>
            {account.id === me.account.id ? (
              <Button variant="default" size="xs" onClick={() => confirmLeave(me)}>
                {t('Leave')}
              </Button>
            ) : (
              <Button
                variant="default"
                size="xs"
                onClick={() => void switchAccount(me, account).catch(toastError)}
              >
                {t('Switch')}
              </Button>
            )}
          </Group>
        ))}
      </Stack>
    </Panel>
  )
}

const confirmLeave = ({ account, accounts, email }: Me): void =>
  confirm({
    title: t('Leave {account}?', { account: account.name }),
    children: (
      <Text size="sm">
        {accounts.length > 1
          ? t(
              'You lose access to this account only. Gifts you sent keep your name. An admin can invite you again.',
            )
          : t(
              'This is your only account, so your sign-in is deleted too. Gifts you sent keep your name. An admin can invite you again.',
            )}
      </Text>
    ),
    confirmLabel: t('Leave'),
    typeToConfirm: email,
    onConfirm: async () => {
      await api.delete('/session/account')
      window.location.assign('/')
    },
  })
