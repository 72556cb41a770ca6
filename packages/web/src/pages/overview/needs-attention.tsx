import { Group, Text } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconHourglassLow,
  IconMailOff,
  IconMailX,
  IconPackageOff,
  IconTicketOff,
  IconWebhook,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import type {
  AttentionKindName,
  AttentionReport,
  EmailStatus,
  FailingEndpoint,
} from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { formatPendingEmails } from '#web/components/email-banner.tsx'
import { endpointName, shortEndpointUrl } from '#web/components/endpoint-name.tsx'
import { PageLink } from '#web/components/link.tsx'
import { BoxSkeleton, ErrorState } from '#web/components/status-views.tsx'
import { t } from '#web/i18n/overview.ts'
import { kindLabels } from '#web/pages/attention/kinds.ts'
import { AlertCard, AlertGroup, type AlertIcon } from './alert-card.tsx'
import { ExpiringCertificates } from './expiring-certificates.tsx'
import { UndeliveredGifts } from './undelivered-gifts.tsx'

type AttentionItem = ComponentProps<typeof AlertCard> & { key: string }

const maxCounted = 1_000 // the server stops counting here
const pollIntervalMs = 30_000

/** Alerts, the most urgent first. */
export function NeedsAttention() {
  const { data, error, refetch } = useQuery({
    queryKey: ['attention'],
    queryFn: () => api.get('/overview/attention'),
    refetchInterval: pollIntervalMs,
  })
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />
  if (data === undefined) return <BoxSkeleton h={76} label={t('Loading')} />
  const items = toAttentionItems(data)
  const { failing_endpoints, expiring_certificates, undelivered } = data
  const cards = [items, failing_endpoints, expiring_certificates, undelivered]
  return (
    <section aria-label={t('Needs attention')}>
      {cards.every(({ length }) => length === 0) ? (
        <Group className="panel" p="md" gap="sm">
          <IconCircleCheck size={22} aria-hidden color="#2b8a57" />
          <Text size="sm">{t('You’re all caught up.')}</Text>
        </Group>
      ) : (
        <ul className="matters">
          <FailingEndpoints endpoints={failing_endpoints} />
          <ExpiringCertificates certificates={expiring_certificates} />
          <UndeliveredGifts gifts={undelivered} />
          {items.map(({ key, ...alert }) => (
            <AlertCard key={key} {...alert} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** One card for all failing endpoints: it names a single endpoint, or unfolds the list. */
function FailingEndpoints({ endpoints }: { endpoints: readonly FailingEndpoint[] }) {
  const [only, ...others] = endpoints
  if (only === undefined) return null
  if (others.length === 0)
    return (
      <AlertCard
        icon={IconWebhook}
        title={failingTitle([only])}
        about={describeFailure(only)}
        to={`/developers/webhooks/${only.id}`}
        isUrgent
      />
    )
  return (
    <AlertGroup
      icon={IconWebhook}
      title={failingTitle(endpoints)}
      about={endpoints.map(endpointName).join(', ')}
      isUrgent
    >
      {endpoints.map((endpoint) => (
        <li key={endpoint.id}>
          <PageLink size="sm" to={`/developers/webhooks/${endpoint.id}`}>
            {endpointName(endpoint)}
          </PageLink>
          <Text size="sm" c="dimmed">
            <span className="mono">{shortEndpointUrl(endpoint.url)}</span>:{' '}
            {describeFailure(endpoint)}
          </Text>
        </li>
      ))}
    </AlertGroup>
  )
}

const formatCount = (number: number, one: string, many: string) =>
  `${number > maxCounted ? `${maxCounted.toLocaleString('en')}+` : number.toLocaleString('en')} ${number === 1 ? one : many}`

/** Lists a recovered endpoint for its missed deliveries without calling it failing. */
function failingTitle(endpoints: readonly FailingEndpoint[]): string {
  const failing = endpoints.filter(({ state }) => state === 'failing')
  const [only] = endpoints
  if (failing.length === 0) {
    const abandonedCount = endpoints.reduce((sum, { abandoned }) => sum + abandoned, 0)
    return `${formatCount(abandonedCount, 'webhook delivery', 'webhook deliveries')} failed after five attempts`
  }
  return endpoints.length === 1 && only !== undefined
    ? t('Webhook endpoint “{only}” is failing', { only: endpointName(only) })
    : `${failing.length} webhook ${failing.length === 1 ? 'endpoint is' : 'endpoints are'} failing`
}

function describeFailure({ state, abandoned, attempts, failed }: FailingEndpoint): string {
  const abandonedText =
    abandoned > 0
      ? [
          `${formatCount(abandoned, 'delivery', 'deliveries')} failed after all attempts in the last day.`,
        ]
      : []
  if (state !== 'failing' || attempts === 0) return abandonedText.join('')
  const recent =
    failed === attempts
      ? t('All {attempts} recent attempts failed.', { attempts })
      : t('{failed} of {attempts} recent attempts failed.', { failed, attempts })
  return [recent, ...abandonedText].join(' ')
}

/** The cards of kinds. Cards of endpoints, codes and the email queue have details of their own. */
// biome-ignore format: read down the columns
const cardsByKind: Readonly<Partial<Record<AttentionKindName, KindCard>>> = {
  backordered:             { icon: IconPackageOff,    one: 'gift is out of stock', many: 'gifts are out of stock', about: t('Add stock, or cancel. A waiting gift ships when stock arrives.') },
  address_refused:         { icon: IconAlertTriangle, one: 'address was rejected', many: 'addresses were rejected', about: t('The carrier makes no label until the address is corrected.') },
  delivery_attempt_failed: { icon: IconAlertTriangle, one: 'delivery attempt failed', many: 'delivery attempts failed', about: t('The carrier tries again, or keeps the parcel at a pickup point.') },
  overdue:                 { icon: IconAlertTriangle, one: 'gift is overdue', many: 'gifts are overdue', about: t('No progress for days. See the tracking, or ask the carrier.') },
  email_bounced:           { icon: IconMailX,         one: 'recipient did not get the email', many: 'recipients did not get the email', about: t('Without the email, no one knows about the gift. Correct the address, or share the link.') },
  stock_low:               { icon: IconPackageOff,    one: 'variant is low in stock', many: 'variants are low in stock', about: t('Add stock before gifts have to wait.') },
  expiring:                { icon: IconHourglassLow,  one: 'gift expires within a week', many: 'gifts expire within a week', about: t('Not redeemed yet. Send a reminder, or extend the expiry.') },
}

interface KindCard {
  icon: AlertIcon
  one: string
  many: string
  about: string
}

function toAttentionItems({ email, counts, low_codes }: AttentionReport): AttentionItem[] {
  const countByKind = new Map(counts.map(({ kind, count }) => [kind, count]))
  const cards = Object.entries(cardsByKind).flatMap(([kind, { icon, one, many, about }]) => {
    const count = countByKind.get(kind as AttentionKindName) ?? 0
    const { isUrgent } = kindLabels[kind as AttentionKindName]
    const title = formatCount(count, one, many)
    const search = { kind, state: 'open' }
    return count === 0
      ? []
      : [{ key: kind, icon, title, about, to: '/attention', search, isUrgent }]
  })
  return [
    ...toEmailItems(email),
    ...cards.filter(({ isUrgent }) => isUrgent),
    ...toCodeItems(low_codes),
    ...cards.filter(({ isUrgent }) => !isUrgent),
  ]
}

/** One card for each variant that has run out, and one for all that are low. */
function toCodeItems(variants: AttentionReport['low_codes']): AttentionItem[] {
  const [first] = variants
  if (first === undefined) return []
  const empty = variants.filter(({ free }) => free === 0)
  const waiting = variants.reduce((sum, variant) => sum + variant.waiting, 0)
  const title =
    variants.length === 1
      ? `“${first.name}” ${first.free === 0 ? 'has no codes left' : `has ${formatCount(first.free, 'code', 'codes')} left`}`
      : empty.length > 0
        ? `${formatCount(empty.length, 'digital gift has', 'digital gifts have')} no codes left`
        : t('{length} digital gifts are low on codes', { length: variants.length })
  const about =
    waiting > 0
      ? `${formatCount(waiting, 'gift waits', 'gifts wait')} for a code. Import more.`
      : t('Import more codes, so that recipients can choose it.')
  return [
    {
      key: 'low_codes',
      icon: IconTicketOff,
      title,
      about,
      to: `/catalogue/${first.product_id}`,
      isUrgent: empty.length > 0,
    },
  ]
}

function toEmailItems(email: EmailStatus): AttentionItem[] {
  if (email.is_configured && email.error === null) return []
  return [
    {
      key: 'email',
      icon: IconMailOff,
      title: email.is_configured
        ? t('The mail server does not accept email')
        : t('Email is not set up'),
      about:
        email.queued === 0
          ? t(
              'No invitation or notification can be sent until an operator configures a mail server.',
            )
          : t('{email} and will be sent once it works.', { email: formatPendingEmails(email) }),
      to: '/docs/mail#a-mail-server',
      isExternal: true,
      isUrgent: true,
    },
  ]
}
