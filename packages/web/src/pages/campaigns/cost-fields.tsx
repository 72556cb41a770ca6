import { Stack, Switch, TextInput } from '@mantine/core'
import { t } from '#web/i18n/campaigns.ts'
import { AmountFields } from './amount-fields.tsx'
import type { CampaignForm } from './campaign-form.ts'

/** The fields for the cost centre and the budget of a campaign. */
export function CostFields({ form }: { form: CampaignForm }) {
  const { budget } = form.values
  return (
    <Stack>
      <TextInput
        label={t('Cost centre (optional)')}
        description={t('New gifts are charged to it.')}
        maxLength={64}
        maw={360}
        {...form.getInputProps('cost_centre')}
        value={form.values.cost_centre ?? ''}
        onChange={(event) => form.setFieldValue('cost_centre', event.currentTarget.value || null)}
      />
      <Switch
        label={t('This campaign has a budget')}
        checked={budget !== null}
        onChange={(event) =>
          form.setFieldValue(
            'budget',
            event.currentTarget.checked
              ? { amount: { amount: 100_000, currency: 'EUR' }, stops: false }
              : null,
          )
        }
      />
      {budget !== null && <BudgetFields form={form} budget={budget} />}
    </Stack>
  )
}

function BudgetFields({
  form,
  budget,
}: {
  form: CampaignForm
  budget: NonNullable<CampaignForm['values']['budget']>
}) {
  const { amount, stops } = budget
  return (
    <>
      <AmountFields form={form} name="budget.amount" value={amount} label={t('Budget')} maw={180} />
      <Switch
        label={t('Stop new gifts that could exceed the budget')}
        description={t(
          'Each gift reserves the most that it can cost, without shipping. Gifts that are already sent continue.',
        )}
        checked={stops}
        onChange={(event) => form.setFieldValue('budget.stops', event.currentTarget.checked)}
      />
    </>
  )
}
