import { Checkbox, Stack, Text } from '@mantine/core'
import type { ListedMember } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { confirm } from '#web/components/confirm.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/i18n/settings.ts'

export const formatAppCount = ({ apps }: ListedMember): string =>
  apps === 1 ? '1 app' : t('{apps} apps', { apps })

const revokeApps = ({ id }: ListedMember) => api.post(`/members/${id}/revoke-apps`)

export const confirmEndApps = (user: ListedMember, reload: () => Promise<void>): void =>
  confirm({
    title: t('Revoke the access of {user}?', { user: formatAppCount(user) }),
    children: t(
      'OAuth apps that {name} has allowed lose their access to this account at once. {name} can allow them again.',
      { name: user.name },
    ),
    confirmLabel: t('Revoke access'),
    onConfirm: async () => {
      const { revoked } = await revokeApps(user)
      toast(`${revoked} ${revoked === 1 ? 'app has' : 'apps have'} lost access.`)
      await reload()
    },
  })

/** Removes a user. The access of their OAuth apps is revoked by default; the admin can leave it. */
export function confirmRemove(user: ListedMember, reload: () => Promise<void>): void {
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
            label={t('Revoke the access of {user} that {name} has allowed', {
              user: formatAppCount(user),
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
      await reload()
    },
  })
}
