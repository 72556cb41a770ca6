import { SimpleGrid, TextInput } from '@mantine/core'
import { api } from '#web/api.ts'
import { ErrorState } from '#web/components/feedback/status-views.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { Form } from '#web/components/forms/form.tsx'
import { Panel } from '#web/components/layout/page.tsx'
import { t } from '#web/i18n/settings.ts'
import { useRead } from '#web/use-read.ts'

/** What gifts are charged to if they, their campaign and their team have no values of their own. */
export function CostDefaultsPanel() {
  const { data, error, refetch } = useRead('/cost-defaults')
  return (
    <Panel
      title={t('Charged to by default')}
      about={t('For gifts whose campaign and team say nothing else. It applies to new gifts.')}
    >
      {error !== null && <ErrorState error={error} retry={() => void refetch()} />}
      {data !== undefined && (
        <Form
          initial={{
            cost_centre: data.cost_centre ?? '',
            purchase_order_number: data.purchase_order_number ?? '',
          }}
          onSubmit={({ cost_centre, purchase_order_number }) =>
            api.put('/cost-defaults', {
              cost_centre: cost_centre || null,
              purchase_order_number: purchase_order_number || null,
            })
          }
          onDone={() => toast(t('Saved.'))}
          submitLabel={t('Save changes')}
        >
          {(form) => (
            <SimpleGrid cols={{ base: 1, xs: 2 }} maw={720}>
              <TextInput
                label={t('Cost centre (optional)')}
                maxLength={64}
                {...form.getInputProps('cost_centre')}
              />
              <TextInput
                label={t('Purchase order number (optional)')}
                maxLength={64}
                {...form.getInputProps('purchase_order_number')}
              />
            </SimpleGrid>
          )}
        </Form>
      )}
    </Panel>
  )
}
