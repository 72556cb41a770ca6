import { t } from '#web/i18n/campaigns.ts'
import '#web/components/forms/sortable.css'
import { Alert, Button, Group, Text } from '@mantine/core'
import {
  IconArchive,
  IconCopy,
  IconPencil,
  IconPlayerPause,
  IconRefresh,
} from '@tabler/icons-react'
import type { Campaign } from '#web/admin-api.ts'
import { DetailPlaceholder } from '#web/components/feedback/detail-placeholder.tsx'
import { toLanguageName } from '#web/components/formats/languages.ts'
import { GiftTime } from '#web/components/formats/relative-time.tsx'
import { toRelativeUrl } from '#web/components/formats/relative-url.ts'
import { ButtonLink, PageLink } from '#web/components/layout/link.tsx'
import { DescriptionList, DetailLayout, Page, Panel } from '#web/components/layout/page.tsx'
import { useRouteId } from '#web/components/layout/use-route-id.ts'
import { DetailTable } from '#web/components/lists/detail-table.tsx'
import { formatDate } from '#web/i18n/format.ts'
import { GiftStateBadge } from '#web/pages/gifts/gift-state-badge.tsx'
import { usePermission } from '#web/session.ts'
import { useRead } from '#web/use-read.ts'
import { BudgetPanel } from './budget-panel.tsx'
import { methodLabels, useCampaign, useFunnels } from './campaign.ts'
import { useCampaignActions } from './campaign-menu.tsx'
import { TeamNames } from './cost-fields.tsx'
import { describeFallback } from './fallback-field.tsx'
import { FunnelLinks } from './funnel-links.tsx'
import { ReminderTimeline } from './reminder-timeline.tsx'
import { TryPanel } from './try-panel.tsx'

/** The page of a campaign, with its performance, items, design and messages. */
export function CampaignPage() {
  const id = useRouteId()
  const query = useCampaign(id)
  const campaign = query.data
  const funnels = useFunnels([id])
  const canChange = usePermission('gift_requests:write')
  if (campaign === undefined)
    return <DetailPlaceholder query={query} noun={t('Campaign')} list="/campaigns" />
  return (
    <Page
      title={campaign.name}
      about={campaign.description || methodLabels[campaign.invitation_method].about}
      action={<CampaignActions campaign={campaign} />}
    >
      <ClosureAlert campaign={campaign} />
      <DetailLayout
        main={
          <>
            <Panel title={t('Performance')}>
              <FunnelLinks
                funnel={funnels.data?.get(id)}
                query={{ campaign_id: id }}
                error={funnels.error}
              />
            </Panel>
            <OfferingPanel campaign={campaign} />
            {campaign.invitation_method !== 'sender_provided_address' && (
              <Panel title={t('Reminders')}>
                <ReminderTimeline
                  plan={campaign.reminders}
                  expiresAfterDays={campaign.expires_after_days}
                />
              </Panel>
            )}
            <LatestGifts id={id} />
          </>
        }
        aside={
          <>
            {canChange && <TryPanel campaign={campaign} />}
            {campaign.budget !== null && (
              <BudgetPanel
                usage={{ budget: campaign.budget, budget_used: campaign.budget_used ?? 0 }}
                stops={campaign.budget.stops}
              />
            )}
            <CampaignDetails campaign={campaign} />
            <Panel title={t('Message')}>
              <Text size="sm" fw={600}>
                {campaign.email_message.subject}
              </Text>
              <Text size="sm" mt={4} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {campaign.email_message.body}
              </Text>
            </Panel>
          </>
        }
      />
    </Page>
  )
}

/** Says why the campaign takes no new gifts. */
function ClosureAlert({ campaign: { state, closure } }: { campaign: Campaign }) {
  const reason = state === 'archived' ? state : closure
  if (reason === null) return null
  const titles = {
    archived: t('This campaign is archived'),
    paused: t('This campaign is paused'),
    ended: t('This campaign has ended'),
  } as const
  return (
    <Alert color="gray" variant="light" title={titles[reason]}>
      {t('No new gifts can be sent from it. Gifts already sent continue.')}
    </Alert>
  )
}

function CampaignActions({ campaign }: { campaign: Campaign }) {
  const actions = useCampaignActions(campaign)
  const { isAvailable, archive, restore, clone, canPause, canResume, pause, resume } = actions
  const isAdmin = usePermission('campaigns:write')
  const canChange = usePermission('gift_requests:write')
  const { id, invitation_method } = campaign
  return (
    <Group gap="xs">
      {isAdmin && (
        <>
          {(canPause || canResume) && (
            <Button
              variant="default"
              leftSection={
                canPause ? (
                  <IconPlayerPause size={16} aria-hidden />
                ) : (
                  <IconRefresh size={16} aria-hidden />
                )
              }
              onClick={() => void (canPause ? pause() : resume())}
            >
              {canPause ? t('Pause|campaign') : t('Resume|campaign')}
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<IconArchive size={16} aria-hidden />}
            onClick={() => void (isAvailable ? archive() : restore())}
          >
            {isAvailable ? t('Archive') : t('Restore')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconCopy size={16} aria-hidden />}
            onClick={() => void clone()}
          >
            {t('Duplicate')}
          </Button>
          <ButtonLink
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
            to="/campaigns/$id/edit"
            params={{ id }}
          >
            {t('Edit')}
          </ButtonLink>
        </>
      )}
      {isAvailable &&
        campaign.closure === null &&
        canChange &&
        (invitation_method === 'one_link' ? (
          <ButtonLink to="/one-links" search={{ new: id }}>
            {t('New one-link')}
          </ButtonLink>
        ) : (
          <ButtonLink to="/send" search={{ campaign_id: id }}>
            {t('Send a gift')}
          </ButtonLink>
        ))}
    </Group>
  )
}

function describeChoice({ selection_mode, max_choices }: Campaign): string {
  if (selection_mode === 'all') return t('Recipients get one of each product.')
  return max_choices === 1
    ? t('Recipients choose one.')
    : t('Recipients choose up to {count}.', { count: max_choices })
}

const OfferingPanel = ({ campaign }: { campaign: Campaign }) => (
  <Panel title={t('Items')} about={describeChoice(campaign)}>
    <ul className="sortable">
      {campaign.offering.map((item) => (
        <li key={item.variant_id} {...(!item.is_on_offer && { 'data-off': true })}>
          <img
            className="tiny"
            src={toRelativeUrl(item.images[0]?.urls.thumbnail)}
            alt=""
            loading="lazy"
          />
          <div style={{ minWidth: 0 }}>
            <PageLink size="sm" c="inherit" to="/catalogue/$id" params={{ id: item.product_id }}>
              {item.name}
            </PageLink>
            <Text size="xs" c="dimmed">
              <span className="mono">{item.sku}</span>
              {!item.is_on_offer && ` · ${t('archived: not offered to new recipients')}`}
            </Text>
          </div>
        </li>
      ))}
    </ul>
  </Panel>
)

const CampaignDetails = ({ campaign }: { campaign: Campaign }) => (
  <Panel title={t('Details')}>
    <DescriptionList
      rows={[
        [t('Invitations'), methodLabels[campaign.invitation_method].label],
        [t('Sent from'), campaign.sender.name],
        [t('Expires after'), t('{count} days', { count: campaign.expires_after_days })],
        campaign.ends_at !== null && [
          t('Ends|campaign'),
          formatDate(campaign.ends_at, { dateStyle: 'medium', timeStyle: 'short' }),
        ],
        [t('Unclaimed gifts'), describeFallback(campaign)],
        campaign.cost_centre !== null && [t('Cost centre'), campaign.cost_centre],
        campaign.purchase_order_number !== null && [
          t('Purchase order number'),
          campaign.purchase_order_number,
        ],
        campaign.team_ids.length > 0 && [t('Teams'), <TeamNames key="teams" {...campaign} />],
        [t('Language'), toLanguageName(campaign.locale)],
        [t('Time zone'), campaign.time_zone],
        [t('Show items before opening'), campaign.visible_at_redemption ? t('Yes') : t('No')],
        [t('Print a card for each parcel'), campaign.prints_card ? t('Yes') : t('No')],
        [
          t('Colour'),
          <Group key="colour" gap={6}>
            <span
              aria-hidden
              style={{ width: 14, height: 14, borderRadius: 4, background: campaign.theme.color }}
            />
            <span className="mono">{campaign.theme.color}</span>
          </Group>,
        ],
        [t('Created|campaign'), <GiftTime key="made" at={campaign.created_at} />],
        [t('Updated|campaign'), <GiftTime key="changed" at={campaign.updated_at} />],
      ]}
    />
  </Panel>
)

function LatestGifts({ id }: { id: string }) {
  const { data } = useRead('/gift_requests', { campaign_id: id, limit: 5 })
  if (data === undefined || data.data.length === 0) return null
  return (
    <Panel
      title={t('Latest gifts')}
      action={
        <PageLink size="sm" to="/gift-requests" search={{ campaign_id: id }}>
          {t('View all')}
        </PageLink>
      }
    >
      <DetailTable
        label={t('Latest gifts')}
        rows={data.data}
        rowKey={(gift) => gift.id}
        to={(gift) => `/gift-requests/${gift.id}`}
        columns={[
          {
            header: t('Recipient'),
            cell: ({ recipient, reference }) => recipient.name || recipient.email || reference,
          },
          { header: t('Status'), cell: ({ state }) => <GiftStateBadge state={state} /> },
          { header: t('Created'), cell: ({ created_at }) => <GiftTime at={created_at} /> },
        ]}
      />
    </Panel>
  )
}
