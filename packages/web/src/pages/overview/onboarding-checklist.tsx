import { Button, Group, Text } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useState } from 'react'
import type { OnboardingProgress } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { SampleCatalogue } from '#web/components/feedback/empty-catalogue.tsx'
import { toastError, toastUndo } from '#web/components/feedback/toast.tsx'
import { PageLink } from '#web/components/layout/link.tsx'
import { Panel } from '#web/components/layout/page.tsx'
import { t } from '#web/i18n/overview.ts'
import { useRead } from '#web/use-read.ts'
import './completed-steps.css'

// biome-ignore format: read down the columns
const stepLabels = {
  brand:    { label: t('Set your colour and logo'),     about: t('Used in emails and on recipients’ pages.'),      to: '/settings/branding' },
  product:  { label: t('Add a product'),                about: t('Something to give, and how many you have.'),     to: '/catalogue/new' },
  campaign: { label: t('Create a campaign'),            about: t('Choose the items, the design and the message.'), to: '/campaigns/new' },
  gift:     { label: t('Send your first gift'),         about: t('Send one to yourself to see what recipients see.'), to: '/send' },
  teammate: { label: t('Invite a colleague'),           about: t('Share the work with your team.'),                to: '/settings/members' },
  token:    { label: t('Create an API key'),            about: t('Lets your software send gifts.'),                to: '/developers/api-keys' },
  endpoint: { label: t('Add a webhook endpoint'),       about: t('Get notified when a gift changes.'),             to: '/developers/webhooks/new' },
  delivery: { label: t('Receive your first webhook'),   about: t('Your endpoint responds with 2xx.'),              to: '/developers/deliveries' },
} as const

const tracks = [
  ['gifting', t('Gifting')],
  ['developers', t('Developers')],
] as const

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
      {isOpen && <StepTracks steps={data.steps} next={next} />}
    </Panel>
  )
}

type Steps = OnboardingProgress['steps']

const StepTracks = ({ steps, next }: { steps: Steps; next: Steps[number] | undefined }) => (
  <Group align="flex-start" gap="xl">
    {tracks.map(([track, title]) => {
      const trackSteps = steps.filter((step) => step.track === track)
      return trackSteps.length === 0 ? null : (
        <div key={track} style={{ flex: '1 1 16rem' }}>
          <Text size="sm" fw={600} mb={6}>
            {title}
          </Text>
          <ol className="steps">
            {trackSteps.map((step) => (
              <StepItem key={step.name} {...step} isNext={step.name === next?.name} />
            ))}
          </ol>
        </div>
      )
    })}
  </Group>
)

function StepItem({
  name,
  done_at,
  isNext,
}: OnboardingProgress['steps'][number] & { isNext: boolean }) {
  const { label, about, to } = stepLabels[name]
  return (
    <li {...(done_at !== null && { 'data-done': true })}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        {done_at === null ? (
          <IconCircle size={20} aria-label={t('To do')} />
        ) : (
          <IconCircleCheckFilled size={20} aria-label={t('Done')} color="#2b8a57" />
        )}
        <div>
          <PageLink size="sm" fw={isNext ? 650 : 500} c="inherit" to={to}>
            {label}
          </PageLink>
          <Text size="xs" c="dimmed">
            {about}
          </Text>
          {name === 'product' && done_at === null && <SampleCatalogue />}
        </div>
      </Group>
    </li>
  )
}

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
