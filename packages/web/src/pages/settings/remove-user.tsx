import { Checkbox, Stack, Text } from '@mantine/core'
import type { ListedMember } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { confirm } from '#web/components/dialogs/confirm.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { t } from '#web/i18n/settings.ts'

const revokeApps = ({ id }: ListedMember) => api.post(`/members/${id}/revoke-apps`)

export const confirmEndApps = (user: ListedMember): void =>
  confirm({
    title: t('Revoke the access of {count} apps?', { count: user.apps }),
    children: t(
      'OAuth apps that {name} has allowed lose their access to this account at once. {name} can allow them again.',
      { name: user.name },
    ),
    confirmLabel: t('Revoke access'),
    onConfirm: async () => {
      const { revoked } = await revokeApps(user)
      toast(t('{count} apps have lost access.', { count: revoked }))
    },
  })

/**
 * Asks the admin to confirm that the service unlinks a member from the identity provider. This is for a
 * person who has got another user at the provider.
 */
export const confirmUnlink = (user: ListedMember): void =>
  confirm({
    title: t('Unlink single sign-on from {name}?', { name: user.name }),
    children: t(
      'At the next sign-in, {name} is recognized by the email address {email} again. Do this if the person has a new user at your identity provider.',
      { name: user.name, email: user.email },
    ),
    confirmLabel: t('Unlink'),
    onConfirm: async () => {
      await api.post(`/members/${user.id}/unlink-single-sign-on`)
    },
  })

/**
 * Asks the admin to confirm that a user is removed. By default, this also revokes the access of the user's
 * OAuth apps. The admin can choose not to revoke it.
 */
export function confirmRemove(user: ListedMember): void {
  const options = { endsApps: user.apps > 0 }
  confirm({
    title: t('Remove {name}?', { name: user.name }),
    children: (
      <Stack gap="sm">
        <Text size="sm">
          {t(
            'They are signed out at once and can’t sign in again unless you invite them. Gifts they sent keep their name.',
          )}
        </Text>
        {user.apps > 0 && (
          <Checkbox
            defaultChecked
            label={t('Revoke the access of {count} apps that {name} has allowed', {
              count: user.apps,
              name: user.name,
            })}
            description={t('Otherwise, the apps keep their access to this account.')}
            onChange={(event) => {
              options.endsApps = event.currentTarget.checked
            }}
          />
        )}
      </Stack>
    ),
    confirmLabel: t('Remove'),
    typeToConfirm: user.email,
    onConfirm: async () => {
      if (options.endsApps) await revokeApps(user)
      await api.delete(`/members/${user.id}`)
    },
  })
}
