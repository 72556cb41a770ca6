import { Group, Text } from '@mantine/core'
import type { ProductDetail, Variant } from '#web/admin-api.ts'
import { formatAmount } from '#web/components/formats/minor-units.ts'
import { PageLink } from '#web/components/layout/link.tsx'
import { Panel } from '#web/components/layout/page.tsx'
import { t } from '#web/i18n/catalogue.ts'

/** A panel with the amounts of a charity, and with how often recipients can choose them. */
export const DonationsPanel = ({ product }: { product: ProductDetail }) => (
  <Panel
    title={t('Amounts')}
    about={t(
      'You pay the charity. Bestow counts what recipients choose and what unclaimed gifts give.',
    )}
  >
    {product.variants.map((variant) => (
      <Group key={variant.id} justify="space-between" py={6} gap="xs">
        <Text size="sm">{variant.name}</Text>
        <Text size="sm" fw={600} className="numbers">
          {formatVariantAmount(variant)}
          <Text span size="xs" c="dimmed" fw={400}>
            {' '}
            · {describeCap(variant)}
          </Text>
        </Text>
      </Group>
    ))}
    <PageLink size="sm" to="/donations">
      {t('See all donations')}
    </PageLink>
  </Panel>
)

const formatVariantAmount = ({ donation }: Variant): string =>
  donation === null ? '–' : formatAmount(donation.amount.amount, donation.amount.currency)

const describeCap = ({ donation }: Variant): string => {
  const cap = donation?.cap ?? null
  return cap === null ? t('no limit') : t('at most {count} times', { count: cap })
}
