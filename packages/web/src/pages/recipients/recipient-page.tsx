import type { RecipientDetail } from '#web/admin-api.ts'
import { ButtonLink, PageLink } from '#web/components/layout/link.tsx'
import { useRouteId } from '#web/components/layout/use-route-id.ts'
import '#web/pages/gifts/gifts.css'
import { Alert, Button, Group, Text } from '@mantine/core'
import { api } from '#web/api.ts'
import { confirm } from '#web/components/dialogs/confirm.tsx'
import { DetailPlaceholder } from '#web/components/feedback/detail-placeholder.tsx'
import { toast, toastError } from '#web/components/feedback/toast.tsx'
import { EmailAddress } from '#web/components/formats/email-address.tsx'
import { GiftTime } from '#web/components/formats/relative-time.tsx'
import { CopyIconButton } from '#web/components/layout/copy-icon-button.tsx'
import { DescriptionList, DetailLayout, Page, Panel } from '#web/components/layout/page.tsx'
import { DetailTable } from '#web/components/lists/detail-table.tsx'
import { formatNumber } from '#web/i18n/format.ts'
import { Trans, t } from '#web/i18n/recipients.ts'
import { GiftStateBadge } from '#web/pages/gifts/gift-state-badge.tsx'
import { usePermission } from '#web/session.ts'
import { useRead } from '#web/use-read.ts'
import { NotesPanel } from './notes-panel.tsx'
import { OptOutAlert, OptOutSwitch } from './opt-out.tsx'
import { openPrivacyDialog } from './privacy-dialog.tsx'

/** The page of a recipient, with gifts and thank-you notes. */
export function RecipientPage() {
  const id = useRouteId()
  const isAdmin = usePermission('recipients:write')
  const canChange = usePermission('gift_requests:write')
  const query = useRead(`/recipients/${id}`, undefined, { refetchOnMount: 'always' })
  const { data: recipient } = query
  if (recipient === undefined)
    return <DetailPlaceholder query={query} noun={t('Recipient')} list="/recipients" />
  return (
    <Page
      title={recipient.name || recipient.email}
      action={
        <Group gap="xs">
          {isAdmin && (
            <Button variant="default" onClick={() => openPrivacyDialog(recipient.email)}>
              {t('Export or erase…')}
            </Button>
          )}
          {canChange && (
            <ButtonLink to="/send" search={{ recipient_id: id }}>
              {t('Send a gift')}
            </ButtonLink>
          )}
        </Group>
      }
    >
      {recipient.is_bounced && <BouncedAlert recipient={recipient} isAdmin={isAdmin} />}
      {recipient.opt_out !== null && <OptOutAlert optOut={recipient.opt_out} />}
      <DetailLayout
        main={
          <>
            <GiftsPanel recipient={recipient} />
            {canChange && <NotesPanel recipient={recipient} />}
            {recipient.thank_you_notes.map((note) => (
              <Panel key={note.gift_request_id} title={t('Thank-you note')}>
                <blockquote className="quote" dir="auto">
                  {note.text}
                </blockquote>
                <GiftReference
                  id={note.gift_request_id}
                  reference={note.reference}
                  at={note.written_at}
                />
              </Panel>
            ))}
            {recipient.declines.map((decline) => (
              <Panel key={decline.gift_request_id} title={t('Declined')}>
                {decline.reason !== null && (
                  <blockquote className="quote" dir="auto">
                    {decline.reason}
                  </blockquote>
                )}
                <GiftReference
                  id={decline.gift_request_id}
                  reference={decline.reference}
                  at={decline.declined_at}
                />
              </Panel>
            ))}
          </>
        }
        aside={
          <Panel title={t('Details')}>
            <DescriptionList
              rows={[
                [
                  t('Email'),
                  <Group key="email" gap={4} wrap="nowrap">
                    <span>
                      <EmailAddress value={recipient.email} />
                    </span>
                    <CopyIconButton value={recipient.email} label={t('Copy email address')} />
                  </Group>,
                ],
                [t('Gifts'), formatNumber(recipient.gift_request_count)],
                [t('Thank-you notes'), formatNumber(recipient.thank_you_count)],
                [t('Declined|gifts'), formatNumber(recipient.declined_count)],
                [t('First gift'), <GiftTime key="since" at={recipient.created_at} />],
              ]}
            />
            {canChange && <OptOutSwitch recipient={recipient} />}
          </Panel>
        }
      />
    </Page>
  )
}

const GiftReference = ({ id, reference, at }: { id: string; reference: string; at: string }) => (
  <Text size="sm" c="dimmed" mt="xs">
    <Trans
      text="{time}, about {gift}"
      time={<GiftTime at={at} />}
      gift={
        <PageLink size="sm" to="/gift-requests/$id" params={{ id }}>
          {reference}
        </PageLink>
      }
    />
  </Text>
)

const BouncedAlert = ({ recipient, isAdmin }: { recipient: RecipientDetail; isAdmin: boolean }) => (
  <Alert color="red" variant="light" title={t('Email to this address bounces')}>
    <Text size="sm">
      {t(
        'No more emails are sent to it. The gift link still works: share it in another way, or correct the address on the gift’s page.',
      )}
    </Text>
    {isAdmin && (
      <Group mt="sm" gap="xs">
        <Button
          size="xs"
          variant="default"
          onClick={() =>
            void api
              .post(`/recipients/${recipient.id}/clear_bounce`)
              .then(() => toast(t('Emails to this address are allowed again.')), toastError)
          }
        >
          {t('Allow emails again')}
        </Button>
        {recipient.bounces_at_domain !== null && recipient.bounces_at_domain.count > 1 && (
          <ClearDomainButton {...recipient.bounces_at_domain} />
        )}
      </Group>
    )}
  </Alert>
)

const ClearDomainButton = ({
  domain,
  count,
}: NonNullable<RecipientDetail['bounces_at_domain']>) => (
  <Button
    size="xs"
    variant="default"
    onClick={() =>
      confirm({
        title: t('Allow emails to {domain} again?', { domain }),
        children: t(
          'Number of addresses at {domain} to which email bounced: {count}. Emails to all of them are sent again. Do this after the cause has ended, such as an outage of the mail server or a block list.',
          { domain, count },
        ),
        confirmLabel: t('Allow emails again'),
        isSafe: true,
        onConfirm: async () => {
          const { cleared } = await api.post('/recipients/clear-domain-bounces', { domain })
          toast(
            t('Addresses to which emails are allowed again: {count}', {
              count: cleared,
            }),
          )
        },
      })
    }
  >
    {t('Allow all of {domain} again', { domain })}
  </Button>
)

const GiftsPanel = ({ recipient }: { recipient: RecipientDetail }) => (
  <Panel
    title={t('Gifts')}
    {...(recipient.gift_request_count > recipient.latest_gifts.length && {
      action: (
        <PageLink size="sm" to="/gift-requests" search={{ q: recipient.email }}>
          {t('View all {count}', { count: recipient.gift_request_count })}
        </PageLink>
      ),
    })}
  >
    <DetailTable
      label={t('Gifts')}
      rows={recipient.latest_gifts}
      rowKey={({ id }) => id}
      to={({ id }) => `/gift-requests/${id}`}
      columns={[
        { header: t('Reference'), cell: (gift) => <span className="mono">{gift.reference}</span> },
        { header: t('Status'), cell: ({ state }) => <GiftStateBadge state={state} /> },
        { header: t('Campaign'), cell: ({ campaign }) => campaign ?? t('One-off gift') },
        { header: t('Created'), cell: ({ created_at }) => <GiftTime at={created_at} /> },
      ]}
    />
  </Panel>
)
