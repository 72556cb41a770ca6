import { Radio, Stack } from '@mantine/core'
import type { Campaign } from '#web/admin-api.ts'
import { AmountFields } from '#web/components/forms/amount-fields.tsx'
import { t } from '#web/i18n/campaigns.ts'
import type { CampaignForm } from './campaign-form.ts'

type RateRule = Campaign['rate_rule']

const rules = [
  {
    kind: 'cheapest',
    label: t('Cheapest'),
    about: t('The label is bought as soon as the gift is redeemed.'),
  },
  {
    kind: 'fastest',
    label: t('Fastest up to a limit'),
    about: t('If every rate costs more, the parcel waits and needs your attention.'),
  },
  {
    kind: 'manual',
    label: t('Choose for each parcel'),
    about: t('The packer compares the rates and buys one.'),
  },
] as const satisfies readonly { kind: RateRule['kind']; label: string; about: string }[]

const initialRules: Readonly<Record<RateRule['kind'], RateRule>> = {
  cheapest: { kind: 'cheapest', max_amount: null },
  fastest: { kind: 'fastest', max_amount: { amount: 1_500, currency: 'USD' } },
  manual: { kind: 'manual', max_amount: null },
}

/** The fields that decide which rate of the carrier is bought. */
export function RateRuleFields({ form }: { form: CampaignForm }) {
  const rule = form.values.rate_rule
  return (
    <Stack>
      <Radio.Group
        value={rule.kind}
        onChange={(kind) => form.setFieldValue('rate_rule', initialRules[kind as RateRule['kind']])}
      >
        <Stack gap="sm">
          {rules.map(({ kind, label, about }) => (
            <Radio key={kind} value={kind} label={label} description={about} />
          ))}
        </Stack>
      </Radio.Group>
      {rule.kind === 'fastest' && <LimitFields form={form} />}
    </Stack>
  )
}

function LimitFields({ form }: { form: CampaignForm }) {
  const { max_amount } = form.values.rate_rule
  return (
    <AmountFields
      form={form}
      name="rate_rule.max_amount"
      value={max_amount ?? { amount: 0, currency: 'USD' }}
      label={t('At most')}
      maw={140}
    />
  )
}
