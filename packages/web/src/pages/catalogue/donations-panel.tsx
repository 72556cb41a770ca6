import { Group, Text } from '@mantine/core'
import type { ProductDetail, Variant } from '#web/admin-api.ts'
import { PageLink } from '#web/components/link.tsx'
import { formatAmount } from '#web/components/minor-units.ts'
import { Panel } from '#web/components/page.tsx'
import { t } from '#web/i18n/catalogue.ts'

/** The amounts of a charity, and how often recipients can choose them. */
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

const formatVariantAmount = ({ donation_amount_minor, donation_currency }: Variant): string =>
  donation_amount_minor === null || donation_currency === null
    ? '–'
    : formatAmount(donation_amount_minor, donation_currency)

const describeCap = ({ donation_cap: cap }: Variant): string =>
  cap === null ? t('no limit') : t('at most {count} times', { count: cap })
