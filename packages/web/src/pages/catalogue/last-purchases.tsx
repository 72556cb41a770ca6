import { Group, Text } from '@mantine/core'
import type { CodePurchase, CodeSupplierChoice } from '#web/admin-api.ts'
import { StatusBadge } from '#web/components/feedback/status-badge.tsx'
import { formatAmount } from '#web/components/formats/minor-units.ts'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { PageLink } from '#web/components/layout/link.tsx'
import { t } from '#web/i18n/catalogue.ts'

const stateLabels = {
  open: { tone: 'move', label: t('Ordered') },
  bought: { tone: 'good', label: t('Bought') },
  failed: { tone: 'bad', label: t('Failed') },
} as const

interface PurchasesProps {
  purchases: readonly CodePurchase[]
  suppliers: readonly CodeSupplierChoice[]
}

/** The last orders at the suppliers of a variant, with what they cost and what went wrong. */
export const LastPurchases = ({ purchases, suppliers }: PurchasesProps) =>
  purchases.length > 0 && (
    <div>
      <Text fw={600} size="sm">
        {t('Last orders')}
      </Text>
      <ul className="codes">
        {purchases.map((purchase) => (
          <li key={purchase.id}>
            <PurchaseText purchase={purchase} suppliers={suppliers} />
            <Group gap="xs" wrap="nowrap">
              <PageLink size="sm" to="/gift-requests/$id" params={{ id: purchase.gift_request_id }}>
                {t('View gift')}
              </PageLink>
              <StatusBadge tone={stateLabels[purchase.state].tone}>
                {stateLabels[purchase.state].label}
              </StatusBadge>
            </Group>
          </li>
        ))}
      </ul>
    </div>
  )

function PurchaseText({
  purchase: { connection_id, price_minor, price_currency, problem, order_ref, created_at },
  suppliers,
}: { purchase: CodePurchase } & Pick<PurchasesProps, 'suppliers'>) {
  const supplier = suppliers.find(({ id }) => id === connection_id)?.name ?? ''
  const price =
    price_minor === null || price_currency === null ? '' : formatAmount(price_minor, price_currency)
  return (
    <div style={{ minWidth: 0 }}>
      <Text size="sm">
        {[supplier, price, order_ref].filter((text) => text !== '' && text !== null).join(' · ')}
      </Text>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        <RelativeTime at={created_at} />
        {problem !== null && ` · ${problem}`}
      </Text>
    </div>
  )
}
