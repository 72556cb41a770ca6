import { Button, Group, Text } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled, IconQrcode } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { OnboardingProgress } from '#web/admin-api.ts'
import { SampleCatalogue } from '#web/components/feedback/empty-catalogue.tsx'
import { PageLink } from '#web/components/layout/link.tsx'
import { t } from '#web/i18n/overview.ts'

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

type Steps = OnboardingProgress['steps']

/** The steps of the list, by track. */
export const OnboardingSteps = ({
  steps,
  next,
}: {
  steps: Steps
  next: Steps[number] | undefined
}) => (
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
              <StepItem
                key={step.name}
                {...step}
                isNext={step.name === next?.name}
                canTry={steps.some(({ name, done_at }) => name === 'campaign' && done_at !== null)}
              />
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
  canTry,
}: Steps[number] & { isNext: boolean; canTry: boolean }) {
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
          {name === 'gift' && canTry && <TryButton />}
        </div>
      </Group>
    </li>
  )
}

const TryDialog = lazy(() =>
  import('#web/pages/campaigns/try-dialog.tsx').then((m) => ({ default: m.TryDialog })),
)

/** Opens the pages of the newest campaign on the own phone. */
function TryButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        size="xs"
        mt={6}
        leftSection={<IconQrcode size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('Open my gift on my phone')}
      </Button>
      <Suspense>{isOpen && <TryDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
