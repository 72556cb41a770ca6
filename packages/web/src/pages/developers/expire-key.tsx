import { Stack, Text } from '@mantine/core'
import type { ApiKey } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { confirm } from '#web/components/dialogs/confirm.tsx'
import { toast, toastError } from '#web/components/feedback/toast.tsx'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { Trans, t } from '#web/i18n/developers.ts'

/** Asks for confirmation before a key expires. Loads the current usage, because the list may be outdated. */
export async function openExpireDialog(id: string): Promise<void> {
  try {
    const { data } = await api.get('/api-keys')
    const key = data.find((each) => each.id === id)
    if (key !== undefined) confirmExpire(key)
  } catch (error) {
    toastError(error as Error)
  }
}

function confirmExpire(key: ApiKey): void {
  const isUsed = key.requests > 0
  confirm({
    title: t('Revoke {name}?', { name: key.name }),
    confirmLabel: t('Revoke'),
    ...(isUsed ? { typeToConfirm: key.last_four } : {}),
    children: (
      <Stack gap="xs">
        {isUsed ? (
          <Text size="sm" fw={600}>
            <Trans
              text="This key is in use: {requests} in the last day, the last {time}."
              requests={t('{count} requests', { count: key.requests })}
              time={<RelativeTime at={key.last_used_at} />}
            />
          </Text>
        ) : (
          <Text size="sm">{t('No requests used it in the last day.')}</Text>
        )}
        <Text size="sm">
          {t(
            'Requests with it are rejected from now on. This can’t be undone: programs that still use it need a new key.',
          )}
        </Text>
      </Stack>
    ),
    onConfirm: async () => {
      await api.post(`/api-keys/${key.id}/expire`)
      toast(t('{name} revoked.', { name: key.name }))
    },
  })
}
