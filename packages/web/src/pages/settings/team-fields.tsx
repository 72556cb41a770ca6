import {
  MultiSelect,
  type MultiSelectProps,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TextInput,
} from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ListedMember, Team } from '#web/admin-api.ts'
import { AmountFields } from '#web/components/forms/amount-fields.tsx'
import { t } from '#web/i18n/settings.ts'
import { useRead } from '#web/use-read.ts'

/** The values of the form of a team. A text that is empty has no value. */
interface TeamForm extends Record<string, unknown> {
  name: string
  member_ids: string[]
  lead_id: string | null
  warehouse_ids: string[]
  cost_centre: string
  purchase_order_number: string
  budget: Team['budget']
}

export const newTeam: TeamForm = {
  name: '',
  member_ids: [],
  lead_id: null,
  warehouse_ids: [],
  cost_centre: '',
  purchase_order_number: '',
  budget: null,
}

export const toTeamForm = (team: Team): TeamForm => ({
  name: team.name,
  member_ids: team.members.map(({ id }) => id),
  lead_id: team.lead_id,
  warehouse_ids: team.warehouses.map(({ id }) => id),
  cost_centre: team.cost_centre ?? '',
  purchase_order_number: team.purchase_order_number ?? '',
  budget: team.budget,
})

export const toTeamBody = ({ lead_id, cost_centre, purchase_order_number, ...team }: TeamForm) => ({
  ...team,
  lead_id: lead_id !== null && team.member_ids.includes(lead_id) ? lead_id : null,
  cost_centre: cost_centre || null,
  purchase_order_number: purchase_order_number || null,
})

interface TeamFieldsProps {
  form: UseFormReturnType<TeamForm>
  /** The users of the account. */
  members: readonly ListedMember[]
}

/** The form of a team. Its lead is one of its people. */
export function TeamFields({ form, members }: TeamFieldsProps) {
  const { member_ids, lead_id, budget } = form.values
  const options = members.map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` }))
  return (
    <Stack>
      <TextInput label={t('Name')} maxLength={200} data-autofocus {...form.getInputProps('name')} />
      <MultiSelect
        label={t('People')}
        description={t('A person can belong to several teams.')}
        data={options}
        searchable
        clearable
        {...form.getInputProps('member_ids')}
      />
      <Select
        label={t('Lead (optional)')}
        data={options.filter(({ value }) => member_ids.includes(value))}
        searchable
        clearable
        {...form.getInputProps('lead_id')}
        value={lead_id !== null && member_ids.includes(lead_id) ? lead_id : null}
      />
      <WarehouseField {...form.getInputProps('warehouse_ids')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
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
      <Switch
        label={t('This team has a budget')}
        checked={budget !== null}
        onChange={(event) =>
          form.setFieldValue(
            'budget',
            event.currentTarget.checked
              ? { amount: { amount: 100_000, currency: 'EUR' }, stops: true }
              : null,
          )
        }
      />
      {budget !== null && (
        <>
          <AmountFields
            form={form}
            name="budget.amount"
            value={budget.amount}
            label={t('Budget')}
            maw={180}
          />
          <Switch
            label={t('Stop new gifts that could exceed the budget')}
            description={t(
              'Each gift reserves the most that it can cost, without shipping. The budget of its campaign counts as well.',
            )}
            checked={budget.stops}
            onChange={(event) => form.setFieldValue('budget.stops', event.currentTarget.checked)}
          />
        </>
      )}
    </Stack>
  )
}

/** The warehouses of a team. Those of other teams cannot be chosen. */
function WarehouseField(inputProps: MultiSelectProps) {
  const { data: warehouses } = useRead('/warehouses')
  const { data: teams } = useRead('/teams')
  if (warehouses === undefined || warehouses.data.length === 0) return null
  const chosen = inputProps.value ?? inputProps.defaultValue ?? []
  const owners = new Map(
    teams?.data.flatMap((team) => team.warehouses.map(({ id }) => [id, team.name] as const)),
  )
  return (
    <MultiSelect
      label={t('Warehouses (optional)')}
      description={t(
        'Only gifts of this team take stock from these warehouses. They take it there first.',
      )}
      data={warehouses.data.map(({ id, name }) => {
        const owner = chosen.includes(id) ? undefined : owners.get(id)
        return {
          value: id,
          label: owner === undefined ? name : t('{name} (team {team})', { name, team: owner }),
          disabled: owner !== undefined,
        }
      })}
      searchable
      clearable
      {...inputProps}
    />
  )
}
