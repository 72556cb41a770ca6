import { Checkbox, Stack, Text } from '@mantine/core'
import { api } from '#web/api.ts'
import { confirm } from '#web/components/confirm.tsx'
import { toast } from '#web/components/toast.tsx'
import type { Role } from '#web/session.ts'

export interface User {
  id: string
  name: string
  email: string
  role: Role
  has_totp: boolean
  passkeys: number
  last_seen_at: string | null
  /** OAuth apps with the consent of this user. */
  apps: number
}

export const formatAppCount = ({ apps }: User): string => (apps === 1 ? '1 app' : `${apps} apps`)

const revokeApps = ({ id }: User) => api.post<{ revoked: number }>(`/members/${id}/revoke-apps`)

export const confirmEndApps = (user: User, reload: () => Promise<void>): void =>
  confirm({
    title: `Revoke the access of ${formatAppCount(user)}?`,
    children: `OAuth apps that ${user.name} has allowed lose their access to this account at once. ${user.name} can allow them again.`,
    confirmLabel: 'Revoke access',
    onConfirm: async () => {
      const { revoked } = await revokeApps(user)
      toast(`${revoked} ${revoked === 1 ? 'app has' : 'apps have'} lost access.`)
      await reload()
    },
  })

/** Removes a user. The access of their OAuth apps is revoked by default; the admin can leave it. */
export function confirmRemove(user: User, reload: () => Promise<void>): void {
  const options = { endsApps: user.apps > 0 }
  confirm({
    title: `Remove ${user.name}?`,
    children: (
      <Stack gap="sm">
        <Text size="sm">
          They are signed out at once and can’t sign in again unless you invite them. Gifts they
          sent keep their name.
        </Text>
        {user.apps > 0 && (
          <Checkbox
            defaultChecked
            label={`Revoke the access of ${formatAppCount(user)} that ${user.name} has allowed`}
            description="Otherwise, the apps keep their access to this account."
            onChange={(event) => {
              options.endsApps = event.currentTarget.checked
            }}
          />
        )}
      </Stack>
    ),
    confirmLabel: 'Remove',
    typeToConfirm: user.email,
    onConfirm: async () => {
      if (options.endsApps) await revokeApps(user)
      await api.delete(`/members/${user.id}`)
      await reload()
    },
  })
}
