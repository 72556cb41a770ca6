import { Text } from '@mantine/core'
import type { GiftDonation } from '#web/admin-api.ts'
import { formatAmount } from '#web/components/formats/minor-units.ts'
import { GiftTime } from '#web/components/formats/relative-time.tsx'
import { Panel } from '#web/components/layout/page.tsx'
import { t } from '#web/i18n/gifts.ts'
import type { Gift } from './gift.ts'

/** A panel with the amounts that the gift donates to charities. */
export const DonationsPanel = ({ gift }: { gift: Gift }) => (
  <Panel
    title={t('Donations')}
    about={t('You pay the charity. The total of each month is on the page Donations.')}
  >
    <ul className="digital-items">
      {gift.donations.map((donation) => (
        <li key={donation.id}>
          <div style={{ minWidth: 0 }}>
            <Text size="sm">
              {t('{amount} to {charity}', {
                amount: formatAmount(donation.amount.amount, donation.amount.currency),
                charity: donation.charity_name,
              })}
            </Text>
            <Text size="xs" c="dimmed" component="div">
              {reasonLabels[donation.reason]} <GiftTime at={donation.donated_at} /> ·{' '}
              {donation.is_paid ? t('paid') : t('not paid yet')}
            </Text>
          </div>
        </li>
      ))}
    </ul>
  </Panel>
)

const reasonLabels: Readonly<Record<GiftDonation['reason'], string>> = {
  chosen: t('Chosen by the recipient'),
  direct: t('Sent by you'),
  unclaimed: t('Made because the gift expired unclaimed'),
}
