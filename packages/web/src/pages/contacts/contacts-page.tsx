import { Badge, Group } from '@mantine/core'
import type { Contact } from '#web/admin-api.ts'
import { EmptyList } from '#web/components/feedback/empty-list.tsx'
import { countryName } from '#web/components/formats/country-name.ts'
import { languageOptions } from '#web/components/formats/languages.ts'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { countries } from '#web/components/forms/country-select.tsx'
import { ButtonLink } from '#web/components/layout/link.tsx'
import { MenuLink } from '#web/components/layout/menu-link.tsx'
import { MoreMenu } from '#web/components/layout/more-menu.tsx'
import { Page } from '#web/components/layout/page.tsx'
import { type Column, DataList } from '#web/components/lists/data-list.tsx'
import { t } from '#web/i18n/contacts.ts'
import { formatValues } from '#web/i18n/format.ts'
import { usePermission } from '#web/session.ts'
import { useRead } from '#web/use-read.ts'
import { formatField } from './contact-fields.ts'

/** The page with the contacts of the account. */
export function ContactsPage() {
  const canChange = usePermission('contacts:write')
  return (
    <Page
      title={t('Contacts')}
      about={t('The people you know, also before their first gift.')}
      action={
        <Group gap="xs">
          {canChange && <ButtonLink to="/contacts/new">{t('Add contact')}</ButtonLink>}
          {canChange && (
            <ButtonLink variant="default" to="/contacts/import">
              {t('Import')}
            </ButtonLink>
          )}
          <MoreMenu label={t('More about contacts')}>
            <MenuLink to="/contacts/groups">{t('Groups')}</MenuLink>
            {canChange && <MenuLink to="/contacts/doubles">{t('Duplicates')}</MenuLink>}
          </MoreMenu>
        </Group>
      }
    >
      <DataList
        label={t('Contacts')}
        path="/contacts"
        filters={useFilters()}
        columns={columns}
        to={({ id }) => `/contacts/${id}`}
        empty={
          <EmptyList
            guide="contacts"
            title={t('No contacts yet')}
            {...(canChange && {
              action: <ButtonLink to="/contacts/import">{t('Import contacts')}</ButtonLink>,
            })}
          >
            {t('Import a list from your HR system or address book, or add people one by one.')}
          </EmptyList>
        }
      />
    </Page>
  )
}

function useFilters() {
  const { data } = useRead('/contact-groups', undefined, { staleTime: 60_000 })
  const groups = data?.data ?? []
  return [
    { name: 'q', label: t('Name, email or domain') },
    {
      name: 'group_id',
      label: t('Group'),
      options: groups.map(({ id, name }) => ({ value: id, label: name })),
    },
    { name: 'country', label: t('Country'), options: countries },
    { name: 'language', label: t('Language'), options: languageOptions },
    {
      name: 'do_not_gift',
      label: t('Gifts'),
      options: [
        { value: 'false', label: t('May get gifts') },
        { value: 'true', label: t('No gifts') },
      ],
    },
  ]
}

const columns: readonly Column<Contact>[] = [
  { header: t('Name'), sort: 'name', cell: ({ name }) => name },
  {
    header: t('Email'),
    isWide: true,
    cell: ({ work_emails, private_emails }) => work_emails[0] ?? private_emails[0] ?? '–',
  },
  { header: t('Department or team'), cell: ({ department }) => department ?? '–' },
  {
    header: t('Groups'),
    cell: ({ groups }) => (groups.length === 0 ? '–' : formatValues(groups)),
  },
  {
    header: t('Gifts'),
    cell: ({ do_not_gift }) =>
      do_not_gift === null ? (
        '–'
      ) : (
        <Badge variant="filled" color="red.9" size="sm">
          {t('No gifts')}
        </Badge>
      ),
  },
  {
    header: t('Country'),
    isOptional: true,
    cell: ({ country }) => (country === null ? '–' : countryName(country)),
  },
  {
    header: t('Language'),
    isOptional: true,
    cell: (contact) => formatField(contact, 'language') || '–',
  },
  {
    header: t('Added'),
    isOptional: true,
    sort: 'created',
    cell: ({ created_at }) => <RelativeTime at={created_at} />,
  },
]
