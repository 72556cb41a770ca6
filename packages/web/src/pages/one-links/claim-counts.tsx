import { Text } from '@mantine/core'
import type { OneLinkDetail, RefusalReason } from '#web/admin-api.ts'

/** The places of a one-link by state, and the refused claims by reason. */
export function ClaimCountsList({ link }: { link: OneLinkDetail }) {
  const { unconfirmed, pending, offered, listed, rejected, refused } = link.counts
  const counts = [
    ['Claimed', link.claimed],
    ['Waiting for confirmation', unconfirmed],
    ['Waiting for approval', pending],
    ['Offered', offered],
    ['Available', link.available],
    ['Waiting list', listed],
    ['Rejected', rejected],
  ] as const
  return (
    <>
      <dl className="claim-counts">
        {counts.map(([label, count]) => (
          <div key={label} data-empty={count === 0 || undefined}>
            <dt>{label}</dt>
            <dd>{count.toLocaleString('en')}</dd>
          </div>
        ))}
      </dl>
      {refused.length > 0 && (
        <Text size="sm" c="dimmed" mt="sm">
          Refused:{' '}
          {refused
            .map(({ reason, count }) => `${count.toLocaleString('en')} ${refusalLabels[reason]}`)
            .join(', ')}
        </Text>
      )}
    </>
  )
}

const refusalLabels: Readonly<Record<RefusalReason, string>> = {
  domain: 'outside the allowed domains',
  disposable: 'with a disposable address',
  denied: 'on the deny list',
  address_limit: 'above the limit per address',
  network_limit: 'above the limit per network',
  device_limit: 'above the limit per device',
  email_limit: 'above three emails a day',
  full: 'without a free place',
}
