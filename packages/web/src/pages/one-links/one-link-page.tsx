import { Anchor, Box, Button, Group, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { api, apiUrl } from '#web/api.ts'
import { confirm } from '#web/components/dialogs/confirm.tsx'
import { rename } from '#web/components/dialogs/rename.tsx'
import { DetailPlaceholder } from '#web/components/feedback/detail-placeholder.tsx'
import { EmptyPanel } from '#web/components/feedback/empty-list.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { GiftTime } from '#web/components/formats/relative-time.tsx'
import { CopyIconButton } from '#web/components/layout/copy-icon-button.tsx'
import { PageLink } from '#web/components/layout/link.tsx'
import { DescriptionList, DetailLayout, Page, Panel } from '#web/components/layout/page.tsx'
import { useRouteId } from '#web/components/layout/use-route-id.ts'
import { DetailTable } from '#web/components/lists/detail-table.tsx'
import { useLiveRow } from '#web/components/lists/use-live-updates.ts'
import { joinSentences } from '#web/i18n/format.ts'
import { t } from '#web/i18n/one-links.ts'
import { statusLabels } from '#web/pages/gifts/gift-labels.ts'
import { usePermission } from '#web/session.ts'
import { ClaimCountsList } from './claim-counts.tsx'
import { ClaimRulesPanel } from './claim-rules-panel.tsx'
import { ClosureNotice } from './closure-notice.tsx'
import { isUsable, type OneLinkWithRules, oneLinkName, readOneLinkOfPage } from './one-link.ts'
import { changeSettings } from './one-link-settings.tsx'
import { ClaimsBar, OneLinkStateBadge } from './one-link-status.tsx'
import { OpenClaimsPanels } from './open-claims-panels.tsx'

/** The page of a one-link. It shows the URL, the QR code and live claims. */
export function OneLinkPage() {
  const id = useRouteId()
  const canChange = usePermission('one_links:write')
  const canReadCampaigns = usePermission('campaigns:read')
  const query = useQuery({
    queryKey: ['one-link', id],
    queryFn: () => readOneLinkOfPage(id, canReadCampaigns),
  })
  const { data: link, refetch } = query
  const live = useLiveRow('one_links', link, () => void refetch())
  if (link === undefined)
    return <DetailPlaceholder query={query} noun={t('One-link')} list="/one-links" />
  const isOpen = canChange && isUsable(link)
  return (
    <Page
      title={
        <Group gap="md" component="span">
          <span>{oneLinkName(link)}</span>
          <Text span size="md" fw={500}>
            <OneLinkStateBadge link={link} />
          </Text>
        </Group>
      }
      documentTitle={oneLinkName(link)}
      about={link.closure === null ? stateDescriptions[link.state] : undefined}
      action={
        canChange ? (
          <Group gap="xs">
            <Button variant="default" onClick={() => renameLink(link)}>
              {t('Rename')}
            </Button>
            {isOpen && (
              <Button variant="default" onClick={() => confirmClose(link)}>
                {t('Close one-link')}
              </Button>
            )}
          </Group>
        ) : undefined
      }
    >
      <ClosureNotice closure={link.closure} />
      <DetailLayout
        main={
          <>
            {canChange && <LinkPanel url={link.url} />}
            {canChange && <OpenClaimsPanels link={link} />}
            <Panel
              title={t('Claims')}
              action={
                <Group gap="md">
                  {canChange && (
                    <Anchor size="sm" href={apiUrl(`/one_links/${id}/claims.csv`)} download>
                      {t('CSV')}
                    </Anchor>
                  )}
                  <PageLink size="sm" to="/gift-requests" search={{ one_link_id: id }}>
                    {t('All {count} gifts', { count: link.quantity })}
                  </PageLink>
                </Group>
              }
            >
              <div role="status" {...(live.changedIds.has(id) && { 'data-fresh': true })}>
                <ClaimsBar link={link} />
                <ClaimCountsList link={link} />
              </div>
              <LatestClaims link={link} />
            </Panel>
          </>
        }
        aside={
          <>
            {isOpen && <QrPanel link={link} />}
            <ClaimRulesPanel link={link} canChange={isOpen} />
            <Panel
              title={t('Details')}
              action={
                isOpen && (
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={t('Change expiry and domains')}
                    onClick={() => changeSettings(id)}
                  >
                    {t('Change')}
                  </Button>
                )
              }
            >
              <DescriptionList
                rows={[
                  [t('Status'), <OneLinkStateBadge key="state" link={link} />],
                  [
                    t('Campaign'),
                    <PageLink
                      key="campaign"
                      size="sm"
                      to="/campaigns/$id"
                      params={{ id: link.campaign.id }}
                    >
                      {link.campaign.name}
                    </PageLink>,
                  ],
                  [
                    t('Allowed domains'),
                    link.allowed_email_domains.length === 0
                      ? t('Anyone')
                      : link.allowed_email_domains.map((each) => `@${each}`).join(', '),
                  ],
                  [t('Limit per person'), t('1 gift per mailbox')],
                  [t('Expires'), <GiftTime key="until" at={link.expires_at} />],
                  [t('Created'), <GiftTime key="made" at={link.created_at} />],
                  link.closed_at !== null && [
                    t('Closed'),
                    <GiftTime key="closed" at={link.closed_at} />,
                  ],
                ]}
              />
            </Panel>
          </>
        }
      />
    </Page>
  )
}

const renameLink = ({ id, name, campaign }: OneLinkWithRules) =>
  rename({
    title: t('Rename this one-link'),
    name: name ?? '',
    description: t('Leave empty to use the name of the campaign.'),
    placeholder: campaign.name,
    save: (values) => api.put(`/one_links/${id}/name`, values),
    renamedMessage: t('One-link renamed.'),
  })

const LinkPanel = ({ url }: { url: string }) => (
  <Panel title={t('Link')}>
    <Group gap="xs" wrap="nowrap">
      <Text className="mono" style={{ minWidth: 0 }}>
        {url}
      </Text>
      <CopyIconButton value={url} label={t('Copy link')} />
    </Group>
  </Panel>
)

const stateDescriptions: Readonly<Record<OneLinkWithRules['state'], string>> = {
  open: t('Anyone with this link can claim one gift until none are left.'),
  all_claimed: t('All gifts of this link are claimed.'),
  expired: t('This link has expired. No more gifts can be claimed with it.'),
  closed: t('This link is closed. No more gifts can be claimed with it.'),
}

const confirmClose = ({ id, unclaimed, claimed }: OneLinkWithRules) =>
  confirm({
    title: t('Close this one-link?'),
    confirmLabel: t('Close one-link'),
    children: joinSentences([
      t(
        'The {count} unclaimed gifts are cancelled, and new visitors see that the link is closed.',
        { count: unclaimed },
      ),
      ...(claimed > 0 ? [t('The {count} claimed gifts continue.', { count: claimed })] : []),
      t('A closed one-link can’t be reopened.'),
    ]),
    onConfirm: async () => {
      await api.post(`/one_links/${id}/close`)
      toast(t('One-link closed.'))
    },
  })

function QrPanel({ link }: { link: OneLinkWithRules }) {
  const path = new URL(link.url).pathname
  return (
    <Panel title={t('QR code')}>
      <Stack>
        <img className="qr" src={`${path}/qr.svg`} alt={t('QR code of {url}', { url: link.url })} />
        <Group gap="xs" justify="center">
          {(['svg', 'png'] as const).map((kind) => (
            <Button
              key={kind}
              component="a"
              size="xs"
              variant="default"
              leftSection={<IconDownload size={14} aria-hidden />}
              href={`${path}/qr.${kind}`}
              download={`one-link.${kind}`}
            >
              {kind.toUpperCase()}
            </Button>
          ))}
        </Group>
      </Stack>
    </Panel>
  )
}

const LatestClaims = ({ link }: { link: OneLinkWithRules }) =>
  link.latest_claims.length === 0 ? (
    <Box mt="md">
      <EmptyPanel guide="claims">
        {isUsable(link) ? t('No claims yet. They appear here live.') : t('No gifts were claimed.')}
      </EmptyPanel>
    </Box>
  ) : (
    <DetailTable
      label={t('Latest claims')}
      rows={link.latest_claims}
      rowKey={({ id }) => id}
      to={({ id }) => `/gift-requests/${id}`}
      columns={[
        { header: t('Recipient'), cell: ({ name, reference }) => name || reference },
        { header: t('Email'), cell: ({ email }) => email || '–', isWide: true },
        { header: t('Status'), cell: ({ status }) => statusLabels[status] },
        { header: t('When'), cell: ({ updated_at }) => <GiftTime at={updated_at} /> },
      ]}
    />
  )
