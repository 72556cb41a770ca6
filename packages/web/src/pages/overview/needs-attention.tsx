import { Group, Text } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClipboardCheck,
  IconHourglassLow,
  IconMailOff,
  IconMailX,
  IconPackageOff,
  IconTicketOff,
} from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import type { AttentionKindName, AttentionReport, EmailStatus } from '#web/admin-api.ts'
import { BoxSkeleton, ErrorState } from '#web/components/feedback/status-views.tsx'
import { lazyPart } from '#web/components/layout/on-demand.tsx'
import { t } from '#web/i18n/overview.ts'
import { kindLabels } from '#web/pages/attention/kinds.ts'
import { getExpiry } from '#web/pages/developers/certificate-expiry.ts'
import { useRead } from '#web/use-read.ts'
import { AlertCard, type AlertIcon } from './alert-card.tsx'
import { AlertList } from './alert-list.tsx'
import { capCount } from './cap-count.ts'
import { LazyCard } from './lazy-card.tsx'
import { UndeliveredGifts } from './undelivered-gifts.tsx'

type AttentionItem = ComponentProps<typeof AlertCard> & { key: string }

const pollIntervalMs = 30_000

// Few accounts have these problems, so the code of their cards is not part of the first page.
const FailingEndpoints = lazyPart(() =>
  import('./failing-endpoints.tsx').then((m) => m.FailingEndpoints),
)
const CertificateCard = lazyPart(() =>
  import('./expiring-certificates.tsx').then((m) => m.CertificateCard),
)

/** A list of alerts. The most urgent alert comes first. */
export function NeedsAttention() {
  const { data, error, refetch } = useRead('/overview/attention', undefined, {
    refetchInterval: pollIntervalMs,
  })
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />
  if (data === undefined) return <BoxSkeleton h={76} label={t('Loading')} />
  const cards = toCards(data)
  const isEmpty = cards.length === 0
  if (isEmpty && !data.has_gifts) return null
  return (
    <section aria-label={t('Needs attention')}>
      {data.has_sample_data && (
        <Text size="sm" mb="sm">
          {t('This account has sample data.')}
        </Text>
      )}
      {isEmpty ? (
        <Group className="panel" p="md" gap="sm">
          <IconCircleCheck size={22} aria-hidden color="#2b8a57" />
          <Text size="sm">{t('You’re all caught up.')}</Text>
        </Group>
      ) : (
        <AlertList cards={cards} />
      )}
    </section>
  )
}

/** Creates the cards of all alerts. What stops the whole service comes first, and what can wait comes last. */
function toCards(data: AttentionReport): ReactNode[] {
  const { failing_endpoints, expiring_certificates, undelivered } = data
  const items = toAttentionItems(data)
  const card = ({ key, ...alert }: AttentionItem) => <AlertCard key={key} {...alert} />
  const certificates = (isUrgent: boolean) =>
    expiring_certificates
      .filter(({ expires_at }) => (getExpiry(expires_at) === 'expired') === isUrgent)
      .map((each) => (
        <LazyCard key={each.endpoint_id}>
          <CertificateCard certificate={each} />
        </LazyCard>
      ))
  return [
    ...[...toEmailItems(data.email), ...toTextItems(data.reached_text_limit)].map(card),
    ...(failing_endpoints.length === 0
      ? []
      : [
          <LazyCard key="endpoints">
            <FailingEndpoints endpoints={failing_endpoints} />
          </LazyCard>,
        ]),
    ...certificates(true),
    ...(undelivered.length === 0
      ? []
      : [<UndeliveredGifts key="undelivered" gifts={undelivered} />]),
    ...items.filter(({ isUrgent }) => isUrgent).map(card),
    ...certificates(false),
    ...items.filter(({ isUrgent }) => !isUrgent).map(card),
  ]
}

/**
 * The cards for kinds of problems. The cards for endpoints, codes and the email queue have other details, so
 * they are not in this list.
 */
// biome-ignore format: read down the columns
const cardsByKind: Readonly<Partial<Record<AttentionKindName, KindCard>>> = {
  backordered:             { icon: IconPackageOff,    title: (count) => t('{count} gifts are out of stock', { count }), about: t('Add stock, or cancel. A waiting gift ships when stock arrives.') },
  address_refused:         { icon: IconAlertTriangle, title: (count) => t('{count} addresses were rejected', { count }), about: t('The carrier creates no label until the address is corrected.') },
  delivery_attempt_failed: { icon: IconAlertTriangle, title: (count) => t('{count} delivery attempts failed', { count }), about: t('The carrier tries again, or keeps the parcel at a pickup point.') },
  overdue:                 { icon: IconAlertTriangle, title: (count) => t('{count} gifts are overdue', { count }), about: t('No progress for days. See the tracking, or ask the carrier.') },
  email_bounced:           { icon: IconMailX,         title: (count) => t('{count} recipients did not get the email', { count }), about: t('Without the email, no one knows about the gift. Correct the address, or share the link.') },
  stock_low:               { icon: IconPackageOff,    title: (count) => t('{count} variants are low in stock', { count }), about: t('Add stock before gifts have to wait.') },
  expiring:                { icon: IconHourglassLow,  title: (count) => t('{count} gifts expire within a week', { count }), about: t('Not redeemed yet. Send a reminder, or extend the expiry.') },
}

interface KindCard {
  icon: AlertIcon
  title: (count: number) => string
  about: string
}

function toAttentionItems({
  counts,
  low_codes,
  awaiting_approval,
}: AttentionReport): AttentionItem[] {
  const countByKind = new Map(counts.map(({ kind, count }) => [kind, count]))
  const cards = Object.entries(cardsByKind).flatMap(([kind, { icon, title, about }]) => {
    const count = countByKind.get(kind as AttentionKindName) ?? 0
    const { isUrgent } = kindLabels[kind as AttentionKindName]
    const search = { kind, state: 'open' }
    return count === 0
      ? []
      : [
          {
            key: kind,
            icon,
            title: capCount(title(count), count),
            about,
            to: '/attention',
            search,
            isUrgent,
          },
        ]
  })
  return [
    ...toApprovalItems(awaiting_approval),
    ...cards.filter(({ isUrgent }) => isUrgent),
    ...toCodeItems(low_codes),
    ...cards.filter(({ isUrgent }) => !isUrgent),
  ]
}

/** Creates one card for all sends that an admin can approve. */
const toApprovalItems = (count: number): AttentionItem[] =>
  count === 0
    ? []
    : [
        {
          key: 'approvals',
          icon: IconClipboardCheck,
          title: t('{count} sends await your approval', { count }),
          about: t('Nothing is sent until an admin approves it.'),
          to: '/sends',
          search: { approval: 'awaiting' },
          isUrgent: true,
        },
      ]

/**
 * Creates the cards about codes: one card for each variant without codes, and one card for all variants that
 * are low on codes.
 */
function toCodeItems(variants: AttentionReport['low_codes']): AttentionItem[] {
  const [first] = variants
  if (first === undefined) return []
  const empty = variants.filter(({ free }) => free === 0)
  const waiting = variants.reduce((sum, variant) => sum + variant.waiting, 0)
  const title =
    variants.length === 1
      ? describeRemaining(first)
      : empty.length > 0
        ? t('{count} digital gifts have no codes left', { count: empty.length })
        : t('{count} digital gifts are low on codes', { count: variants.length })
  const about =
    waiting > 0
      ? t('{count} gifts wait for a code. Import more.', { count: waiting })
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

const describeRemaining = ({ name, free }: AttentionReport['low_codes'][number]): string =>
  free === 0
    ? t('“{name}” has no codes left', { name })
    : t('“{name}” has {count} codes left', { count: free, name })

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
          : describeQueue(email),
      to: '/docs/mail#a-mail-server',
      isExternal: true,
      isUrgent: true,
    },
  ]
}

const toTextItems = (limit: number | null): AttentionItem[] =>
  limit === null
    ? []
    : [
        {
          key: 'texts',
          icon: IconMailX,
          title: t('No more text messages today'),
          about: t(
            'The account has sent {count} today, which is its limit. The operator can raise BESTOW_SMS_MAX_PER_DAY.',
            { count: limit },
          ),
          to: '/docs/mail#text-messages',
          isExternal: true,
          isUrgent: true,
        },
      ]

/** Describes the number of waiting emails. The server counts only up to 10,000. */
const describeQueue = ({ queued }: EmailStatus): string =>
  queued >= 10_000
    ? t('More than {count} messages are waiting and will be sent once it works.', { count: 9_999 })
    : t('{count} messages are waiting and will be sent once it works.', { count: queued })
