import { ActionIcon, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { Passkey } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { confirm } from '#web/components/dialogs/confirm.tsx'
import { EmptyPanel } from '#web/components/feedback/empty-list.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { Panel } from '#web/components/layout/page.tsx'
import { Trans, t } from '#web/i18n/settings.ts'
import { createPasskey } from '#web/pages/auth/passkey.ts'
import { reauthenticate } from './reauthenticate.tsx'

/** A panel with the passkeys of the signed-in user. */
export function PasskeysPanel({ passkeys }: { passkeys: readonly Passkey[] }) {
  return (
    <Panel
      title={t('Passkeys')}
      about={t(
        'Sign in with fingerprint, face or device PIN instead of password and code. Passkeys are phishing-resistant.',
      )}
      action={<Button onClick={addPasskey}>{t('Add a passkey')}</Button>}
    >
      {passkeys.length === 0 && <EmptyPanel guide="signingIn">{t('No passkeys yet.')}</EmptyPanel>}
      <Stack gap="xs">
        {passkeys.map(({ id, name, is_synced, created_at, last_used_at }) => (
          <Group key={id} justify="space-between" wrap="nowrap">
            <div>
              <Group gap="xs">
                <Text fw={500}>{name}</Text>
                <Badge size="sm" variant="light">
                  {is_synced ? t('synced') : t('this device')}
                </Badge>
              </Group>
              <Text size="sm" c="dimmed">
                <Trans
                  text="Added {added}, used {used}"
                  added={<RelativeTime at={created_at} />}
                  used={<RelativeTime at={last_used_at} />}
                />
              </Text>
            </div>
            <ActionIcon
              variant="subtle"
              color="red"
              aria-label={t('Remove {name}', { name })}
              onClick={() =>
                confirm({
                  title: t('Remove {name}?', { name }),
                  children: t(
                    'You can no longer sign in with it. You can add another passkey at any time.',
                  ),
                  confirmLabel: t('Remove'),
                  onConfirm: () => api.delete(`/security/passkeys/${id}`),
                })
              }
            >
              <IconTrash size={18} />
            </ActionIcon>
          </Group>
        ))}
      </Stack>
    </Panel>
  )
}

const addPasskey = () =>
  reauthenticate({
    title: t('Add a passkey'),
    about: t('Your browser then asks you to confirm with this device or a security key.'),
    submitLabel: t('Continue'),
    name: { label: t('Name'), initial: detectDeviceName() },
    onSubmit: createPasskey,
    onDone: () => toast(t('Passkey added. Use it the next time you sign in.')),
  })

/** Names the device from the user agent, such as 'Firefox on Linux'. */
function detectDeviceName(): string {
  const { userAgent } = navigator
  const browser = /Edg|Firefox|Chrome|Safari/.exec(userAgent)?.[0].replace('Edg', 'Edge')
  const system = /Android|iPhone|iPad|Windows|Mac OS|Linux/.exec(userAgent)?.[0]
  const name = browser ?? t('Browser')
  return system === undefined ? name : t('{browser} on {system}', { browser: name, system })
}
