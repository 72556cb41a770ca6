import { t } from '#web/i18n/campaigns.ts'
import './campaigns.css'
import { Group, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { CampaignCard as Campaign, Funnel } from '#web/admin-api.ts'
import { EmptyList } from '#web/components/feedback/empty-list.tsx'
import { toRelativeUrl } from '#web/components/formats/relative-url.ts'
import { ButtonLink } from '#web/components/layout/link.tsx'
import { Page } from '#web/components/layout/page.tsx'
import { CardList, Cards } from '#web/components/lists/card-list.tsx'
import { usePermission } from '#web/session.ts'
import { BudgetWarning } from './budget-warning.tsx'
import { methodLabels, useFunnels } from './campaign.ts'
import { CampaignMenu } from './campaign-menu.tsx'
import { FunnelBar } from './funnel-bar.tsx'

/** The page with all campaigns and their funnels. */
export function CampaignsPage() {
  const isAdmin = usePermission('campaigns:write')
  return (
    <Page
      title={t('Campaigns')}
      about={t('Gift offers with their items, design and messages.')}
      {...(isAdmin && {
        action: (
          <ButtonLink leftSection={<IconPlus size={16} aria-hidden />} to="/campaigns/new">
            {t('New campaign')}
          </ButtonLink>
        ),
      })}
    >
      <CardList
        path="/campaign-cards"
        filters={filters}
        sorts={['created', 'name']}
        renderPage={(rows) => <CampaignCards rows={rows} />}
        empty={
          <EmptyList
            guide="recipientPages"
            title={t('No campaigns yet')}
            {...(isAdmin && {
              action: (
                <ButtonLink to="/campaigns/new">{t('Create your first campaign')}</ButtonLink>
              ),
            })}
          >
            {t(
              'A campaign defines the items recipients can choose from, the design and the messages.',
            )}
          </EmptyList>
        }
      />
    </Page>
  )
}

const filters = [
  { name: 'q', label: t('Name') },
  {
    name: 'state',
    label: t('Status'),
    options: [
      { value: 'available', label: t('Available') },
      { value: 'archived', label: t('Archived|campaign') },
    ],
  },
]

const closureLabels = {
  paused: t('Paused|campaign'),
  ended: t('Ended|campaign'),
} as const

/** The cards of campaigns. They appear before their counts are loaded. */
function CampaignCards({ rows }: { rows: readonly Campaign[] }) {
  const { data } = useFunnels(rows.map(({ id }) => id))
  return (
    <Cards
      label={t('Campaigns')}
      rows={rows}
      minWidth="21rem"
      renderCard={(row) => <CampaignCard campaign={row} funnel={data?.get(row.id)} />}
    />
  )
}

function CampaignCard({ campaign, funnel }: { campaign: Campaign; funnel: Funnel | undefined }) {
  const { id, name, state, closure, color, images, items, budget, budget_used } = campaign
  return (
    <article className="panel card campaign-card" data-state={state}>
      <div className="band" style={{ background: color }} />
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
        <div style={{ minWidth: 0 }}>
          <Link to="/campaigns/$id" params={{ id }} className="card-link" data-row>
            <Text component="h2" fw={650} size="md" m={0}>
              {name}
            </Text>
          </Link>
          <Text size="sm" c="dimmed">
            {state === 'archived' && `${t('Archived|campaign')} · `}
            {state === 'available' && closure !== null && `${closureLabels[closure]} · `}
            {methodLabels[campaign.invitation_method].label} · {campaign.sender_name}
          </Text>
        </div>
        <div className="above">
          <CampaignMenu campaign={campaign} />
        </div>
      </Group>
      <Group gap={6} my="sm" wrap="nowrap" className="images">
        {images.map((image) => (
          <img key={image.url} src={toRelativeUrl(image.url)} alt="" loading="lazy" />
        ))}
        <Text size="sm" c="dimmed" ml={images.length > 0 ? 4 : 0}>
          {t('{count} items', { count: items })}
        </Text>
      </Group>
      {state === 'available' && budget !== null && (
        <BudgetWarning usage={{ budget, budget_used: budget_used ?? 0 }} />
      )}
      <FunnelBar funnel={funnel} />
    </article>
  )
}
