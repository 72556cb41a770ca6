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
  { value: 'all', label: t('Always'), description: t('Another person must approve each send.') },
  {
    value: 'limits',
    label: t('Above a limit'),
    description: t('Counts what a person has sent in the last 24 hours without approval.'),
  },
]

/** The page with the rule that decides which sends need an approval. */
export function ApprovalsPage() {
  const { data, error, refetch } = useRead('/approval-rule')
  return (
    <Page
      title={t('Approvals')}
      about={t(
        'You can require approval for sends by people who aren’t admins. Approvers and admins get an email and decide. Without a decision, a send ends after 30 days.',
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
                {form.values.mode !== 'off' && <DecisionFields form={form} />}
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
          form.setFieldValue('max_cost', currentTarget.checked ? initialLimit : null)
        }
      />
      {max_cost !== null && (
        <CostFields
          form={form}
          name="max_cost"
          amount={max_cost}
          label={t('Cost in 24 hours without approval')}
        />
      )}
    </Stack>
  )
}

/** Who decides about the sends that need an approval, and how. */
function DecisionFields({ form }: { form: RuleForm }) {
  const { confirm_above, decide_by_mail } = form.values
  return (
    <Stack>
      <Checkbox
        label={t('Large sends need a second approval')}
        description={t(
          'By another person, with the role finance or admin, or a role of your own that gives the second approval. A send of unknown cost needs it, too.',
        )}
        checked={confirm_above !== null}
        onChange={({ currentTarget }) =>
          form.setFieldValue('confirm_above', currentTarget.checked ? initialLimit : null)
        }
      />
      {confirm_above !== null && (
        <CostFields
          form={form}
          name="confirm_above"
          amount={confirm_above}
          label={t('Cost of a send with one approval')}
        />
      )}
      <Checkbox
        label={t('Approvers can decide from the email, without signing in')}
        description={t(
          'Anyone who has the email can then decide, also without single sign-on and second factor.',
        )}
        checked={decide_by_mail}
        onChange={({ currentTarget }) =>
          form.setFieldValue('decide_by_mail', currentTarget.checked)
        }
      />
    </Stack>
  )
}

const initialLimit = { amount_minor: 50_000, currency: 'EUR' } as const

const CostFields = ({
  form,
  name,
  amount: { amount_minor, currency },
  label,
}: {
  form: RuleForm
  name: 'max_cost' | 'confirm_above'
  amount: NonNullable<ApprovalRule['max_cost']>
  label: string
}) => (
  <Group align="flex-start" pl="xl">
    <NumberInput
      label={label}
      min={0}
      decimalScale={fractionDigits(currency)}
      fixedDecimalScale
      hideControls
      maw={320}
      {...form.getInputProps(`${name}.amount_minor`)}
      value={fromMinorUnits(amount_minor, currency)}
      onChange={(value) =>
        form.setFieldValue(`${name}.amount_minor`, toMinorUnits(value, currency))
      }
    />
    <Select
      label={t('Currency')}
      data={Intl.supportedValuesOf('currency')}
      searchable
      allowDeselect={false}
      maw={120}
      {...form.getInputProps(`${name}.currency`)}
    />
  </Group>
)
