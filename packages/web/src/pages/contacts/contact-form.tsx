import { Select, SimpleGrid, Stack, TagsInput, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import type { BodyAt, ReplyAt } from '#web/admin-api.ts'
import { languageOptions } from '#web/components/formats/languages.ts'
import { CountrySelect } from '#web/components/forms/country-select.tsx'
import { Form, type FormProps } from '#web/components/forms/form.tsx'
import { Panel } from '#web/components/layout/page.tsx'
import { t } from '#web/i18n/contacts.ts'
import { useRead } from '#web/use-read.ts'
import { fieldLabels } from './contact-fields.ts'

type ContactDetail = ReplyAt<'GET', '/contacts/:id'>

export type ContactFormValues = ReturnType<typeof toFormValues>

/** Converts a contact to the values of the form. The form shows the own fields as lines. */
export const toFormValues = (contact?: ContactDetail) => ({
  given_name: contact?.given_name ?? '',
  family_name: contact?.family_name ?? '',
  display_name: contact?.display_name ?? '',
  salutation: contact?.salutation ?? '',
  work_emails: contact?.work_emails ?? [],
  private_emails: contact?.private_emails ?? [],
  phone: contact?.phone ?? '',
  language: contact?.language ?? null,
  country: contact?.country ?? null,
  time_zone: contact?.time_zone ?? '',
  manager_id: contact?.manager_id ?? null,
  department: contact?.department ?? '',
  start_date: contact?.start_date ?? '',
  end_date: contact?.end_date ?? '',
  birthday: contact?.birthday ?? '',
  groups: contact?.groups ?? [],
  fields: Object.entries(contact?.fields ?? {})
    .map(([key, value]) => `${key}: ${value}`)
    .join('\n'),
  external_ids: contact?.external_ids ?? [],
  consent: contact?.consent ?? '',
  do_not_gift: contact?.do_not_gift ?? '',
})

/** Converts the values of the form to the body of a request. */
export const toBody = ({ fields, ...values }: ContactFormValues): BodyAt<'POST', '/contacts'> => ({
  ...values,
  fields: Object.fromEntries(
    fields.split('\n').flatMap((line): [string, string][] => {
      const [, key, value] = /^\s*([^:：]+)[:：]\s*(.+)$/.exec(line) ?? []
      return key === undefined || value === undefined ? [] : [[key.trim(), value.trim()]]
    }),
  ),
})

type ContactFormProps<Result> = Omit<
  FormProps<ContactFormValues, Result>,
  'children' | 'isLong'
> & {
  manager?: ContactDetail['manager']
}

/** A long form, of which the server checks each field. */
export const ContactForm = <Result,>({ manager = null, ...props }: ContactFormProps<Result>) => (
  <Form {...props} isLong maxWidth={820}>
    {(form) => (
      <>
        <PersonFields form={form} />
        <WorkFields form={form} manager={manager} />
        <OtherFields form={form} />
      </>
    )}
  </Form>
)

type FieldsProps = { form: UseFormReturnType<ContactFormValues> }

const Grid = ({ children }: { children: ReactNode }) => (
  <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" style={{ alignItems: 'end' }}>
    {children}
  </SimpleGrid>
)

/** Returns the first error of a list field or of one of its entries. */
const errorOf = ({ errors }: FieldsProps['form'], name: string): ReactNode =>
  Object.entries(errors).find(([path]) => path === name || path.startsWith(`${name}.`))?.[1]

const PersonFields = ({ form }: FieldsProps) => {
  const input = (
    name:
      | 'given_name'
      | 'family_name'
      | 'display_name'
      | 'salutation'
      | 'phone'
      | 'time_zone'
      | 'birthday',
  ) => ({
    label: fieldLabels[name],
    autoComplete: 'off',
    ...form.getInputProps(name),
  })
  return (
    <Panel title={t('Person')}>
      <Stack gap="sm">
        <Grid>
          <TextInput {...input('given_name')} />
          <TextInput {...input('family_name')} />
          <TextInput
            {...input('display_name')}
            description={t('If it is not first and last name')}
          />
          <TextInput {...input('salutation')} description={t('For example Dr. Larkin')} />
        </Grid>
        <EmailsInput form={form} name="private_emails" />
        <Grid>
          <TextInput {...input('phone')} type="tel" description={t('With the country code')} />
          <TextInput
            {...input('birthday')}
            description={t('For example 1990-04-12, or --04-12 without a year')}
          />
          <Select
            label={fieldLabels.language}
            data={withCurrent(languageOptions, form.values.language)}
            searchable
            clearable
            {...form.getInputProps('language')}
          />
          <CountrySelect clearable {...form.getInputProps('country')} />
          <TextInput {...input('time_zone')} />
        </Grid>
        <Textarea
          label={fieldLabels.consent}
          description={t('What the person agreed to')}
          autosize
          {...form.getInputProps('consent')}
        />
      </Stack>
    </Panel>
  )
}

/** Adds the value of the contact to the options if it is a regional form, such as pt-BR. */
const withCurrent = (options: typeof languageOptions, current: string | null) =>
  current === null || options.some(({ value }) => value === current)
    ? options
    : [...options, { value: current, label: current }]

const EmailsInput = ({ form, name }: FieldsProps & { name: 'work_emails' | 'private_emails' }) => (
  <TagsInput
    label={fieldLabels[name]}
    description={t('Confirm each address with Enter.')}
    splitChars={[',', ' ', ';']}
    acceptValueOnBlur
    {...form.getInputProps(name)}
    error={errorOf(form, name)}
  />
)

const WorkFields = ({ form, manager }: FieldsProps & { manager: ContactDetail['manager'] }) => (
  <Panel title={t('Work')}>
    <Stack gap="sm">
      <EmailsInput form={form} name="work_emails" />
      <Grid>
        <TextInput
          label={fieldLabels.department}
          autoComplete="off"
          {...form.getInputProps('department')}
        />
        <ManagerSelect form={form} manager={manager} />
        <TextInput
          label={fieldLabels.start_date}
          type="date"
          {...form.getInputProps('start_date')}
        />
        <TextInput label={fieldLabels.end_date} type="date" {...form.getInputProps('end_date')} />
        <TagsInput
          label={fieldLabels.external_ids}
          acceptValueOnBlur
          {...form.getInputProps('external_ids')}
          error={errorOf(form, 'external_ids')}
        />
      </Grid>
    </Stack>
  </Panel>
)

/** A select that searches the contacts of the account. */
function ManagerSelect({ form, manager }: FieldsProps & { manager: ContactDetail['manager'] }) {
  const [search, setSearch] = useState('')
  const [q] = useDebouncedValue(search.trim(), 300)
  const { data } = useRead('/contacts', { limit: 20, sort: 'name', order: 'asc', ...(q && { q }) })
  const found = (data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const isFound = found.some(({ value }) => value === manager?.id)
  return (
    <Select
      label={fieldLabels.manager_id}
      data={
        manager === null || isFound ? found : [{ value: manager.id, label: manager.name }, ...found]
      }
      filter={({ options }) => options}
      searchable
      clearable
      onSearchChange={(text) => setSearch(found.some(({ label }) => label === text) ? '' : text)}
      nothingFoundMessage={t('No matching contact')}
      {...form.getInputProps('manager_id')}
    />
  )
}

function OtherFields({ form }: FieldsProps) {
  const { data } = useRead('/contact-groups', undefined, { staleTime: 60_000 })
  return (
    <Panel title={t('Groups and own fields')}>
      <Stack gap="sm">
        <TagsInput
          label={fieldLabels.groups}
          data={(data?.data ?? []).map(({ name }) => name)}
          acceptValueOnBlur
          {...form.getInputProps('groups')}
          error={errorOf(form, 'groups')}
        />
        <Textarea
          label={fieldLabels.fields}
          description={t('One in each line, for example “T-shirt size: M”')}
          autosize
          minRows={2}
          {...form.getInputProps('fields')}
        />
        <TextInput
          label={t('No gifts, because')}
          description={t('With a reason, no one can send a gift to this contact.')}
          autoComplete="off"
          {...form.getInputProps('do_not_gift')}
        />
      </Stack>
    </Panel>
  )
}
