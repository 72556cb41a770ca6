import './overview.css'
import { Button, Group, SegmentedControl, Stack } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useFilters } from '#web/blocks/filters.ts'
import { Page } from '#web/blocks/page.tsx'
import { RowsSkeleton } from '#web/blocks/states.tsx'
import { useIsAdmin, useMe } from '#web/session.ts'
import { Attention } from './attention.tsx'
import { FirstSteps } from './first-steps.tsx'
import { isRange, type Range, ranges, spanOf } from './range.ts'

// drawn below what matters first, so loaded after it
const Plots = lazy(() => import('./plots.tsx').then(({ Plots }) => ({ default: Plots })))

/** The first page after sign-in: what somebody should look at, then how it goes. */
export function Overview() {
  const { name, account } = useMe()
  const isAdmin = useIsAdmin()
  const { filters, set } = useFilters()
  const range: Range = isRange(filters.range) ? filters.range : '30'
  return (
    <Page
      title={`Hello, ${name.split(' ')[0]}`}
      name="Overview"
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
      <Attention />
      {isAdmin && <FirstSteps />}
      <Stack component="section" gap="md" aria-label="Figures">
        <Group justify="space-between">
          <h2 className="part">Gift activity</h2>
          <SegmentedControl
            size="xs"
            aria-label="Which gifts are counted"
            data={ranges.map(([value, label]) => ({ value, label }))}
            value={range}
            onChange={(value) => set({ range: value === '30' ? undefined : value })}
          />
        </Group>
        <Suspense fallback={<RowsSkeleton />}>
          <Plots span={spanOf(range, account.clock_ahead_ms)} />
        </Suspense>
      </Stack>
    </Page>
  )
}
