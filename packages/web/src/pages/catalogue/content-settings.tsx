import { Modal, NumberInput, Textarea } from '@mantine/core'
import type { ProductDetail, Variant, VariantContent } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { Form } from '#web/components/form.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/i18n/catalogue.ts'
import { useReloadProduct } from './use-reload-product.ts'

interface SettingsFormValues extends Record<string, unknown> {
  instructions: string
  low_stock_threshold: number
}

/** Edits the instructions for recipients and the low-stock level. */
export function ContentSettingsDialog({
  product,
  variant,
  close,
}: {
  product: ProductDetail
  variant: Variant & { content: VariantContent }
  close: () => void
}) {
  const reload = useReloadProduct(product.id)
  const { instructions, low_stock_threshold, needs_code } = variant.content
  return (
    <Modal opened onClose={close} title={t('Settings of {name}', { name: variant.name })} size="lg">
      <Form<SettingsFormValues, void>
        initial={{ instructions, low_stock_threshold }}
        onSubmit={(values) => api.put(`/catalogue/variants/${variant.id}/content`, values)}
        onDone={() => {
          close()
          toast(t('Settings saved.'))
          void reload()
        }}
        onCancel={close}
        submitLabel={t('Save')}
      >
        {(form) => (
          <>
            <Textarea
              label={t('Instructions (optional)')}
              description={t('Recipients see this next to their code, link or file.')}
              autosize
              minRows={3}
              maxLength={2_000}
              {...form.getInputProps('instructions')}
            />
            {needs_code && (
              <NumberInput
                label={t('Warn when this many codes are left')}
                description={t('Admins get an email, at most once a day.')}
                min={0}
                max={100_000}
                allowDecimal={false}
                {...form.getInputProps('low_stock_threshold')}
              />
            )}
          </>
        )}
      </Form>
    </Modal>
  )
}
