import type { GiftCost } from '#web/admin-api.ts'
import { EmptyPanel } from '#web/components/feedback/empty-list.tsx'
import { formatAmount } from '#web/components/formats/minor-units.ts'
import { DescriptionList, Panel } from '#web/components/layout/page.tsx'
import { t } from '#web/i18n/gifts.ts'
import type { Gift } from './gift.ts'

/** A panel with the cost of the gift for the sender. Amounts in different currencies are not added. */
export const CostsPanel = ({
  gift: { costs, cost_centre, purchase_order_number, team },
}: {
  gift: Gift
}) => (
  <Panel title={t('Costs')} about={t('Only your team sees them.')}>
    <DescriptionList
      rows={[
        ...kinds
          .filter((kind) => costs.some((cost) => cost.kind === kind))
          .map((kind) => [kindLabels[kind], formatSums(costs.filter(isOf(kind)))] as const),
        ...(costs.length > 1
          ? [[t('Total'), <strong key="total">{formatSums(costs)}</strong>] as const]
          : []),
        ...(team === null ? [] : [[t('Team'), team.name] as const]),
        ...(cost_centre === null ? [] : [[t('Cost centre'), cost_centre] as const]),
        ...(purchase_order_number === null
          ? []
          : [[t('Purchase order number'), purchase_order_number] as const]),
      ]}
    />
    {costs.length === 0 && <EmptyPanel guide="giftCosts">{t('No costs are known.')}</EmptyPanel>}
  </Panel>
)

const kinds = ['items', 'shipping', 'donation'] as const

const kindLabels: Readonly<Record<GiftCost['kind'], string>> = {
  items: t('Items'),
  shipping: t('Shipping'),
  donation: t('Donations'),
}

const isOf =
  (kind: GiftCost['kind']) =>
  (cost: GiftCost): boolean =>
    cost.kind === kind

const formatSums = (costs: readonly GiftCost[]): string =>
  [...Map.groupBy(costs, ({ amount }) => amount.currency)]
    .map(([currency, group]) =>
      formatAmount(
        group.reduce((sum, { amount }) => sum + amount.amount, 0),
        currency,
      ),
    )
    .join(' + ')
