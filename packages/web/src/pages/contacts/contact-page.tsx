import { Alert, Group, Menu, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReplyAt } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { confirm } from '#web/components/dialogs/confirm.tsx'
import { DetailPlaceholder } from '#web/components/feedback/detail-placeholder.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { EmailAddress } from '#web/components/formats/email-address.tsx'
import { GiftTime, RelativeTime } from '#web/components/formats/relative-time.tsx'
import { ButtonLink, PageLink } from '#web/components/layout/link.tsx'
import { MenuLink } from '#web/components/layout/menu-link.tsx'
import { MoreMenu } from '#web/components/layout/more-menu.tsx'
import {
  DescriptionList,
  type DescriptionRow,
  DetailLayout,
  Page,
  Panel,
} from '#web/components/layout/page.tsx'
import { useRouteId } from '#web/components/layout/use-route-id.ts'
import { Trans, t } from '#web/i18n/contacts.ts'
import { usePermission } from '#web/session.ts'
import { useRead } from '#web/use-read.ts'
import { describeOrigin, type FieldName, fieldLabels, formatField } from './contact-fields.ts'
import { OccasionsOfContact } from './contact-occasions.tsx'

type ContactDetail = ReplyAt<'GET', '/contacts/:id'>

/** The page of a contact, with the origin of each field. */
export function ContactPage() {
  const id = useRouteId()
  const canChange = usePermission('contacts:write')
  const query = useRead(`/contacts/${id}`, undefined, { refetchOnMount: 'always' })
  const { data: contact } = query
  if (contact === undefined)
    return <DetailPlaceholder query={query} noun={t('Contact')} list="/contacts" />
  return (
    <Page title={contact.name} {...(canChange && { action: <ContactActions contact={contact} /> })}>
      {contact.do_not_gift !== null && <DoNotGiftAlert contact={contact} />}
      <DetailLayout
        main={
          <>
            <FieldsPanel title={t('Person')} contact={contact} names={personFields} />
            <FieldsPanel title={t('Work')} contact={contact} names={workFields} />
            <OccasionsOfContact id={id} />
          </>
        }
        aside={
          <>
            <FieldsPanel title={t('Groups and own fields')} contact={contact} names={otherFields} />
            <GiftsPanel contact={contact} />
          </>
        }
      />
    </Page>
  )
}

// biome-ignore format: one panel a line
const [personFields, workFields, otherFields] = [
  ['given_name', 'family_name', 'display_name', 'salutation', 'private_emails', 'phone', 'language', 'country', 'time_zone', 'birthday', 'consent'],
  ['work_emails', 'department', 'manager_id', 'start_date', 'end_date', 'external_ids'],
  ['groups', 'fields'],
] as const satisfies readonly (readonly FieldName[])[]

function ContactActions({ contact }: { contact: ContactDetail }) {
  const navigate = useNavigate()
  const isAdmin = usePermission('audit:read')
  const { id, name } = contact
  return (
    <Group gap="xs">
      {contact.do_not_gift === null && (
        <ButtonLink to="/send" search={{ contact_id: id }}>
          {t('Send a gift')}
        </ButtonLink>
      )}
      <ButtonLink variant="default" to="/contacts/$id/edit" params={{ id }}>
        {t('Edit')}
      </ButtonLink>
      <MoreMenu label={t('Actions for {name}', { name })}>
        {isAdmin && (
          <MenuLink to="/settings/audit-log" search={{ subject_id: id }}>
            {t('History')}
          </MenuLink>
        )}
        <Menu.Item
          color="red"
          onClick={() =>
            confirm({
              title: t('Delete {name}?', { name }),
              children: t(
                'The contact is removed from its groups. Gifts stay. To delete all data of the person for good, erase it under Recipients.',
              ),
              confirmLabel: t('Delete contact'),
              onConfirm: async () => {
                await api.delete(`/contacts/${id}`)
                toast(t('Contact deleted.'))
                await navigate({ to: '/contacts' })
              },
            })
          }
        >
          {t('Delete…')}
        </Menu.Item>
      </MoreMenu>
    </Group>
  )
}

const DoNotGiftAlert = ({ contact }: { contact: ContactDetail }) => (
  <Alert color="red" variant="light" title={t('Gets no gifts')}>
    <Text size="sm">{contact.do_not_gift}</Text>
    <Text size="sm" c="dimmed" mt={4}>
      <Trans text="Since {time}" time={<GiftTime at={contact.do_not_gift_since} />} />
    </Text>
  </Alert>
)

interface FieldsPanelProps {
  title: string
  contact: ContactDetail
  names: readonly FieldName[]
}

/** A panel of fields. Fields with one origin show it once, below them. */
function FieldsPanel({ title, contact, names }: FieldsPanelProps) {
  const origins: NonNullable<Origin>[] = names.flatMap((name) => contact.origins[name] ?? [])
  const isShared = new Set(origins.map((origin) => JSON.stringify(origin))).size === 1
  const rows = names.map((name): DescriptionRow => {
    const value = formatField(contact, name, contact.manager?.name)
    if (value === '') return false
    return [
      fieldLabels[name],
      <FieldValue
        key={name}
        contact={contact}
        name={name}
        value={value}
        origin={isShared ? undefined : contact.origins[name]}
      />,
    ]
  })
  return (
    <Panel title={title}>
      {rows.every((row) => row === false) ? (
        <Text size="sm" c="dimmed">
          {t('Nothing entered.')}
        </Text>
      ) : (
        <DescriptionList rows={rows} />
      )}
      {isShared && <OriginText origin={origins[0]} />}
    </Panel>
  )
}

type Origin = ContactDetail['origins'][string] | undefined

const OriginText = ({ origin }: { origin: Origin }) =>
  origin && (
    <Text size="xs" c="dimmed" mt={4}>
      <Trans
        text="{origin}, {time}"
        origin={describeOrigin(origin)}
        time={<RelativeTime at={origin.at} />}
      />
    </Text>
  )

interface FieldValueProps {
  contact: ContactDetail
  name: FieldName
  value: string
  origin: Origin
}

function FieldValue({ contact, name, value, origin }: FieldValueProps) {
  return (
    <>
      {name === 'manager_id' && contact.manager !== null ? (
        <PageLink size="sm" to="/contacts/$id" params={{ id: contact.manager.id }}>
          {value}
        </PageLink>
      ) : (
        value
      )}
      <OriginText origin={origin} />
    </>
  )
}

/** Links to the gifts of each address, because gifts belong to addresses. */
const GiftsPanel = ({ contact: { work_emails, private_emails } }: { contact: ContactDetail }) => (
  <Panel title={t('Gifts')}>
    {work_emails.length + private_emails.length === 0 ? (
      <Text size="sm" c="dimmed">
        {t('Without an email address, the contact has no gifts.')}
      </Text>
    ) : (
      <Stack gap={6}>
        {[...work_emails, ...private_emails].map((email) => (
          <PageLink key={email} size="sm" to="/gift-requests" search={{ q: email }}>
            <Trans text="Gifts to {email}" email={<EmailAddress value={email} />} />
          </PageLink>
        ))}
      </Stack>
    )}
  </Panel>
)
