import { Text } from '@mantine/core'
import type { Gift, GiftDonation } from '#web/admin-api.ts'
import { formatAmount } from '#web/components/minor-units.ts'
import { Panel } from '#web/components/page.tsx'
import { GiftTime } from '#web/components/relative-time.tsx'
import { t } from '#web/i18n/gifts.ts'

/** What the gift gives to charities. */
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
                amount: formatAmount(donation.amount_minor, donation.currency),
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
