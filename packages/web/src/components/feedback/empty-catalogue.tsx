import { Button, Group, Text } from '@mantine/core'
import { api } from '#web/api.ts'
import { PageLink } from '#web/components/layout/link.tsx'
import { Trans, t } from '#web/i18n/common.ts'
import { usePermission } from '#web/session.ts'
import { toast } from './toast.tsx'
import { useAction } from './use-action.ts'

/** A text that replaces the item picker if the catalogue is empty. It offers two ways to add products. */
export function EmptyCatalogue() {
  const isAdmin = usePermission('catalogue:write')
  if (!isAdmin)
    return (
      <Text size="sm" c="dimmed">
        {t('Your catalogue is empty. Ask an admin of your account to add products.')}
      </Text>
    )
  return (
    <Group gap="sm">
      <Text size="sm">
        <Trans
          text="Your catalogue is empty. <a>Add a product</a>, or start with samples."
          a={(content) => (
            <PageLink inherit to="/catalogue/new">
              {content}
            </PageLink>
          )}
        />
      </Text>
      <SampleCatalogue />
    </Group>
  )
}

/**
 * A button that adds sample products with pictures, warehouses and stock. The page offers it while the
 * catalogue has no product.
 */
export function SampleCatalogue() {
  const add = useAction(
    () => api.post('/catalogue/sample'),
    () => toast(t('Sample catalogue added.')),
  )
  return (
    <Button size="xs" variant="default" loading={add.isPending} onClick={() => add.mutate()}>
      {t('Add sample catalogue')}
    </Button>
  )
}
