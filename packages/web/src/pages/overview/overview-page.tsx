import { t } from '#web/i18n/overview.ts'
import './overview.css'
import { Group, SegmentedControl, Stack } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { CanChange } from '#web/components/layout/can-change.tsx'
import { ButtonLink } from '#web/components/layout/link.tsx'
import { Page } from '#web/components/layout/page.tsx'
import { useUrlFilters } from '#web/components/lists/use-url-filters.ts'
import { useMe, usePermission } from '#web/session.ts'
import { useRead } from '#web/use-read.ts'
import { type DateRange, dateRanges, isDateRange, toDateFilter } from './date-range.ts'
import { NeedsAttention } from './needs-attention.tsx'
import { OnboardingChecklist } from './onboarding-checklist.tsx'

// The charts load after the alerts, because the alerts matter more.
const GiftCharts = lazy(() =>
  import('./gift-charts.tsx').then(({ GiftCharts }) => ({ default: GiftCharts })),
)

/** The page after sign-in. It shows the alerts first, then the statistics. */
export function OverviewPage() {
  const { name, account } = useMe()
  const isAdmin = usePermission('administration')
  const { filters, set } = useUrlFilters()
  const isAttentionLoaded = useIsLoaded('/overview/attention')
  const isOnboardingLoaded = useIsLoaded('/overview/onboarding') || !isAdmin
  const range: DateRange = isDateRange(filters.range) ? filters.range : '30'
  return (
    <Page
      title={t('Hello, {name}', { name: name.split(' ')[0] ?? name })}
      documentTitle={t('Overview')}
      about={t('Here’s what’s happening at {account}.', { account: account.name })}
      action={
        <CanChange>
          <ButtonLink leftSection={<IconSend size={16} aria-hidden />} to="/send">
            {t('Send a gift')}
          </ButtonLink>
        </CanChange>
      }
    >
      <NeedsAttention />
      <LaterPart isShown={isAttentionLoaded}>{isAdmin && <OnboardingChecklist />}</LaterPart>
      <LaterPart isShown={isAttentionLoaded && isOnboardingLoaded}>
        <Stack component="section" gap="md" aria-label={t('Statistics')}>
          <Group justify="space-between">
            <h2 className="part">{t('Gift activity')}</h2>
            <SegmentedControl
              size="xs"
              aria-label={t('Time range')}
              data={dateRanges.map(([value, label]) => ({ value, label }))}
              value={range}
              onChange={(value) => set({ range: value === '30' ? undefined : value })}
            />
          </Group>
          <Suspense fallback={<RowsSkeleton />}>
            <GiftCharts filter={toDateFilter(range, account.clock_offset_ms)} />
          </Suspense>
        </Stack>
      </LaterPart>
    </Page>
  )
}

/** Returns whether a part of the page has received its data or an error. */
const useIsLoaded = (path: '/overview/attention' | '/overview/onboarding') =>
  !useRead(path, undefined, { enabled: false }).isPending

/**
 * A part of the page below a part of unknown height. It loads at once, but the page shows it only when its
 * position is final, so that it never moves.
 */
const LaterPart = ({ isShown, children }: { isShown: boolean; children: ReactNode }) => (
  <div style={isShown ? { display: 'contents' } : { display: 'none' }}>{children}</div>
)
