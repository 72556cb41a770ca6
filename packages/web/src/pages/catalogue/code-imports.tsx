import { Button, Group, Text } from '@mantine/core'
import type { Variant } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { toast } from '#web/components/feedback/toast.tsx'
import { t } from '#web/i18n/catalogue.ts'
import { formatDate } from '#web/i18n/format.ts'
import { useRead } from '#web/use-read.ts'
import { askToRevoke } from './revoke-codes.tsx'

/**
 * A list of the imports of a variant that still have free codes. The user can revoke all free codes of a
 * wrong import at once.
 */
export function CodeImports({ variant }: { variant: Variant }) {
  const path = `/catalogue/variants/${variant.id}/code-imports` as const
  const { data } = useRead(path)
  const imports = data?.data.filter(({ free }) => free > 0) ?? []
  if (imports.length === 0) return null
  return (
    <ul className="codes" aria-label={t('Imports')}>
      {imports.map(({ id, created_at, total, free }) => (
        <li key={id}>
          <Group justify="space-between">
            <Text size="sm">
              {t('Import of {date}: {count} codes, {free} free', {
                count: total,
                date: formatDate(created_at, { dateStyle: 'medium', timeStyle: 'short' }),
                free,
              })}
            </Text>
            <Button
              size="xs"
              variant="default"
              onClick={() => revokeImport(`${path}/${id}/revoke`)}
            >
              {t('Revoke import')}
            </Button>
          </Group>
        </li>
      ))}
    </ul>
  )
}

const revokeImport = (path: RevokePath) =>
  askToRevoke({
    title: t('Revoke import'),
    submitLabel: t('Revoke import'),
    description: t('No gift will get these codes. Gifts keep the codes that they have.'),
    revoke: (values) => api.post(path, values),
    onDone: ({ revoked }) => toast(t('{count} codes revoked.', { count: revoked })),
  })

type RevokePath = `/catalogue/variants/${string}/code-imports/${string}/revoke`
