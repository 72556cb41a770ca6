import './overview.css'
import { Button, Group, SegmentedControl, Stack } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Page } from '#web/components/page.tsx'
import { RowsSkeleton } from '#web/components/status-views.tsx'
import { useUrlFilters } from '#web/components/use-url-filters.ts'
import { useIsAdmin, useMe } from '#web/session.ts'
import { type DateRange, dateRanges, isDateRange, toDateFilter } from './date-range.ts'
import { NeedsAttention } from './needs-attention.tsx'
import { OnboardingChecklist } from './onboarding-checklist.tsx'

// drawn below what matters first, so loaded after it
const GiftCharts = lazy(() =>
  import('./gift-charts.tsx').then(({ GiftCharts }) => ({ default: GiftCharts })),
)

/** The first page after sign-in: what somebody should look at, then how it goes. */
export function OverviewPage() {
  const { name, account } = useMe()
  const isAdmin = useIsAdmin()
  const { filters, set } = useUrlFilters()
  const range: DateRange = isDateRange(filters.range) ? filters.range : '30'
  return (
    <Page
      title={`Hello, ${name.split(' ')[0]}`}
      documentTitle="Overview"
      about={`Here’s what’s happening at ${account.name}.`}
      action={
        <Button
          leftSection={<IconSend size={16} aria-hidden />}
          renderRoot={(props) => <Link to="/send" {...props} />}
        >
          Send a gift
        </Button>
      }
    >
      <NeedsAttention />
      {isAdmin && <OnboardingChecklist />}
      <Stack component="section" gap="md" aria-label="Figures">
        <Group justify="space-between">
          <h2 className="part">Gift activity</h2>
          <SegmentedControl
            size="xs"
            aria-label="Which gifts are counted"
            data={dateRanges.map(([value, label]) => ({ value, label }))}
            value={range}
            onChange={(value) => set({ range: value === '30' ? undefined : value })}
          />
        </Group>
        <Suspense fallback={<RowsSkeleton />}>
          <GiftCharts filter={toDateFilter(range, account.clock_offset_ms)} />
        </Suspense>
      </Stack>
    </Page>
  )
}
