import { MultiSelect, Stack, Switch, TextInput } from '@mantine/core'
import { AmountFields } from '#web/components/forms/amount-fields.tsx'
import { t } from '#web/i18n/campaigns.ts'
import { formatValues } from '#web/i18n/format.ts'
import { useRead } from '#web/use-read.ts'
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
      <TextInput
        label={t('Purchase order number (optional)')}
        maxLength={64}
        maw={360}
        {...form.getInputProps('purchase_order_number')}
        value={form.values.purchase_order_number ?? ''}
        onChange={(event) =>
          form.setFieldValue('purchase_order_number', event.currentTarget.value || null)
        }
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

/** The names of the teams that may send a campaign. */
export function TeamNames({ team_ids }: { team_ids: readonly string[] }) {
  const { data } = useRead('/teams')
  const names = (data?.data ?? []).flatMap(({ id, name }) => (team_ids.includes(id) ? [name] : []))
  return formatValues(names)
}

/** The field for the teams that may send the campaign. An account without teams has no such field. */
export function TeamsField({ form }: { form: CampaignForm }) {
  const { data } = useRead('/teams')
  if (data === undefined || data.data.length === 0) return null
  return (
    <MultiSelect
      label={t('Teams that may send it')}
      description={t('Without a choice, everyone who can send gifts may send it.')}
      data={data.data.map(({ id, name }) => ({ value: id, label: name }))}
      searchable
      clearable
      {...form.getInputProps('team_ids')}
    />
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
