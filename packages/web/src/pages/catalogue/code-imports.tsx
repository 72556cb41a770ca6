import { Button, Group, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ProductDetail, Variant } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { Form } from '#web/components/form.tsx'
import { closeModal, openModal } from '#web/components/modals.ts'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/i18n/catalogue.ts'
import { formatDate } from '#web/i18n/format.ts'
import { useReloadProduct } from './use-reload-product.ts'

/** The imports of a variant that have free codes: a wrong one is revoked as a whole. */
export function CodeImports({ product, variant }: { product: ProductDetail; variant: Variant }) {
  const path = `/catalogue/variants/${variant.id}/code-imports` as const
  const { data } = useQuery({
    queryKey: ['codes', variant.id, 'imports'],
    queryFn: ({ signal }) => api.get(path, undefined, signal),
  })
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
              onClick={() => askToRevoke(`${path}/${id}/revoke`, product)}
            >
              {t('Revoke import')}
            </Button>
          </Group>
        </li>
      ))}
    </ul>
  )
}

type RevokePath = `/catalogue/variants/${string}/code-imports/${string}/revoke`

function askToRevoke(path: RevokePath, product: ProductDetail) {
  const modal = openModal({
    title: t('Revoke import'),
    children: <RevokeForm path={path} product={product} close={() => closeModal(modal)} />,
  })
}

function RevokeForm({
  path,
  product,
  close,
}: {
  path: RevokePath
  product: ProductDetail
  close: () => void
}) {
  const reload = useReloadProduct(product.id)
  return (
    <Form
      initial={{ reason: '' }}
      onSubmit={(values) => api.post(path, values)}
      onDone={({ revoked }) => {
        close()
        toast(t('{count} codes revoked.', { count: revoked }))
        void reload()
      }}
      onCancel={close}
      submitLabel={t('Revoke import')}
    >
      {(form) => (
        <TextInput
          label={t('Reason')}
          description={t('No gift will get these codes. Gifts keep the codes that they have.')}
          data-autofocus
          {...form.getInputProps('reason')}
        />
      )}
    </Form>
  )
}
