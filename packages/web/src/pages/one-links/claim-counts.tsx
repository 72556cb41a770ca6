import { Text } from '@mantine/core'
import type { OneLinkDetail } from '#web/admin-api.ts'
import { formatNumber, formatValues } from '#web/i18n/format.ts'
import { t } from '#web/i18n/one-links.ts'

/**
 * A list with the number of places of a one-link in each state, and the number of refused claims for each
 * reason.
 */
export function ClaimCountsList({ link }: { link: OneLinkDetail }) {
  const { unconfirmed, pending, offered, listed, rejected, refused } = link.counts
  const counts = [
    [t('Claimed'), link.claimed],
    [t('Waiting for confirmation'), unconfirmed],
    [t('Waiting for approval'), pending],
    [t('Offered'), offered],
    [t('Available|gifts'), link.available],
    [t('Waiting list'), listed],
    [t('Rejected'), rejected],
  ] as const
  return (
    <>
      <dl className="claim-counts">
        {counts.map(([label, count]) => (
          <div key={label} data-empty={count === 0 || undefined}>
            <dt>{label}</dt>
            <dd>{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
      {refused.length > 0 && (
        <Text size="sm" c="dimmed" mt="sm">
          {t('Refused: {counts}', {
            counts: formatValues(refused.map(({ reason, count }) => refusalTexts[reason](count))),
          })}
        </Text>
      )}
    </>
  )
}

type RefusalReason = OneLinkDetail['counts']['refused'][number]['reason']

const refusalTexts: Readonly<Record<RefusalReason, (count: number) => string>> = {
  domain: (count) => t('{count} outside the allowed domains', { count }),
  disposable: (count) => t('{count} with a disposable address', { count }),
  denied: (count) => t('{count} on the deny list', { count }),
  address_limit: (count) => t('{count} above the limit per address', { count }),
  network_limit: (count) => t('{count} above the limit per network', { count }),
  device_limit: (count) => t('{count} above the limit per device', { count }),
  email_limit: (count) => t('{count} above three emails a day', { count }),
  full: (count) => t('{count} without a free place', { count }),
}
