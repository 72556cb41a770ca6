import { Modal, NumberInput, Textarea } from '@mantine/core'
import type { ProductDetail, Variant, VariantContent } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { Form } from '#web/components/form.tsx'
import { toast } from '#web/components/toast.tsx'
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
    <Modal opened onClose={close} title={`Settings of ${variant.name}`} size="lg">
      <Form<SettingsFormValues, void>
        initial={{ instructions, low_stock_threshold }}
        onSubmit={(values) => api.put(`/catalogue/variants/${variant.id}/content`, values)}
        onDone={() => {
          close()
          toast('Settings saved.')
          void reload()
        }}
        onCancel={close}
        submitLabel="Save"
      >
        {(form) => (
          <>
            <Textarea
              label="Instructions (optional)"
              description="Recipients see this next to their code, link or file."
              autosize
              minRows={3}
              maxLength={2_000}
              {...form.getInputProps('instructions')}
            />
            {needs_code && (
              <NumberInput
                label="Warn when this many codes are left"
                description="Admins get an email, at most once a day."
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
