import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { BodyAt, Contact, ContactDouble } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { EmptyList } from '#web/components/feedback/empty-list.tsx'
import { ErrorState, PageSkeleton } from '#web/components/feedback/status-views.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import { PageLink } from '#web/components/layout/link.tsx'
import { Page, Panel } from '#web/components/layout/page.tsx'
import { ResponsiveTable } from '#web/components/lists/responsive-table.tsx'
import { t } from '#web/i18n/contacts.ts'
import { useRead } from '#web/use-read.ts'
import { describeOrigin, fieldLabels, formatField } from './contact-fields.ts'

/** The page with contacts that are probably one person. The user merges them field by field. */
export function DoublesPage() {
  const { data, error, refetch } = useRead('/contact-doubles', undefined, {
    refetchOnMount: 'always',
  })
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />
  if (data === undefined) return <PageSkeleton />
  return (
    <Page
      title={t('Duplicates')}
      about={t(
        'Contacts with the same phone number, or with the same name and an address at the same domain.',
      )}
    >
      {data.data.length === 0 ? (
        <EmptyList guide="contacts" title={t('No duplicates')}>
          {t('Each contact appears to be another person.')}
        </EmptyList>
      ) : (
        data.data.map((double) => <DoublePanel key={double.id} double={double} />)
      )}
    </Page>
  )
}

type ChosenField = BodyAt<'POST', '/contacts/:id/merge'>['taken'][number]

const chosenFields: readonly ChosenField[] = [
  'given_name',
  'family_name',
  'display_name',
  'salutation',
  'phone',
  'language',
  'country',
  'time_zone',
  'department',
  'start_date',
  'end_date',
  'birthday',
  'consent',
]

function DoublePanel({ double: { reason, contacts } }: { double: ContactDouble }) {
  const [one, other] = contacts
  if (one === undefined || other === undefined) return null
  return (
    <Panel
      title={one.name}
      about={
        reason === 'phone'
          ? t('Same phone number')
          : t('Same name, and addresses at the same domain')
      }
    >
      <MergeForm one={one} other={other} />
    </Panel>
  )
}

/** Returns the fields for which the other contact has a value and the first has none. */
const findMissing = (one: Contact, other: Contact): ChosenField[] =>
  [...chosenFields, 'manager_id' as const].filter((name) => !one[name] && other[name])

function MergeForm({ one, other }: { one: Contact; other: Contact }) {
  const [taken, setTaken] = useState<readonly ChosenField[]>(findMissing(one, other))
  const merge = useAction(
    () => api.post(`/contacts/${one.id}/merge`, { other_id: other.id, taken: [...taken] }),
    () => toast(t('Contacts merged.')),
  )
  const differing = chosenFields.filter((name) => one[name] !== other[name])
  const choose = (name: ChosenField, isOther: boolean) =>
    setTaken((current) => [...current.filter((each) => each !== name), ...(isOther ? [name] : [])])
  return (
    <Stack gap="sm">
      <ResponsiveTable label={t('Values of both contacts')}>
        <thead>
          <tr>
            <th scope="col">{t('Field')}</th>
            {[one, other].map((contact, at) => (
              <th key={contact.id} scope="col">
                <PageLink size="sm" to="/contacts/$id" params={{ id: contact.id }}>
                  {toAddress(contact)}
                </PageLink>{' '}
                {at === 0 && t('(stays)')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {differing.map((name) => (
            <tr key={name}>
              <td data-label={t('Field')} data-first>
                {fieldLabels[name]}
              </td>
              {[one, other].map((contact, at) => (
                <td key={contact.id} data-label={toAddress(contact)}>
                  <Radio
                    name={`${one.id} ${other.id} ${name}`}
                    label={formatField(contact, name) || t('empty')}
                    description={describeOriginOf(contact, name)}
                    checked={taken.includes(name) === (at === 1)}
                    onChange={() => choose(name, at === 1)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </ResponsiveTable>
      <Group justify="space-between">
        <Text size="sm" c="dimmed" flex="1 1 20rem">
          {t(
            'Email addresses, external IDs, groups and own fields of both stay. Gifts belong to addresses, so all of them stay reachable.',
          )}
        </Text>
        <Button onClick={() => merge.mutate()} loading={merge.isPending}>
          {t('Merge into one contact')}
        </Button>
      </Group>
    </Stack>
  )
}

/** Returns the text that distinguishes two contacts of the same name. */
const toAddress = ({ work_emails, private_emails, name }: Contact): string =>
  work_emails[0] ?? private_emails[0] ?? name

const describeOriginOf = ({ origins }: Contact, name: ChosenField): string => {
  const origin = origins[name]
  return origin === undefined ? '' : describeOrigin(origin)
}
