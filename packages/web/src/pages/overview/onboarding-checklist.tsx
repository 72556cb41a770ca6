import { Button, Group } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { OnboardingProgress } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { toastError, toastUndo } from '#web/components/feedback/toast.tsx'
import { Panel } from '#web/components/layout/page.tsx'
import { t } from '#web/i18n/overview.ts'
import { useRead } from '#web/use-read.ts'
import './completed-steps.css'

const pollIntervalMs = 10_000 // the check finds steps that the user completes on other pages

/**
 * A list of the steps from an empty account to a working integration. The app detects completed steps. The
 * user can dismiss the list.
 */
export function OnboardingChecklist() {
  const [isOpened, setOpened] = useState(false)
  const { data } = useRead('/overview/onboarding', undefined, {
    refetchInterval: ({ state }) => (isFinished(state.data) ? false : pollIntervalMs),
  })
  if (data === undefined || data.is_dismissed || data.steps.length === 0) return null
  const done = data.steps.filter(({ done_at }) => done_at !== null)
  const next = data.steps.find(({ done_at }) => done_at === null)
  // After the first gift, the list takes only one line, so that the user sees the statistics first.
  const isOpen = isOpened || !done.some(({ name }) => name === 'gift')
  const dismiss = () =>
    api
      .post('/overview/onboarding/dismissal')
      .then(
        () =>
          toastUndo(t('Get started dismissed.'), () =>
            api.delete('/overview/onboarding/dismissal'),
          ),
        toastError,
      )
  return (
    <Panel
      title={next === undefined ? t('All set') : t('Get started')}
      about={
        next === undefined
          ? describeElapsed(data)
          : t('{done} of {total} done', { done: done.length, total: data.steps.length })
      }
      action={
        <Group gap="xs">
          {!isOpen && (
            <Button variant="default" size="xs" onClick={() => setOpened(true)}>
              {t('Show steps')}
            </Button>
          )}
          <Button variant="subtle" size="xs" onClick={() => void dismiss()}>
            {t('Dismiss')}
          </Button>
        </Group>
      }
    >
      <progress
        className="completed-steps"
        value={done.length}
        max={data.steps.length}
        aria-label={t('Completed steps')}
        data-open={isOpen || undefined}
      />
      {isOpen && (
        <Suspense fallback={<RowsSkeleton rows={5} />}>
          <OnboardingSteps steps={data.steps} next={next} />
        </Suspense>
      )}
    </Panel>
  )
}

const OnboardingSteps = lazy(() =>
  import('./onboarding-steps.tsx').then((m) => ({ default: m.OnboardingSteps })),
)

const isFinished = (data: OnboardingProgress | undefined) =>
  data !== undefined && (data.is_dismissed || data.steps.every(({ done_at }) => done_at !== null))

const dayMs = 86_400_000
const hourMs = 3_600_000
const minuteMs = 60_000

/** Formats the time between the first and the last step. */
function describeElapsed({ steps }: OnboardingProgress): string {
  const times = steps.flatMap(({ done_at }) => (done_at === null ? [] : [Date.parse(done_at)]))
  const ms = Math.max(...times) - Math.min(...times)
  if (ms >= dayMs) return t('Done, in {count} days.', { count: Math.round(ms / dayMs) })
  if (ms >= hourMs) return t('Done, in {count} hours.', { count: Math.round(ms / hourMs) })
  const minutes = Math.max(1, Math.round(ms / minuteMs))
  return t('Done, in {count} minutes.', { count: minutes })
}
