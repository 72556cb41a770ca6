import {
  Checkbox,
  MultiSelect,
  NumberInput,
  Radio,
  Select,
  SimpleGrid,
  Stack,
  TagsInput,
  TextInput,
} from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Me } from '#web/admin-api.ts'
import { countries } from '#web/components/forms/country-select.tsx'
import { Form, type FormProps } from '#web/components/forms/form.tsx'
import { Panel } from '#web/components/layout/page.tsx'
import { t } from '#web/i18n/occasions.ts'
import { useMe } from '#web/session.ts'
import { useRead } from '#web/use-read.ts'
import { MessagePanel } from './message-panel.tsx'
import { kindLabels } from './occasion-texts.ts'
import type { OccasionFormValues } from './occasion-values.ts'

type OccasionFormProps<Result> = Omit<FormProps<OccasionFormValues, Result>, 'children' | 'isLong'>

/** A long form, of which the server checks each field. */
export const OccasionForm = <Result,>(props: OccasionFormProps<Result>) => (
  <Form {...props} isLong maxWidth={820}>
    {(form) => (
      <>
        <DayFields form={form} />
        <PeopleFields form={form} />
        <GiftFields form={form} />
        <TimeFields form={form} />
        <MessageOfRule form={form} />
      </>
    )}
  </Form>
)

type FieldsProps = { form: UseFormReturnType<OccasionFormValues> }

function DayFields({ form }: FieldsProps) {
  const { kind, years } = form.values
  return (
    <Panel title={t('Day')}>
      <Stack gap="sm">
        <TextInput
          label={t('Name of the rule')}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <Select
          label={t('Day of the person')}
          data={Object.entries(kindLabels).map(([value, label]) => ({ value, label }))}
          allowDeselect={false}
          {...form.getInputProps('kind')}
        />
        {kind === 'anniversary' && (
          <TagsInput
            label={t('Years')}
            description={t('For example 1, 5 and 10. Leave it empty for each year.')}
            acceptValueOnBlur
            value={years.map(String)}
            onChange={(values) =>
              form.setFieldValue(
                'years',
                values.map(Number).filter((year) => Number.isInteger(year) && year > 0),
              )
            }
            error={form.errors.years}
          />
        )}
        {kind === 'date' && (
          <>
            <TextInput
              label={t('Own field of contacts')}
              description={t('It has a day such as 2026-09-01, or --09-01 for each year.')}
              autoComplete="off"
              {...form.getInputProps('field')}
              value={form.values.field ?? ''}
            />
            <Checkbox
              label={t('Each year')}
              {...form.getInputProps('repeats', { type: 'checkbox' })}
            />
          </>
        )}
      </Stack>
    </Panel>
  )
}

function PeopleFields({ form }: FieldsProps) {
  const { data } = useRead('/contact-groups', undefined, { staleTime: 60_000 })
  return (
    <Panel title={t('People')} about={t('What you leave empty restricts no one.')}>
      <Stack gap="sm">
        <MultiSelect
          label={t('Groups')}
          data={(data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          searchable
          clearable
          {...form.getInputProps('group_ids')}
        />
        <MultiSelect
          label={t('Countries')}
          data={countries}
          searchable
          clearable
          {...form.getInputProps('countries')}
        />
        <TagsInput
          label={t('Departments')}
          acceptValueOnBlur
          {...form.getInputProps('departments')}
        />
      </Stack>
    </Panel>
  )
}

/** Returns the teams of the user, and the campaigns that a rule can use. */
function useChoices() {
  const { data } = useRead('/send/choices')
  return {
    teams: data?.teams ?? [],
    campaigns: (data?.campaigns ?? []).filter(
      ({ invitation_method }) => invitation_method === 'email',
    ),
  }
}

const MessageOfRule = ({ form }: FieldsProps) => (
  <MessagePanel form={form} campaigns={useChoices().campaigns} />
)

function GiftFields({ form }: FieldsProps) {
  const me = useMe()
  const { teams, campaigns } = useChoices()
  return (
    <Panel title={t('Gift')}>
      <Stack gap="sm">
        <Select
          label={t('Campaign')}
          description={t('A campaign that invites by email. Its items are the gift.')}
          data={campaigns.map(({ id, name }) => ({ value: id, label: name }))}
          searchable
          nothingFoundMessage={t('No campaign invites by email')}
          {...form.getInputProps('campaign_id')}
          value={form.values.campaign_id || null}
        />
        {teams.length > 1 && (
          <Select
            label={t('Team')}
            data={teams.map(({ id, name }) => ({ value: id, label: name }))}
            clearable
            {...form.getInputProps('team_id')}
          />
        )}
        <OwnerSelect form={form} me={me} />
        <Checkbox
          label={t('An approver confirms the gifts')}
          description={t(
            'Approvers are asked a week before. The limits of your account apply anyway.',
          )}
          {...form.getInputProps('needs_approval', { type: 'checkbox' })}
        />
      </Stack>
    </Panel>
  )
}

/** The user in whose name the gifts go out. Only admins choose another one. */
function OwnerSelect({ form, me }: FieldsProps & { me: Me }) {
  const { data } = useRead('/members', undefined, { enabled: me.role === 'admin' })
  if (me.role !== 'admin') return null
  return (
    <Select
      label={t('Sent by')}
      description={t('The gifts and emails name this person.')}
      data={(data?.data ?? [])
        .filter(({ role }) => role === 'admin' || role === 'sender' || role.length > 20)
        .map(({ id, name }) => ({ value: id, label: name }))}
      allowDeselect={false}
      searchable
      {...form.getInputProps('owner_id')}
    />
  )
}

function TimeFields({ form }: FieldsProps) {
  const { timing, offset_days, time_zone } = form.values
  return (
    <Panel title={t('Time')}>
      <Stack gap="sm">
        <Radio.Group label={t('The gift')} {...form.getInputProps('timing')}>
          <Stack gap="xs" mt={4}>
            <Radio
              value="on_day"
              label={t('is sent on the day')}
              description={t('The invitation comes on the day, the parcel later.')}
            />
            <Radio
              value="in_time"
              label={t('arrives by the day')}
              description={t(
                'The invitation comes earlier: by the days to choose, and by the usual days of your parcels to the country.',
              )}
            />
          </Stack>
        </Radio.Group>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" style={{ alignItems: 'end' }}>
          <NumberInput
            label={t('Days before (−) or after the day')}
            min={-60}
            max={60}
            allowDecimal={false}
            {...form.getInputProps('offset_days')}
            onChange={(value) => form.setFieldValue('offset_days', Number(value))}
            value={offset_days}
          />
          {timing === 'in_time' && (
            <NumberInput
              label={t('Days to choose')}
              min={0}
              max={60}
              allowDecimal={false}
              {...form.getInputProps('choice_days')}
              onChange={(value) => form.setFieldValue('choice_days', Number(value))}
            />
          )}
          <Select
            label={t('On a weekend or public holiday')}
            data={[
              { value: 'before', label: t('on the working day before') },
              { value: 'after', label: t('on the working day after') },
              { value: 'same', label: t('on the same day') },
            ]}
            allowDeselect={false}
            {...form.getInputProps('weekends')}
          />
          <TextInput
            label={t('Time of the invitation')}
            type="time"
            {...form.getInputProps('send_time')}
          />
          <Select
            label={t('Time zone')}
            description={t('For contacts without one of their own')}
            data={[...new Set([time_zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])]}
            searchable
            allowDeselect={false}
            {...form.getInputProps('time_zone')}
          />
          <NumberInput
            label={t('Days late at most')}
            description={t('For people who are added after their day')}
            min={0}
            max={30}
            allowDecimal={false}
            {...form.getInputProps('max_days_late')}
            onChange={(value) => form.setFieldValue('max_days_late', Number(value))}
          />
        </SimpleGrid>
      </Stack>
    </Panel>
  )
}
