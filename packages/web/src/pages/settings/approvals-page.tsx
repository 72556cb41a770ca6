import { Checkbox, Group, NumberInput, Radio, Select, Stack } from '@mantine/core'
import type { ApprovalRule } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { ErrorState, RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import {
  fractionDigits,
  fromMinorUnits,
  toMinorUnits,
} from '#web/components/formats/minor-units.ts'
import { Form } from '#web/components/forms/form.tsx'
import { Page, Panel } from '#web/components/layout/page.tsx'
import { t } from '#web/i18n/settings.ts'
import { useRead } from '#web/use-read.ts'

const modes: readonly { value: ApprovalRule['mode']; label: string; description: string }[] = [
  {
    value: 'off',
    label: t('Never'),
    description: t('Anyone who can send gifts sends them directly.'),
  },
  { value: 'all', label: t('Always'), description: t('An admin must approve each send.') },
  {
    value: 'limits',
    label: t('Above a limit'),
    description: t('Counts what a person has sent in the last 24 hours without approval.'),
  },
]

/** The page with the rule that decides which sends need the approval of an admin. */
export function ApprovalsPage() {
  const { data, error, refetch } = useRead('/approval-rule')
  return (
    <Page
      title={t('Approvals')}
      about={t(
        'You can require approval for sends by people who aren’t admins. Admins get an email and approve a send on its page. Without a decision, a send ends after 30 days.',
      )}
    >
      <Panel
        title={t('Sends need approval')}
        about={t(
          'Applies to sends in this web app. One-links and replacements above the limit can only be created by an admin. API keys and connected apps have their own limits, set by an admin.',
        )}
      >
        {error !== null && <ErrorState error={error} retry={() => void refetch()} />}
        {data === undefined && error === null && <RowsSkeleton rows={3} />}
        {data !== undefined && (
          <Form
            initial={data}
            onSubmit={(values) => api.put('/approval-rule', values)}
            onDone={() => toast(t('Saved.'))}
            submitLabel={t('Save changes')}
          >
            {(form) => (
              <Stack>
                <Radio.Group aria-label={t('Sends need approval')} {...form.getInputProps('mode')}>
                  <Stack gap="sm">
                    {modes.map((mode) => (
                      <Radio key={mode.value} {...mode} />
                    ))}
                  </Stack>
                </Radio.Group>
                {form.values.mode === 'limits' && <LimitFields form={form} />}
              </Stack>
            )}
          </Form>
        )}
      </Panel>
    </Page>
  )
}

type RuleForm = Parameters<Parameters<typeof Form<ApprovalRule, ApprovalRule>>[0]['children']>[0]

function LimitFields({ form }: { form: RuleForm }) {
  const { max_gifts, max_cost } = form.values
  return (
    <Stack pl="xl">
      <Checkbox
        label={t('Above a number of gifts')}
        checked={max_gifts !== null}
        onChange={({ currentTarget }) =>
          form.setFieldValue('max_gifts', currentTarget.checked ? 50 : null)
        }
        error={max_gifts === null && max_cost === null && form.errors.max_gifts}
      />
      {max_gifts !== null && (
        <NumberInput
          label={t('Gifts in 24 hours without approval')}
          min={1}
          max={1_000_000}
          allowDecimal={false}
          hideControls
          maw={320}
          {...form.getInputProps('max_gifts')}
          onChange={(value) => form.setFieldValue('max_gifts', Number(value))}
        />
      )}
      <Checkbox
        label={t('Above a cost')}
        description={t(
          'The most that the items can cost, without shipping. A gift with an item of unknown cost, or of a cost in another currency, needs approval.',
        )}
        checked={max_cost !== null}
        onChange={({ currentTarget }) =>
          form.setFieldValue(
            'max_cost',
            currentTarget.checked ? { amount_minor: 50_000, currency: 'EUR' } : null,
          )
        }
      />
      {max_cost !== null && <CostFields form={form} max_cost={max_cost} />}
    </Stack>
  )
}

const CostFields = ({
  form,
  max_cost: { amount_minor, currency },
}: {
  form: RuleForm
  max_cost: NonNullable<ApprovalRule['max_cost']>
}) => (
  <Group align="flex-start">
    <NumberInput
      label={t('Cost in 24 hours without approval')}
      min={0}
      decimalScale={fractionDigits(currency)}
      fixedDecimalScale
      hideControls
      maw={320}
      {...form.getInputProps('max_cost.amount_minor')}
      value={fromMinorUnits(amount_minor, currency)}
      onChange={(value) =>
        form.setFieldValue('max_cost.amount_minor', toMinorUnits(value, currency))
      }
    />
    <Select
      label={t('Currency')}
      data={Intl.supportedValuesOf('currency')}
      searchable
      allowDeselect={false}
      maw={120}
      {...form.getInputProps('max_cost.currency')}
    />
  </Group>
)
