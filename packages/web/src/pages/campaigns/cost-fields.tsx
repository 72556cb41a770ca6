import { Group, NumberInput, Select, Stack, Switch, TextInput } from '@mantine/core'
import { fractionDigits, fromMinorUnits, toMinorUnits } from '#web/components/minor-units.ts'
import { t } from '#web/i18n/campaigns.ts'
import type { CampaignForm } from './campaign-form.ts'

/** The cost centre and the budget of a campaign. */
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
              ? { amount_minor: 100_000, currency: 'EUR', stops: false }
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
  const { amount_minor, currency, stops } = budget
  return (
    <>
      <Group align="flex-start">
        <NumberInput
          label={t('Budget')}
          min={0}
          decimalScale={fractionDigits(currency)}
          fixedDecimalScale
          thousandSeparator
          hideControls
          maw={180}
          {...form.getInputProps('budget.amount_minor')}
          value={fromMinorUnits(amount_minor, currency)}
          onChange={(value) =>
            form.setFieldValue('budget.amount_minor', toMinorUnits(value, currency))
          }
        />
        <Select
          label={t('Currency')}
          data={Intl.supportedValuesOf('currency')}
          searchable
          allowDeselect={false}
          maw={120}
          {...form.getInputProps('budget.currency')}
        />
      </Group>
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
